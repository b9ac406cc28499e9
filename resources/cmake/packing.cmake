# `cpack` in the build folder creates revisit_VERSION_amd64.deb, for the Debian release on which it is built.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME revisit)
set(CPACK_PACKAGE_VENDOR Revisit)
set(CPACK_PACKAGE_CONTACT "Revisit <revisit@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGE_DESCRIPTION
"Explores every behaviour of a C or C++ program with threads that differs, for
all schedules and inputs, and either says that all are fine or writes a file
that does the execution with the bug again, in a debugger too. With compilers
that stand in for a project's own, a CMake package, and a desktop window.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
# Linked libraries are found automatically. These packages are programs that Revisit starts, and what it compiles
# programs with.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
string(CONCAT CPACK_DEBIAN_PACKAGE_DEPENDS
       "clang-${LLVM_VERSION_MAJOR}, lld-${LLVM_VERSION_MAJOR}, lldb-${LLVM_VERSION_MAJOR}, "
       "libc++-${LLVM_VERSION_MAJOR}-dev, libc++abi-${LLVM_VERSION_MAJOR}-dev, libc6-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake (>= 3.21), libgtest-dev, openmpi-bin")
include(CPack)
