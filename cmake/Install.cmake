# What `cmake --install` puts in place: libraries, headers, command, CMake package, pkg-config file and the
# shell completion.
include(CMakePackageConfigHelpers)
set(comac_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/comac)
install(TARGETS comac comac_systems EXPORT comac-targets)
install(DIRECTORY include/comac DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

install(EXPORT comac-targets NAMESPACE comac:: DESTINATION ${comac_package_dir})
configure_package_config_file(cmake/comac-config.cmake.in ${PROJECT_BINARY_DIR}/comac-config.cmake
                              INSTALL_DESTINATION ${comac_package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/comac-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/comac-config.cmake ${PROJECT_BINARY_DIR}/comac-config-version.cmake
        DESTINATION ${comac_package_dir})

set(COMAC_PC_LIBDIR "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
file(RELATIVE_PATH COMAC_PC_PREFIX /x/${CMAKE_INSTALL_LIBDIR}/pkgconfig /x)
configure_file(cmake/comac.pc.in ${PROJECT_BINARY_DIR}/comac.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/comac.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(COMAC_BUILD_COMMAND)
  install(TARGETS comac_command)
  add_custom_command(TARGET comac_command POST_BUILD
                     COMMAND comac_command completion bash > ${PROJECT_BINARY_DIR}/comac-completion.bash VERBATIM)
  install(FILES ${PROJECT_BINARY_DIR}/comac-completion.bash
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME comac)
endif()
