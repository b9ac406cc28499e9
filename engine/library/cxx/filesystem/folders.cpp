// Lists of folders, and what is done to all that is in one; like operations.cpp.
#include "operations.h"

#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace std {
inline namespace __1 {
inline namespace __fs {
namespace filesystem {

class __dir_stream {
public:
  __dir_stream(const path& folder, DIR* stream) : m_folder(folder), m_stream(stream) {}
  ~__dir_stream() { ::closedir(m_stream); }
  __dir_stream(const __dir_stream&) = delete;
  __dir_stream& operator=(const __dir_stream&) = delete;

  // False: there is no further entry.
  bool next() {
    for (;;) {
      const dirent* const found = ::readdir(m_stream);
      if (!found)
        return false;
      if (strcmp(found->d_name, ".") == 0 || strcmp(found->d_name, "..") == 0)
        continue;
      entry.__assign_iter_entry(m_folder / found->d_name, directory_entry::__create_iter_result(typeOf(*found)));
      return true;
    }
  }

  directory_entry entry;

private:
  static file_type typeOf(const dirent& found) {
    return found.d_type == DT_DIR   ? file_type::directory
           : found.d_type == DT_REG ? file_type::regular
           : found.d_type == DT_LNK ? file_type::symlink
                                    : file_type::none;
  }

  path m_folder;
  DIR* m_stream;
};

directory_iterator::directory_iterator(const path& p, error_code* to, directory_options options) {
  const Report report("directory_iterator::directory_iterator(...)", to, &p);
  DIR* const stream = ::opendir(p.c_str());
  if (!stream) {
    const bool isSkipped =
        errno == EACCES && (options & directory_options::skip_permission_denied) != directory_options::none;
    if (!isSkipped)
      report.error(false);
    return;
  }
  __imp_ = make_shared<__dir_stream>(p, stream);
  if (!__imp_->next())
    __imp_.reset();
}

directory_iterator& directory_iterator::__increment(error_code* to) {
  if (to)
    to->clear();
  if (!__imp_->next())
    __imp_.reset();
  return *this;
}

const directory_entry& directory_iterator::__dereference() const {
  return __imp_->entry;
}

// Nothing is kept of what was found: each question asks again.
error_code directory_entry::__do_refresh() noexcept {
  __data_.__reset();
  struct stat found;
  return ::lstat(__p_.c_str(), &found) == 0 ? error_code() : error_code(errno, generic_category());
}

bool __fs_is_empty(const path& p, error_code* to) {
  const Report report("is_empty", to, &p);
  struct stat found;
  if (::stat(p.c_str(), &found) != 0)
    return report.error(false);
  if (!S_ISDIR(found.st_mode))
    return found.st_size == 0;
  return directory_iterator(p) == directory_iterator();
}

// Returns how many were removed; -1 with errno.
static long removeWithAll(const path& p) {
  struct stat found;
  if (::lstat(p.c_str(), &found) != 0)
    return errno == ENOENT ? 0 : -1;
  long count = 0;
  if (S_ISDIR(found.st_mode)) {
    error_code problem;
    for (directory_iterator it(p, problem); it != directory_iterator(); it.increment(problem)) {
      const long more = removeWithAll(it->path());
      if (more < 0)
        return -1;
      count += more;
    }
  }
  const int removed = S_ISDIR(found.st_mode) ? ::rmdir(p.c_str()) : ::unlink(p.c_str());
  return removed == 0 ? count + 1 : errno == ENOENT ? count : -1;
}

uintmax_t __remove_all(const path& p, error_code* to) {
  const Report report("remove_all", to, &p);
  const long count = removeWithAll(p);
  return count >= 0 ? static_cast<uintmax_t>(count) : report.error(uintmax_t(-1));
}

static bool copyContent(const path& from, const path& to, int more) {
  struct stat found;
  const int in = ::open(from.c_str(), O_RDONLY | O_CLOEXEC);
  if (in < 0)
    return false;
  const mode_t mode = ::fstat(in, &found) == 0 ? found.st_mode & 07777 : 0666;
  const int out = ::open(to.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | more, mode);
  bool isDone = out >= 0;
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
  const auto has = [&](copy_options part) { return (options & part) == part; };
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
  if (exists && has(copy_options::skip_existing))
    return false;
  if (exists && has(copy_options::update_existing)) // all files have the same time, so the existing one stays
    return false;
  if (exists && !has(copy_options::overwrite_existing))
    return report.error(make_error_code(errc::file_exists), false);
  return copyContent(from, to, exists ? O_TRUNC : O_EXCL) || report.error(false);
}

} // namespace filesystem
} // namespace __fs
} // namespace __1
} // namespace std
