// The cache of programs that `check` compiled, which witnesses still need: each has a separate folder and stays at the
// same path for all its runs. Old ones are cleaned up. Thread rule: any thread; other processes may do the same at the
// same time.
#pragma once

#include "base/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

namespace revisit {

// A new, empty folder. No cleaning removes it while this object exists. The folder stays afterwards.
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
  std::chrono::hours unused{24 * 30};             // how long an unused program is kept
  std::uintmax_t bytes = std::uintmax_t{1} << 30; // of all programs together: the most recently used ones are kept
  std::chrono::hours youngest{1};                 // a program used more recently than this is kept, whatever the sum
};

// Removes what exceeds the limits, but nothing that a ProgramFolder of any process holds. Only considers folders made
// by ProgramFolder::make. O(files in the cache).
void cleanProgramFolders(const std::filesystem::path& cache, const CacheLimits& limits = {});

} // namespace revisit
