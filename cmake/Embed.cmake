# Text files as string literals: comac_embed(TARGET FILE...) gives the target a source that defines
# comac::experiments::embedded(), which finds a file by its name without folders.
function(comac_embed target)
  set(entries "")
  foreach(path ${ARGN})
    file(READ ${path} content)
    get_filename_component(folder ${path} DIRECTORY)
    get_filename_component(folder ${folder} NAME)
    get_filename_component(name ${path} NAME)
    string(APPEND entries "  if (name == \"${folder}/${name}\") return R\"comac(${content})comac\";\n")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
  endforeach()
  set(source ${PROJECT_BINARY_DIR}/${target}_embedded.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
       "#include \"embedded.hpp\"\nstd::string_view comac::experiments::embedded(std::string_view name) {\n@entries@  return {};\n}\n")
  target_sources(${target} PRIVATE ${source})
endfunction()
