# What is installed, and where. Programs find their pieces relative to themselves, so the installation can be moved:
#   bin                     the commands and the window
#   include                 what programs include
#   lib/revisit             what the commands load, link and include
#   lib/cmake/Revisit       find_package(Revisit)
#   share/revisit/manual    the pages of `revisit help`
set(CMAKE_SKIP_INSTALL_RPATH ON) # every shared library is the system's, or is named in full
set(REVISIT_PIECES lib/revisit)
# The window is a separate component: `cmake --install build --component commands` leaves it out.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME commands)

install(TARGETS revisit revisit_cc revisit_cxx RUNTIME DESTINATION bin)
install(TARGETS revisit_instrument revisit_lldb LIBRARY DESTINATION ${REVISIT_PIECES})
# MPI is loaded only where it is used, so the package does not need it.
if(TARGET revisit_mpi)
  install(TARGETS revisit_mpi LIBRARY DESTINATION ${REVISIT_PIECES})
endif()
# Not stripped, because the engine and debuggers need its symbols.
install(FILES $<TARGET_FILE:revisit-runtime> DESTINATION ${REVISIT_PIECES})
install(FILES ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/librevisit-c.a ${CMAKE_ARCHIVE_OUTPUT_DIRECTORY}/librevisit-cxx.a
        DESTINATION ${REVISIT_PIECES})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/engine/library/cxx/include/ DESTINATION ${REVISIT_PIECES}/c++)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/engine/library/model DESTINATION ${REVISIT_PIECES})
install(FILES ${PROJECT_SOURCE_DIR}/engine/library/openmp/omp.h ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/openmp/libomp.a
              ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/openmp/libiomp5.a DESTINATION ${REVISIT_PIECES}/openmp)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/engine/library/include/ DESTINATION include)

list(TRANSFORM REVISIT_PACKAGE_FILES PREPEND ${REVISIT_PACKAGE}/)
list(TRANSFORM REVISIT_PACKAGE_PROGRAMS PREPEND ${REVISIT_PACKAGE}/)
install(FILES ${REVISIT_PACKAGE_FILES} ${REVISIT_PACKAGE}/RevisitConfigVersion.cmake DESTINATION lib/cmake/Revisit)
install(PROGRAMS ${REVISIT_PACKAGE_PROGRAMS} DESTINATION lib/cmake/Revisit)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/resources/manual DESTINATION share/revisit FILES_MATCHING PATTERN "*.md")

set(REVISIT_DOCUMENTS share/doc/revisit)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/engine/witness/FORMAT.md
              ${PROJECT_SOURCE_DIR}/engine/check/REPORT.md DESTINATION ${REVISIT_DOCUMENTS})
install(FILES ${PROJECT_SOURCE_DIR}/lldb-plugin/README.md DESTINATION ${REVISIT_DOCUMENTS}/lldb-plugin)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${REVISIT_DOCUMENTS} RENAME copyright)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples DESTINATION ${REVISIT_DOCUMENTS}
        PATTERN quickstart.sh EXCLUDE PATTERN "*.revisit" EXCLUDE)

if(TARGET revisit-gui)
  install(TARGETS revisit-gui RUNTIME DESTINATION bin COMPONENT window OPTIONAL)
  install(FILES ${PROJECT_SOURCE_DIR}/resources/revisit.desktop DESTINATION share/applications
          COMPONENT window)
  install(FILES ${PROJECT_SOURCE_DIR}/resources/revisit.svg DESTINATION share/icons/hicolor/scalable/apps
          COMPONENT window)
endif()
