# Creates a second, instrumented build of a target within the same project: a target next to it with the same sources
# and properties, whose compiler and linker are revisit-cc and revisit-c++. Libraries of the project that it links are
# built a second time too; imported ones are linked unchanged.

# Whether the project as a whole is built with Revisit's compilers.
function(_revisit_is_compiler out)
  set(${out} FALSE PARENT_SCOPE)
  foreach(compiler IN ITEMS "${CMAKE_CXX_COMPILER}" "${CMAKE_C_COMPILER}")
    get_filename_component(name "${compiler}" NAME)
    if(name MATCHES "^revisit-(cc|c\\+\\+)$")
      set(${out} TRUE PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

# Replaces each library of the project in the list `libraries` by its instrumented build. For model tests GoogleTest is
# left out, because Revisit's own header replaces it.
function(_revisit_map_libraries out suffix libraries)
  set(mapped)
  foreach(library IN LISTS libraries)
    if(library MATCHES "^::@") # which directory the names after it belong to
      continue()
    endif()
    set(form "@")
    if(library MATCHES "^\\$<LINK_ONLY:([^<>]+)>$")
      set(library "${CMAKE_MATCH_1}")
      set(form "$<LINK_ONLY:@>")
    endif()
    if(suffix STREQUAL "revisit-model" AND library MATCHES "^(-l|GTest::)?(gtest|gmock|GTest|Main)(_main)?$")
      continue()
    endif()
    if(TARGET "${library}")
      _revisit_instrumented(library "${library}" ${suffix})
    endif()
    string(REPLACE "@" "${library}" library "${form}")
    list(APPEND mapped "${library}")
  endforeach()
  set(${out} "${mapped}" PARENT_SCOPE)
endfunction()

# Makes paths absolute; objects of a library become those of its instrumented build.
function(_revisit_map_sources out suffix target)
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  get_target_property(built ${target} BINARY_DIR)
  set(mapped)
  foreach(source IN LISTS sources)
    if(source MATCHES "^\\$<TARGET_OBJECTS:([^<>]+)>$")
      _revisit_instrumented(objects "${CMAKE_MATCH_1}" ${suffix})
      set(source "$<TARGET_OBJECTS:${objects}>")
    elseif(NOT IS_ABSOLUTE "${source}" AND NOT source MATCHES "^\\$<")
      if(EXISTS "${folder}/${source}")
        set(source "${folder}/${source}")
      else()
        set(source "${built}/${source}")
      endif()
    endif()
    list(APPEND mapped "${source}")
  endforeach()
  set(${out} "${mapped}" PARENT_SCOPE)
endfunction()

function(_revisit_copy_properties from to suffix)
  set(properties INTERFACE_COMPILE_DEFINITIONS INTERFACE_COMPILE_OPTIONS INTERFACE_COMPILE_FEATURES
                 INTERFACE_INCLUDE_DIRECTORIES INTERFACE_SYSTEM_INCLUDE_DIRECTORIES INTERFACE_LINK_OPTIONS
                 INTERFACE_LINK_DIRECTORIES)
  get_target_property(type ${from} TYPE)
  if(NOT type STREQUAL "INTERFACE_LIBRARY")
    list(APPEND properties COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FEATURES COMPILE_FLAGS INCLUDE_DIRECTORIES
         LINK_OPTIONS LINK_DIRECTORIES LINK_FLAGS DEFINE_SYMBOL ENABLE_EXPORTS POSITION_INDEPENDENT_CODE
         C_STANDARD C_STANDARD_REQUIRED C_EXTENSIONS CXX_STANDARD CXX_STANDARD_REQUIRED CXX_EXTENSIONS
         AUTOMOC AUTORCC AUTOUIC)
  endif()
  foreach(property IN LISTS properties)
    get_property(is_set TARGET ${from} PROPERTY ${property} SET)
    if(is_set)
      get_property(value TARGET ${from} PROPERTY ${property})
      set_property(TARGET ${to} PROPERTY ${property} "${value}")
    endif()
  endforeach()
  foreach(property LINK_LIBRARIES INTERFACE_LINK_LIBRARIES)
    get_property(value TARGET ${from} PROPERTY ${property})
    _revisit_map_libraries(value ${suffix} "${value}")
    set_property(TARGET ${to} PROPERTY ${property} "${value}")
  endforeach()
endfunction()

# Makes Revisit's compilers compile the target instead of the project's. Its assertions are enabled in every
# configuration. Warnings are off, because the project's own compilers gave them. The output file is called `name`, in a
# folder of the build folder.
function(_revisit_use_compilers target name folder)
  set_target_properties(${target} PROPERTIES
    C_COMPILER_LAUNCHER "${Revisit_CMAKE_DIR}/revisit-as;${Revisit_PREFIX}/bin/revisit-cc"
    C_LINKER_LAUNCHER "${Revisit_CMAKE_DIR}/revisit-as;${Revisit_PREFIX}/bin/revisit-cc"
    CXX_COMPILER_LAUNCHER "${Revisit_CMAKE_DIR}/revisit-as;${Revisit_PREFIX}/bin/revisit-c++"
    CXX_LINKER_LAUNCHER "${Revisit_CMAKE_DIR}/revisit-as;${Revisit_PREFIX}/bin/revisit-c++")
  set_property(TARGET ${target} APPEND PROPERTY COMPILE_OPTIONS -w -UNDEBUG)
  foreach(kind RUNTIME LIBRARY ARCHIVE)
    set_property(TARGET ${target} PROPERTY ${kind}_OUTPUT_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/${folder}")
  endforeach()
  set_property(TARGET ${target} PROPERTY OUTPUT_NAME ${name})
endfunction()

# Sets `out` to the instrumented build of `target`, which is created on first use; to `target` itself when it is
# imported, or when the whole project is built with Revisit's compilers. `suffix` is revisit, or revisit-model for model
# tests.
function(_revisit_instrumented out target suffix)
  get_target_property(real ${target} ALIASED_TARGET)
  if(real)
    set(target ${real})
  endif()
  get_target_property(imported ${target} IMPORTED)
  get_target_property(type ${target} TYPE)
  set(name ${target}.${suffix})
  _revisit_is_compiler(whole)
  if(suffix STREQUAL "revisit-model")
    set(whole FALSE) # its sources mean something else then
  endif()
  if(imported OR whole OR type STREQUAL "UNKNOWN_LIBRARY")
    set(name ${target})
  elseif(NOT TARGET ${name})
    if(type STREQUAL "EXECUTABLE")
      add_executable(${name})
    elseif(type STREQUAL "INTERFACE_LIBRARY")
      add_library(${name} INTERFACE)
    elseif(type MATCHES "^(STATIC|SHARED|OBJECT)_LIBRARY$")
      add_library(${name} ${CMAKE_MATCH_1} EXCLUDE_FROM_ALL)
    else()
      message(FATAL_ERROR "Revisit: ${target} (${type}) cannot be built for exploration; link a static, shared or object library")
    endif()
    _revisit_copy_properties(${target} ${name} ${suffix})
    if(NOT type STREQUAL "INTERFACE_LIBRARY")
      _revisit_map_sources(sources ${suffix} ${target})
      set_property(TARGET ${name} PROPERTY SOURCES "${sources}")
      _revisit_use_compilers(${name} ${target} ${suffix})
      if(NOT suffix STREQUAL "revisit-model" OR NOT type STREQUAL "EXECUTABLE")
        add_dependencies(${name} ${target}) # the sources that are generated for it are there then
      endif()
      if(suffix STREQUAL "revisit-model")
        set_property(TARGET ${name} APPEND PROPERTY COMPILE_DEFINITIONS REVISIT_MODEL_EXPLORED)
        get_target_property(folders ${name} INCLUDE_DIRECTORIES)
        if(NOT folders)
          set(folders)
        endif()
        set_property(TARGET ${name} PROPERTY INCLUDE_DIRECTORIES "${Revisit_PIECES}/model" ${folders})
      endif()
    endif()
  endif()
  set(${out} ${name} PARENT_SCOPE)
endfunction()
