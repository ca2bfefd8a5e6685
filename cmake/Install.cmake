# What `cmake --install` puts in place, by parts: `dev` are libraries, headers, CMake package and pkg-config file, `command` is the
# command with manual and shell completion, `python` the Python package (only if asked for).
include(CMakePackageConfigHelpers)
set(comac_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/comac)
install(TARGETS comac comac_systems EXPORT comac-targets COMPONENT dev)
install(DIRECTORY include/comac DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev)

install(EXPORT comac-targets NAMESPACE comac:: DESTINATION ${comac_package_dir} COMPONENT dev)
configure_package_config_file(cmake/comac-config.cmake.in ${PROJECT_BINARY_DIR}/comac-config.cmake
                              INSTALL_DESTINATION ${comac_package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/comac-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/comac-config.cmake ${PROJECT_BINARY_DIR}/comac-config-version.cmake
        DESTINATION ${comac_package_dir} COMPONENT dev)

set(COMAC_PC_LIBDIR "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
file(RELATIVE_PATH COMAC_PC_PREFIX /x/${CMAKE_INSTALL_LIBDIR}/pkgconfig /x)
configure_file(cmake/comac.pc.in ${PROJECT_BINARY_DIR}/comac.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/comac.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)

if(COMAC_BUILD_COMMAND)
  install(TARGETS comac_command COMPONENT command)
  set(completion ${PROJECT_BINARY_DIR}/completion)
  file(MAKE_DIRECTORY ${completion})
  add_custom_command(TARGET comac_command POST_BUILD
                     COMMAND comac_command completion bash > ${completion}/comac
                     COMMAND comac_command completion zsh > ${completion}/_comac
                     COMMAND comac_command completion fish > ${completion}/comac.fish
                     COMMAND comac_command help-man ${PROJECT_BINARY_DIR}/man VERBATIM)
  install(FILES ${completion}/comac DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT command)
  install(FILES ${completion}/_comac DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT command)
  install(FILES ${completion}/comac.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT command)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT command
          FILES_MATCHING PATTERN "*.1")
endif()

if(COMAC_BUILD_PYTHON)
  install(DIRECTORY ${PROJECT_BINARY_DIR}/python/comac DESTINATION lib/python3/dist-packages COMPONENT python EXCLUDE_FROM_ALL
          PATTERN __pycache__ EXCLUDE)
endif()
