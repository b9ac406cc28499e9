#include "runtime/machine/made_up_files.h"

#include "runtime/services/processors.h"
#include "runtime/services/services.h"
#include "runtime/trace/raw.h"

#include <algorithm>
#include <climits>
#include <cstdio>
#include <fcntl.h>
#include <string_view>
#include <unistd.h>

namespace revisit::runtime {

namespace {

constexpr std::string_view processors = "0-3\n";
static_assert(pretendedProcessors == 4);

// Names without a content stand for one that is written by a function.
struct MadeUp {
  std::string_view path, content;
};
constexpr MadeUp files[] = {{"/proc/cpuinfo", {}},
                            {"/proc/meminfo",
                             "MemTotal:        4194304 kB\nMemFree:         4194304 kB\nMemAvailable:    4194304 kB\n"
                             "Buffers:               0 kB\nCached:                0 kB\nSwapCached:            0 kB\n"
                             "SwapTotal:             0 kB\nSwapFree:              0 kB\nHugePages_Total:       0\n"
                             "HugePages_Free:        0\nHugepagesize:       2048 kB\n"},
                            {"/proc/loadavg", "0.00 0.00 0.00 1/1 4242\n"},
                            {"/proc/self/cgroup", "0::/\n"},
                            {"/proc/self/cmdline", {}},
                            {"/proc/self/comm", {}},
                            {"/proc/self/mountinfo", "1 0 8:1 / / rw - ext4 /dev/root rw\n"},
                            {"/proc/self/mounts", "/dev/root / ext4 rw 0 0\n"},
                            {"/proc/self/oom_score_adj", "0\n"},
                            {"/proc/self/statm", "4096 1024 512 16 0 512 0\n"},
                            {"/proc/sys/fs/file-max", "1048576\n"},
                            {"/proc/sys/fs/inotify/max_user_watches", "0\n"},
                            {"/proc/sys/fs/nr_open", "1048576\n"},
                            {"/proc/sys/fs/pipe-max-size", "1048576\n"},
                            {"/proc/sys/kernel/osrelease", "5.4.0\n"},
                            {"/proc/sys/kernel/ostype", "Linux\n"},
                            {"/proc/sys/kernel/pid_max", "32768\n"},
                            {"/proc/sys/kernel/threads-max", "32768\n"},
                            {"/proc/sys/net/core/rmem_max", "212992\n"},
                            {"/proc/sys/net/core/somaxconn", "4096\n"},
                            {"/proc/sys/net/core/wmem_max", "212992\n"},
                            {"/proc/sys/vm/max_map_count", "65530\n"},
                            {"/proc/sys/vm/nr_hugepages", "0\n"},
                            {"/proc/sys/vm/overcommit_memory", "0\n"},
                            {"/sys/devices/system/cpu/online", processors},
                            {"/sys/devices/system/cpu/possible", processors},
                            {"/sys/devices/system/cpu/present", processors},
                            {"/sys/devices/system/node/online", "0\n"},
                            {"/sys/devices/system/node/possible", "0\n"},
                            {"/sys/fs/cgroup/cgroup.controllers", "cpu memory pids\n"},
                            {"/sys/fs/cgroup/cpu.max", "max 100000\n"},
                            {"/sys/fs/cgroup/memory.max", "max\n"},
                            {"/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n"},
                            {"/sys/kernel/mm/transparent_hugepage/hpage_pmd_size", "2097152\n"}};

constexpr std::string_view ownFolder = "/proc/self", program = "/proc/self/exe", workingFolder = "/proc/self/cwd";

const MadeUp* fileAt(std::string_view path) {
  const auto* const found =
      std::find_if(std::begin(files), std::end(files), [&](const MadeUp& one) { return one.path == path; });
  return found == std::end(files) ? nullptr : found;
}

bool isAround(std::string_view folder, std::string_view path) {
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

std::size_t writeProcessors(char* to, std::size_t room) {
  std::size_t bytes = 0;
  for (int number = 0; number < pretendedProcessors && bytes < room; number++)
    bytes += static_cast<std::size_t>(std::snprintf(
        to + bytes, room - bytes,
        "processor\t: %d\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 15\nmodel name\t: x86-64\n"
        "stepping\t: 0\ncpu MHz\t\t: 2000.000\ncache size\t: 4096 KB\nphysical id\t: 0\nsiblings\t: %d\ncore id\t\t: "
        "%d\n"
        "cpu cores\t: %d\nflags\t\t: fpu tsc cx8 cmov mmx fxsr sse sse2 syscall nx lm\n\n",
        number, pretendedProcessors, number, pretendedProcessors));
  return std::min(bytes, room);
}

std::size_t writeReal(const char* path, char* to, std::size_t room) {
  const long file = systemCall(SYS_open, word(path), O_RDONLY | O_CLOEXEC);
  const long bytes = file < 0 ? 0 : systemCall(SYS_read, static_cast<std::uint64_t>(file), word(to), room);
  if (file >= 0)
    systemCall(SYS_close, static_cast<std::uint64_t>(file));
  return bytes < 0 ? 0 : static_cast<std::size_t>(bytes);
}

} // namespace

const char* pathInstead(const char* path) {
  static char instead[PATH_MAX];
  char own[32];
  const auto bytes = static_cast<std::size_t>(std::snprintf(own, sizeof own, "/proc/%d", getpid()));
  const std::string_view given = path;
  if (!given.starts_with(own) || (given.size() > bytes && given[bytes] != '/') ||
      given.size() - bytes + ownFolder.size() >= sizeof instead)
    return path;
  __builtin_memcpy(instead, ownFolder.data(), ownFolder.size());
  __builtin_memcpy(instead + ownFolder.size(), path + bytes, given.size() - bytes + 1);
  return instead;
}

mode_t madeUpKind(const char* path) {
  const std::string_view given = path;
  if (given == program || given == workingFolder)
    return S_IFLNK;
  if (fileAt(given) != nullptr)
    return S_IFREG;
  const bool isFolder = given == ownFolder || std::any_of(std::begin(files), std::end(files),
                                                          [&](const MadeUp& one) { return isAround(given, one.path); });
  return isFolder ? S_IFDIR : 0;
}

struct stat madeUpStatus(const char* path, mode_t kind) {
  struct stat status = {};
  status.st_dev = 2;
  status.st_ino = 1;
  for (const char* at = path; *at != 0; at++)
    status.st_ino = status.st_ino * 31 + static_cast<unsigned char>(*at);
  status.st_mode = kind | (kind == S_IFDIR ? 0555u : kind == S_IFLNK ? 0777u : 0444u);
  status.st_nlink = kind == S_IFDIR ? 2 : 1;
  status.st_blksize = 4096;
  return status;
}

std::size_t madeUpContent(const char* path, char* to, std::size_t room) {
  const std::string_view given = path;
  if (given == program || given == workingFolder) {
    const long bytes = systemCall(SYS_readlink, word(path), word(to), room);
    return bytes < 0 ? 0 : static_cast<std::size_t>(bytes);
  }
  const MadeUp* const file = fileAt(given);
  if (file == nullptr)
    return 0;
  if (given == "/proc/cpuinfo")
    return writeProcessors(to, room);
  if (file->content.empty()) // the same in every run of the program
    return writeReal(path, to, room);
  const std::size_t bytes = std::min(room, file->content.size());
  __builtin_memcpy(to, file->content.data(), bytes);
  return bytes;
}

} // namespace revisit::runtime
