# Installs the build into a fresh folder and builds the example project against it, once by find_package and
# once by pkg-config. Needs BUILD, SOURCE, WORK, COMPILER and GENERATOR.
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGV} ended with ${code}:\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
run(${CMAKE_COMMAND} -G ${GENERATOR} -S ${SOURCE}/examples/consumer -B ${WORK}/build -DCMAKE_PREFIX_PATH=${WORK}/prefix
    -DCMAKE_CXX_COMPILER=${COMPILER} "-DCMAKE_CXX_FLAGS=${FLAGS}")
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/consumer)
run(${WORK}/build/other_system)

file(GLOB_RECURSE pc ${WORK}/prefix/comac.pc)
cmake_path(GET pc PARENT_PATH pc_folder)
find_program(PKG_CONFIG pkg-config REQUIRED)
set(ENV{PKG_CONFIG_PATH} ${pc_folder})
execute_process(COMMAND ${PKG_CONFIG} --cflags --libs comac OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(flags UNIX_COMMAND "${FLAGS} ${flags}")
run(${COMPILER} -std=c++20 ${SOURCE}/examples/consumer/main.cpp -o ${WORK}/by-pkg-config ${flags})
run(${WORK}/by-pkg-config)
run(${COMPILER} -std=c++20 ${SOURCE}/examples/consumer/other_system.cpp -o ${WORK}/other-by-pkg-config ${flags})
run(${WORK}/other-by-pkg-config)
run(${WORK}/prefix/bin/comac --version)
foreach(file bash-completion/completions/comac zsh/vendor-completions/_comac fish/vendor_completions.d/comac.fish man/man1/comac.1
             man/man1/comac-cluster.1)
  if(NOT EXISTS ${WORK}/prefix/share/${file})
    message(FATAL_ERROR "share/${file} is not installed")
  endif()
endforeach()
