# Warnings, determinism flags and sanitizers for our own targets only; never exported.
add_library(comac_warnings INTERFACE)
target_compile_options(comac_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                                $<$<BOOL:${COMAC_WARNINGS_AS_ERRORS}>:-Werror>
                                                # The same bytes on every machine: no fused multiply-add.
                                                -ffp-contract=off)
if(COMAC_SANITIZE)
  # Little optimisation, short debug information, and none of the checks whose findings the address sanitizer sees
  # too: the compiler takes a quarter of the time. Assertions are on.
  set(CMAKE_CXX_FLAGS_SANITIZE "-O1 -g1")
  add_compile_options(-fsanitize=${COMAC_SANITIZE} -fno-omit-frame-pointer)
  if(COMAC_SANITIZE MATCHES undefined)
    add_compile_options(-fno-sanitize=null,alignment,object-size,vptr -fno-sanitize-recover=undefined)
  endif()
  add_link_options(-fsanitize=${COMAC_SANITIZE})
  add_compile_definitions(COMAC_SANITIZED)
endif()

# Our own targets see the private headers, which lie beside their sources.
add_library(comac_internal INTERFACE)
target_include_directories(comac_internal INTERFACE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(comac_internal INTERFACE comac_warnings)
