#include "ranks/mpi_module.h"

#include "ranks/mpi/mpi_entry.h"

#include <fmt/format.h>

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <vector>

namespace revisit {
namespace fs = std::filesystem;

namespace {

#ifndef REVISIT_MPI_LIBRARY // built without MPI: there is no module either
#define REVISIT_MPI_LIBRARY "libmpi.so"
#endif

constexpr std::string_view moduleName = "revisit-mpi.so";

fs::path findModule() {
  std::error_code code;
  const fs::path self = fs::read_symlink("/proc/self/exe", code);
  const fs::path libraries = self.parent_path().parent_path() / "lib";
  for (const fs::path& folder : {libraries / "revisit", libraries}) // in an installation and in a build tree
    if (fs::path module = folder / moduleName; fs::exists(module, code))
      return module;
  return {};
}

} // namespace

Result<std::unique_ptr<Ranks>> openMpiRanks() {
  const fs::path module = findModule();
  if (module.empty())
    return Error{ErrorCode::NotFound, "--distributed",
                 fmt::format("{} is missing: this Revisit was built without MPI; install Open MPI with its headers "
                             "(Debian: libopenmpi-dev, openmpi-bin) and build it again",
                             moduleName)};
  // The module and MPI's own plug-ins look for its symbols.
  if (!dlopen(REVISIT_MPI_LIBRARY, RTLD_NOW | RTLD_GLOBAL))
    return Error{
        ErrorCode::NotFound, "--distributed",
        fmt::format("{} cannot be loaded; install Open MPI (Debian: openmpi-bin): {}", REVISIT_MPI_LIBRARY, dlerror())};
  void* const handle = dlopen(module.c_str(), RTLD_NOW);
  if (!handle)
    return Error{ErrorCode::NotFound, module.string(), fmt::format("cannot be loaded: {}", dlerror())};
  const auto open = reinterpret_cast<OpenMpi*>(dlsym(handle, REVISIT_OPEN_MPI));
  if (!open)
    return Error{ErrorCode::NotFound, module.string(), "this is the module of another version; install Revisit again"};
  std::string failure;
  std::unique_ptr<Ranks> ranks(open(failure));
  if (!ranks)
    return Error{ErrorCode::TargetFailed, "--distributed", failure};
  return ranks;
}

bool isFirstProcess() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"})
    if (const char* const rank = std::getenv(name))
      return std::string_view(rank) == "0";
  return true;
}

bool hidesExitStatus() { // mpirun --enable-recovery, of Open MPI 4.1
  const char* const recovers = std::getenv("OMPI_MCA_orte_enable_recovery");
  return recovers && std::string_view(recovers) != "0" && std::string_view(recovers) != "false";
}

void leaveOutLauncher() {
  std::vector<std::string> names;
  for (char** entry = environ; *entry != nullptr; entry++) {
    const std::string_view text = *entry;
    for (const std::string_view prefix : {"OMPI_", "PMIX_", "PMI_", "PRTE_", "ORTE_", "IPATH_NO_BACKTRACE", "HFI_NO_"})
      if (text.starts_with(prefix))
        names.emplace_back(text.substr(0, text.find('=')));
  }
  for (const std::string& name : names)
    unsetenv(name.c_str());
}

} // namespace revisit
