#include "prepare/program_folder.h"

#include "base/cache_folder.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

namespace revisit {
namespace fs = std::filesystem;
namespace {

using Clock = std::chrono::system_clock;

constexpr const char* mark = ".cleaned"; // its time says when the cache was last cleaned
constexpr std::chrono::hours between{1}; // the interval between two cleanings

int lockFolder(const std::string& path, int how) {
  const int folder = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (folder >= 0 && flock(folder, how | LOCK_NB) != 0)
    return close(folder), -1;
  return folder;
}

// Folder names that mkdtemp creates here.
bool isProgramFolder(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  std::error_code code;
  return name.size() == 6 && std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0; }) &&
         !entry.is_symlink(code) && entry.is_directory(code);
}

struct Kept {
  fs::path path;
  Clock::time_point used;
  std::uintmax_t bytes = 0;
};

// A program's last use is the last access to its file, because running it reads the file.
Kept look(const fs::path& path) {
  Kept kept{path, {}, 0};
  const auto note = [&](const fs::path& file) {
    struct stat status{};
    if (lstat(file.c_str(), &status) != 0)
      return;
    kept.used = std::max(kept.used, Clock::from_time_t(std::max(status.st_mtime, status.st_atime)));
    kept.bytes += static_cast<std::uintmax_t>(status.st_blocks) * 512;
  };
  std::error_code code;
  for (fs::directory_iterator file(path, code), end; !code && file != end; file.increment(code))
    note(file->path());
  if (struct stat status{}; lstat(path.c_str(), &status) == 0) // this check does not count as a use
    kept.used = std::max(kept.used, Clock::from_time_t(status.st_mtime));
  return kept;
}

void removeUnlessHeld(const fs::path& path) {
  const int lock = lockFolder(path.string(), LOCK_EX);
  if (lock < 0)
    return;
  std::error_code code;
  fs::remove_all(path, code);
  close(lock);
}

bool isDue(const fs::path& cache) {
  const std::string path = (cache / mark).string();
  struct stat status{};
  if (stat(path.c_str(), &status) == 0 && Clock::now() - Clock::from_time_t(status.st_mtime) < between)
    return false;
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0)
    return false;
  futimens(file, nullptr);
  close(file);
  return true;
}

} // namespace

void cleanProgramFolders(const fs::path& cache, const CacheLimits& limits) {
  std::vector<Kept> all;
  std::error_code code;
  for (fs::directory_iterator entry(cache, code), end; !code && entry != end; entry.increment(code))
    if (isProgramFolder(*entry))
      all.push_back(look(entry->path()));
  std::ranges::sort(all, std::ranges::greater(), &Kept::used);
  const Clock::time_point now = Clock::now();
  std::uintmax_t bytes = 0;
  for (const Kept& kept : all) {
    bytes += kept.bytes;
    const auto unused = now - kept.used;
    if (unused > limits.unused || (bytes > limits.bytes && unused > limits.youngest))
      removeUnlessHeld(kept.path);
  }
}

Result<ProgramFolder> ProgramFolder::make() {
  const fs::path cache = cacheFolder();
  std::error_code code;
  fs::create_directories(cache, code);
  if (isDue(cache))
    cleanProgramFolders(cache);
  std::string path = (cache / "XXXXXX").string();
  if (!mkdtemp(path.data()))
    return Error{
        ErrorCode::NotFound, cache.string(),
        fmt::format("cannot make a folder for the compiled program ({}): set XDG_CACHE_HOME to a writable place",
                    std::strerror(errno))};
  const int lock = lockFolder(path, LOCK_SH);
  return ProgramFolder(std::move(path), lock);
}

ProgramFolder::ProgramFolder(ProgramFolder&& other) noexcept
    : m_path(std::move(other.m_path)), m_lock(std::exchange(other.m_lock, -1)) {}

ProgramFolder::~ProgramFolder() {
  if (m_lock >= 0)
    close(m_lock);
}

} // namespace revisit
