# The Debian packages that scripts/package makes: comac, libcomac-dev and python3-comac, one for each part of Install.cmake.
set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL command dev python)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "The comac maintainers <maintainers@comac.invalid>")
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)

set(CPACK_COMPONENT_COMMAND_DESCRIPTION "clustering that listens
 Groups the rows of a table, honours what is known about some of them,
 proves that it did, and draws a picture: constrained Markov clustering.")
set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME comac)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION science)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SHLIBDEPS ON)

set(CPACK_COMPONENT_DEV_DESCRIPTION "constrained Markov clustering, for C++20 programs
 Headers and static libraries, for CMake (find_package) and pkg-config.")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libcomac-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS zlib1g-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS "g++, cmake, pkg-config")

set(CPACK_COMPONENT_PYTHON_DESCRIPTION "constrained Markov clustering, for Python
 An estimator of scikit-learn, which may also be asked, improved and shown.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-comac)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
# Compiled for the Python that it was built with, which brings the numbers.
if(COMAC_BUILD_PYTHON)
  find_package(Python 3.9 REQUIRED COMPONENTS Interpreter)
  math(EXPR next_minor "${Python_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
      "python3 (>= 3.${Python_VERSION_MINOR}), python3 (<< 3.${next_minor}), python3-numpy")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-sklearn, python3-scipy, python3-pandas")
endif()

foreach(part command:comac dev:libcomac-dev python:python3-comac)
  string(REPLACE ":" ";" part ${part})
  list(GET part 0 component)
  list(GET part 1 package)
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} RENAME copyright COMPONENT ${component}
          EXCLUDE_FROM_ALL)
endforeach()
include(CPack)
