#include "runtime/services/special_files.h"

#include "runtime/services/file_turns.h"
#include "runtime/services/services.h"

#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>

namespace revisit::runtime {

namespace {

constexpr std::size_t randomBytes = 1 << 20; // the number of bytes that one opening of a random device yields
constexpr unsigned memoryDevices = 1, terminalDevices = 5;

bool g_random[maxDescriptors];

bool isMemoryDevice(dev_t device, std::initializer_list<unsigned> minors) {
  if (major(device) != memoryDevices)
    return false;
  for (const unsigned number : minors)
    if (minor(device) == number)
      return true;
  return false;
}

bool isOfTheSystem(const struct statfs& system) {
  for (const long magic : {long{PROC_SUPER_MAGIC}, long{SYSFS_MAGIC}, long{DEBUGFS_MAGIC}, long{TRACEFS_MAGIC},
                           long{CGROUP_SUPER_MAGIC}, long{CGROUP2_SUPER_MAGIC}, long{SECURITYFS_MAGIC}})
    if (system.f_type == magic)
      return true;
  return false;
}

bool tellsOfTheSystem(int file) {
  struct statfs system = {};
  return systemCall(SYS_fstatfs, static_cast<std::uint64_t>(file), word(&system)) == 0 && isOfTheSystem(system);
}

} // namespace

bool isOrdinary(const char* path, const struct stat& status) {
  struct statfs system = {};
  return (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) &&
         (systemCall(SYS_statfs, word(path), word(&system)) != 0 || !isOfTheSystem(system));
}

long statusOf(const char* path, struct stat& status) {
  return systemCall(SYS_stat, word(path), word(&status));
}

FileContent contentOfFile(int file) {
  struct stat status = {};
  if (systemCall(SYS_fstat, static_cast<std::uint64_t>(file), word(&status)) != 0)
    return FileContent::Fixed;
  if (S_ISCHR(status.st_mode) && isMemoryDevice(status.st_rdev, {8, 9}))
    return FileContent::Random;
  const bool isEmptyDevice = S_ISCHR(status.st_mode) &&
                             (isMemoryDevice(status.st_rdev, {3, 5, 7}) || major(status.st_rdev) == terminalDevices);
  const bool isFile = S_ISREG(status.st_mode) || S_ISDIR(status.st_mode);
  return (isFile && !tellsOfTheSystem(file)) || isEmptyDevice ? FileContent::Fixed : FileContent::Varying;
}

int openRandomness() {
  const int file = memfd_create("revisit-random", MFD_CLOEXEC);
  std::uint64_t chunk[chunkBytes / 8];
  std::uint64_t state = nextRandom();
  for (std::size_t at = 0; file >= 0 && at < randomBytes; at += sizeof chunk) {
    for (std::uint64_t& number : chunk) {
      state = state * 6364136223846793005ull + 1442695040888963407ull;
      number = state ^ (state >> 29);
    }
    systemCall(SYS_write, static_cast<std::uint64_t>(file), word(chunk), sizeof chunk);
  }
  systemCall(SYS_lseek, static_cast<std::uint64_t>(file), 0, SEEK_SET);
  return file;
}

void noteRandomness(int file) {
  if (file >= 0 && file < maxDescriptors)
    g_random[file] = true;
}

bool isRandomness(int file) {
  return file >= 0 && file < maxDescriptors && g_random[file];
}

} // namespace revisit::runtime
