// Operations on files, which are compiled into libc++. They are in instrumented code here, so that their calls are
// those of the program.
#include "operations.h"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace std {
inline namespace __1 {
inline namespace __fs {
namespace filesystem {

namespace {

file_type typeOf(mode_t mode) {
  switch (mode & S_IFMT) {
  case S_IFREG:
    return file_type::regular;
  case S_IFDIR:
    return file_type::directory;
  case S_IFLNK:
    return file_type::symlink;
  case S_IFBLK:
    return file_type::block;
  case S_IFCHR:
    return file_type::character;
  case S_IFIFO:
    return file_type::fifo;
  case S_IFSOCK:
    return file_type::socket;
  default:
    return file_type::unknown;
  }
}

using Stat = int(const char*, struct stat*);

file_status statusBy(Stat* call, const char* name, const path& p, error_code* to) {
  struct stat found;
  if (call(p.c_str(), &found) == 0) {
    if (to)
      to->clear();
    return file_status(typeOf(found.st_mode), static_cast<perms>(found.st_mode) & perms::mask);
  }
  const error_code problem(errno, generic_category());
  if (problem.value() == ENOENT || problem.value() == ENOTDIR) {
    if (to)
      *to = problem;
    return file_status(file_type::not_found);
  }
  return Report(name, to, &p).error(problem, file_status(file_type::none));
}

bool isFolder(const path& p) {
  struct stat found;
  return ::stat(p.c_str(), &found) == 0 && S_ISDIR(found.st_mode);
}

} // namespace

file_status __status(const path& p, error_code* to) {
  return statusBy(::stat, "posix_stat", p, to);
}

file_status __symlink_status(const path& p, error_code* to) {
  return statusBy(::lstat, "posix_lstat", p, to);
}

uintmax_t __file_size(const path& p, error_code* to) {
  const Report report("file_size", to, &p);
  struct stat found;
  if (::stat(p.c_str(), &found) != 0)
    return report.error(uintmax_t(-1));
  if (S_ISREG(found.st_mode))
    return static_cast<uintmax_t>(found.st_size);
  return report.error(make_error_code(S_ISDIR(found.st_mode) ? errc::is_a_directory : errc::not_supported),
                      uintmax_t(-1));
}

uintmax_t __hard_link_count(const path& p, error_code* to) {
  const Report report("hard_link_count", to, &p);
  struct stat found;
  return ::stat(p.c_str(), &found) == 0 ? found.st_nlink : report.error(uintmax_t(-1));
}

bool __equivalent(const path& one, const path& other, error_code* to) {
  const Report report("equivalent", to, &one, &other);
  struct stat first, second;
  if (::stat(one.c_str(), &first) != 0 || ::stat(other.c_str(), &second) != 0)
    return report.error(false);
  return first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

static bool makeFolder(const path& p, mode_t mode, const Report& report) {
  if (::mkdir(p.c_str(), mode) == 0)
    return true;
  const error_code problem(errno, generic_category());
  return problem.value() == EEXIST && isFolder(p) ? false : report.error(problem, false);
}

bool __create_directory(const path& p, error_code* to) {
  return makeFolder(p, 0777, Report("create_directory", to, &p));
}

// With the permissions of another folder.
bool __create_directory(const path& p, const path& like, error_code* to) {
  const Report report("create_directory", to, &p, &like);
  struct stat found;
  if (::stat(like.c_str(), &found) != 0)
    return report.error(false);
  if (!S_ISDIR(found.st_mode))
    return report.error(make_error_code(errc::not_a_directory), false);
  return makeFolder(p, found.st_mode & 07777, report);
}

bool __create_directories(const path& p, error_code* to) {
  const Report report("create_directories", to, &p);
  if (isFolder(p))
    return false;
  const path around = p.parent_path();
  if (!around.empty() && !isFolder(around)) {
    error_code problem;
    __create_directories(around, &problem);
    if (problem)
      return report.error(problem, false);
  }
  return __create_directory(p, to);
}

void __create_symlink(const path& target, const path& link, error_code* to) {
  const Report report("create_symlink", to, &target, &link);
  if (::symlink(target.c_str(), link.c_str()) != 0)
    report.error(false);
}

void __create_directory_symlink(const path& target, const path& link, error_code* to) {
  const Report report("create_directory_symlink", to, &target, &link);
  if (::symlink(target.c_str(), link.c_str()) != 0)
    report.error(false);
}

void __create_hard_link(const path& target, const path& link, error_code* to) {
  const Report report("create_hard_link", to, &target, &link);
  if (::link(target.c_str(), link.c_str()) != 0)
    report.error(false);
}

path __read_symlink(const path& p, error_code* to) {
  const Report report("read_symlink", to, &p);
  char text[PATH_MAX];
  const ssize_t length = ::readlink(p.c_str(), text, sizeof text);
  if (length == sizeof text)
    return report.error(make_error_code(errc::filename_too_long), path());
  return length >= 0 ? path(text, text + length) : report.error(path());
}

path __current_path(error_code* to) {
  const Report report("current_path", to);
  char text[4096];
  return ::getcwd(text, sizeof text) ? path(text) : report.error(path());
}

void __current_path(const path& p, error_code* to) {
  const Report report("current_path", to, &p);
  if (::chdir(p.c_str()) != 0)
    report.error(false);
}

path __absolute(const path& p, error_code* to) {
  const Report report("absolute", to, &p);
  return p.is_absolute() ? p : __current_path(to) / p;
}

path __canonical(const path& p, error_code* to) {
  const Report report("canonical", to, &p);
  char text[4096];
  return ::realpath(p.c_str(), text) ? path(text) : report.error(path());
}

// The canonical path of what exists at its beginning, and the rest as it is.
path __weakly_canonical(const path& p, error_code* to) {
  const Report report("weakly_canonical", to, &p);
  path existing, rest;
  bool isWhole = true; // so far all exists
  for (const path& element : p) {
    error_code problem;
    if (isWhole) {
      const file_status found = __status(existing / element, &problem);
      if (found.type() == file_type::none)
        return report.error(problem, path());
      if (exists(found)) {
        existing /= element;
        continue;
      }
      isWhole = false;
    }
    rest /= element;
  }
  if (!existing.empty()) {
    error_code problem;
    existing = __canonical(existing, &problem);
    if (problem)
      return report.error(problem, path());
  }
  return isWhole ? existing : (existing / rest).lexically_normal();
}

space_info __space(const path& p, error_code* to) {
  const Report report("space", to, &p);
  struct statvfs found;
  constexpr uintmax_t unknown = static_cast<uintmax_t>(-1);
  if (::statvfs(p.c_str(), &found) != 0)
    return report.error(space_info{unknown, unknown, unknown});
  return {found.f_blocks * found.f_frsize, found.f_bfree * found.f_frsize, found.f_bavail * found.f_frsize};
}

_FilesystemClock::time_point _FilesystemClock::now() noexcept {
  return time_point(chrono::system_clock::now().time_since_epoch());
}

file_time_type __last_write_time(const path& p, error_code* to) {
  const Report report("last_write_time", to, &p);
  struct stat found;
  if (::stat(p.c_str(), &found) != 0)
    return report.error(file_time_type::min());
  return file_time_type(chrono::seconds(found.st_mtim.tv_sec) + chrono::nanoseconds(found.st_mtim.tv_nsec));
}

void __last_write_time(const path& p, file_time_type time, error_code* to) {
  const Report report("last_write_time", to, &p);
  constexpr auto most = chrono::nanoseconds::max(); // of the machine's files
  if (time.time_since_epoch() > most || time.time_since_epoch() < -most) {
    report.error(make_error_code(errc::value_too_large), false);
    return;
  }
  const auto seconds = chrono::floor<chrono::seconds>(time.time_since_epoch());
  const timespec times[] = {
      {0, UTIME_OMIT},
      {static_cast<time_t>(seconds.count()), static_cast<long>((time.time_since_epoch() - seconds).count())}};
  if (::utimensat(AT_FDCWD, p.c_str(), times, 0) != 0)
    report.error(false);
}

path __temp_directory_path(error_code* to) {
  const Report report("temp_directory_path", to);
  const char* found = nullptr;
  for (const char* name : {"TMPDIR", "TMP", "TEMP", "TEMPDIR"})
    if (!found)
      found = ::getenv(name);
  const path p(found ? found : "/tmp");
  return isFolder(p) ? p : report.error(make_error_code(errc::not_a_directory), path());
}

bool __remove(const path& p, error_code* to) {
  const Report report("remove", to, &p);
  if (::remove(p.c_str()) == 0)
    return true;
  return errno != ENOENT ? report.error(false) : false;
}

void __rename(const path& from, const path& to, error_code* problem) {
  const Report report("rename", problem, &from, &to);
  if (::rename(from.c_str(), to.c_str()) != 0)
    report.error(false);
}

void __resize_file(const path& p, uintmax_t bytes, error_code* to) {
  const Report report("resize_file", to, &p);
  if (::truncate(p.c_str(), static_cast<off_t>(bytes)) != 0)
    report.error(false);
}

void __permissions(const path& p, perms wanted, perm_options how, error_code* to) {
  const Report report("permissions", to, &p);
  const auto has = [&](perm_options part) { return (how & part) == part; };
  const bool followsNot = has(perm_options::nofollow);
  struct stat found;
  if ((followsNot ? ::lstat(p.c_str(), &found) : ::stat(p.c_str(), &found)) != 0) {
    report.error(false);
    return;
  }
  const perms before = static_cast<perms>(found.st_mode) & perms::mask;
  wanted &= perms::mask;
  if (has(perm_options::add))
    wanted |= before;
  else if (has(perm_options::remove))
    wanted = before & ~wanted;
  if (::fchmodat(AT_FDCWD, p.c_str(), static_cast<mode_t>(wanted), followsNot ? AT_SYMLINK_NOFOLLOW : 0) != 0)
    report.error(false);
}

} // namespace filesystem
} // namespace __fs
} // namespace __1
} // namespace std
