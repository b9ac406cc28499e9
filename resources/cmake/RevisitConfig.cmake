# find_package(Revisit): revisit_add_check() and revisit_add_model_tests(), and the commands as imported programs
# Revisit::revisit, Revisit::cc and Revisit::c++. Works in an installation, wherever it was moved to, and in a build
# tree.
cmake_minimum_required(VERSION 3.21) # <LANG>_LINKER_LAUNCHER

# Resolves links: /lib may be a link to /usr/lib, and then its parent does not contain the programs.
get_filename_component(Revisit_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." REALPATH)
set(Revisit_CMAKE_DIR "${CMAKE_CURRENT_LIST_DIR}")
# As in the compilers: an installation has a separate folder for the tools.
if(EXISTS "${Revisit_PREFIX}/lib/revisit/revisit-instrument.so")
  set(Revisit_PIECES "${Revisit_PREFIX}/lib/revisit")
else()
  set(Revisit_PIECES "${Revisit_PREFIX}/lib")
endif()

foreach(_revisit_command revisit revisit-cc revisit-c++)
  if(NOT EXISTS "${Revisit_PREFIX}/bin/${_revisit_command}")
    set(Revisit_FOUND FALSE)
    set(Revisit_NOT_FOUND_MESSAGE "${Revisit_PREFIX}/bin/${_revisit_command} is missing: build or install Revisit completely")
    return()
  endif()
  string(REPLACE "revisit-" "" _revisit_target "Revisit::${_revisit_command}")
  if(NOT TARGET ${_revisit_target})
    add_executable(${_revisit_target} IMPORTED)
    set_target_properties(${_revisit_target} PROPERTIES IMPORTED_LOCATION "${Revisit_PREFIX}/bin/${_revisit_command}")
  endif()
endforeach()

include("${CMAKE_CURRENT_LIST_DIR}/RevisitInstrumented.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/RevisitTests.cmake")
