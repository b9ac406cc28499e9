// Copies of files, links and folders; like operations.cpp.
#include "operations.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace std {
inline namespace __1 {
inline namespace __fs {
namespace filesystem {

static bool has(copy_options options, copy_options part) {
  return (options & part) != copy_options::none;
}

static bool isNewer(const struct stat& one, const struct stat& other) {
  return one.st_mtim.tv_sec != other.st_mtim.tv_sec ? one.st_mtim.tv_sec > other.st_mtim.tv_sec
                                                    : one.st_mtim.tv_nsec > other.st_mtim.tv_nsec;
}

static bool copyContent(const path& from, const path& to, int more) {
  struct stat found;
  const int in = ::open(from.c_str(), O_RDONLY | O_CLOEXEC);
  if (in < 0)
    return false;
  const mode_t mode = ::fstat(in, &found) == 0 ? found.st_mode & 07777 : 0666;
  const int out = ::open(to.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | more, mode);
  bool isDone = out >= 0 && ((more & O_EXCL) != 0 || ::fchmod(out, mode) == 0);
  char chunk[4096];
  ssize_t got = 0;
  while (isDone && (got = ::read(in, chunk, sizeof chunk)) > 0)
    isDone = ::write(out, chunk, static_cast<size_t>(got)) == got;
  isDone = isDone && got == 0;
  const int problem = errno;
  if (out >= 0)
    ::close(out);
  ::close(in);
  errno = problem;
  return isDone;
}

bool __copy_file(const path& from, const path& to, copy_options options, error_code* problem) {
  const Report report("copy_file", problem, &from, &to);
  struct stat source, target;
  if (::stat(from.c_str(), &source) != 0)
    return report.error(false);
  if (!S_ISREG(source.st_mode))
    return report.error(make_error_code(errc::not_supported), false);
  const bool exists = ::stat(to.c_str(), &target) == 0;
  if (exists && !S_ISREG(target.st_mode))
    return report.error(make_error_code(errc::not_supported), false);
  if (exists && source.st_ino == target.st_ino && source.st_dev == target.st_dev)
    return report.error(make_error_code(errc::file_exists), false);
  const bool updates = has(options, copy_options::update_existing);
  if (exists && (has(options, copy_options::skip_existing) || (updates && !isNewer(source, target))))
    return false;
  if (exists && !updates && !has(options, copy_options::overwrite_existing))
    return report.error(make_error_code(errc::file_exists), false);
  return copyContent(from, to, exists ? O_TRUNC : O_EXCL) || report.error(false);
}

void __copy_symlink(const path& from, const path& to, error_code* problem) {
  const path target = __read_symlink(from, problem);
  if (!problem || !*problem)
    __create_symlink(target, to, problem);
}

// Part by part as the standard says ([fs.op.copy]).
void __copy(const path& from, const path& to, copy_options options, error_code* problem) {
  const Report report("copy", problem, &from, &to);
  const bool makesLinks = has(options, copy_options::create_symlinks) || has(options, copy_options::skip_symlinks);
  error_code none;
  const file_status source =
      makesLinks || has(options, copy_options::copy_symlinks) ? __symlink_status(from, &none) : __status(from, &none);
  if (!exists(source)) {
    report.error(none ? none : make_error_code(errc::no_such_file_or_directory), false);
    return;
  }
  const file_status target = makesLinks ? __symlink_status(to, &none) : __status(to, &none);
  if (exists(target) && __equivalent(from, to, &none)) {
    report.error(make_error_code(errc::file_exists), false);
  } else if (is_other(source) || is_other(target)) {
    report.error(make_error_code(errc::not_supported), false);
  } else if (is_directory(source) && is_regular_file(target)) {
    report.error(make_error_code(errc::is_a_directory), false);
  } else if (is_symlink(source)) {
    if (has(options, copy_options::skip_symlinks))
      return;
    if (!exists(target))
      __copy_symlink(from, to, problem);
    else
      report.error(make_error_code(errc::file_exists), false);
  } else if (is_regular_file(source)) {
    if (has(options, copy_options::directories_only))
      return;
    if (has(options, copy_options::create_symlinks))
      __create_symlink(from, to, problem);
    else if (has(options, copy_options::create_hard_links))
      __create_hard_link(from, to, problem);
    else
      __copy_file(from, is_directory(target) ? to / from.filename() : to, options, problem);
  } else if (is_directory(source) && has(options, copy_options::create_symlinks)) {
    report.error(make_error_code(errc::is_a_directory), false);
  } else if (is_directory(source) && (has(options, copy_options::recursive) || options == copy_options::none)) {
    if (!exists(target))
      __create_directory(to, from, problem);
    if (problem && *problem)
      return;
    directory_iterator entry = problem ? directory_iterator(from, *problem) : directory_iterator(from);
    while ((!problem || !*problem) && entry != directory_iterator()) {
      __copy(entry->path(), to / entry->path().filename(), options | copy_options::__in_recursive_copy, problem);
      if (problem && !*problem)
        entry.increment(*problem);
      else if (!problem)
        ++entry;
    }
  }
}

} // namespace filesystem
} // namespace __fs
} // namespace __1
} // namespace std
