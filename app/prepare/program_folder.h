// Where programs that are compiled on the spot live as long as a witness needs them: each in a folder of its own, in
// one cache. They must lie at the same path whenever they run. Old ones are cleaned up. Thread rule: any thread; other
// processes may do the same at the same time.
#pragma once

#include "base/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

namespace revisit {

// A new, empty folder, which no cleaning removes as long as this lives. It stays when this is gone.
class ProgramFolder {
public:
  static Result<ProgramFolder> make();
  ProgramFolder(ProgramFolder&& other) noexcept;
  ProgramFolder& operator=(ProgramFolder&&) = delete;
  ~ProgramFolder();

  const std::string& path() const { return m_path; }

private:
  ProgramFolder(std::string path, int lock) : m_path(std::move(path)), m_lock(lock) {}

  std::string m_path;
  int m_lock = -1; // an open file that holds the lock
};

struct CacheLimits {
  std::chrono::hours unused{24 * 30};             // how long a program is kept that nothing runs
  std::uintmax_t bytes = std::uintmax_t{1} << 30; // of all together: the ones that were used last stay
  std::chrono::hours youngest{1};                 // a program that was used since then is kept, whatever the sum
};

// Removes what is beyond the limits, but nothing that a ProgramFolder of any process holds. Looks only at folders that
// ProgramFolder::make made. O(files in the cache).
void cleanProgramFolders(const std::filesystem::path& cache, const CacheLimits& limits = {});

} // namespace revisit
