# What `cmake --install` puts in place: library, headers, command, CMake package.
include(CMakePackageConfigHelpers)
install(TARGETS comac EXPORT comac-targets)
install(TARGETS comac_command)
install(DIRECTORY include/comac DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
