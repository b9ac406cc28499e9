# Revisit's own CMake package in the build tree, with the same use as in an installation.
include(CMakePackageConfigHelpers)
set(REVISIT_PACKAGE ${CMAKE_BINARY_DIR}/lib/cmake/Revisit)
set(REVISIT_PACKAGE_FILES RevisitConfig.cmake RevisitInstrumented.cmake RevisitTests.cmake)
set(REVISIT_PACKAGE_PROGRAMS revisit-as revisit-expect)
foreach(file IN LISTS REVISIT_PACKAGE_FILES REVISIT_PACKAGE_PROGRAMS)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/${file} ${REVISIT_PACKAGE}/${file} COPYONLY)
endforeach()
write_basic_package_version_file(${REVISIT_PACKAGE}/RevisitConfigVersion.cmake COMPATIBILITY SameMinorVersion)
