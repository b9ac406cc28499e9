#include "openmp_library.h"

#include "compiler_run.h"

#include <algorithm>
#include <array>
#include <unistd.h>

namespace revisit::instrument {

bool findsOpenMpLibrary(const CommandLine& asked, const Toolchain& toolchain) {
  static constexpr std::array Names = {"libomp.so", "libomp.a"};
  return std::any_of(Names.begin(), Names.end(), [&](const std::string name) {
    const auto isIn = [&](const std::string& folder) { return access((folder + '/' + name).c_str(), R_OK) == 0; };
    // The compiler answers with the name alone if none of its folders has it.
    return std::any_of(asked.libraryPaths.begin(), asked.libraryPaths.end(), isIn) ||
           outputOf({toolchain.compiler, "-print-file-name=" + name}).starts_with('/');
  });
}

} // namespace revisit::instrument
