// Lists of folders, and what is asked of or done to all that is in one; like operations.cpp.
#include "operations.h"

#include <cstring>
#include <dirent.h>
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
  error_code problem;
  const bool isEmpty = directory_iterator(p, problem) == directory_iterator();
  return problem ? report.error(problem, false) : isEmpty;
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

} // namespace filesystem
} // namespace __fs
} // namespace __1
} // namespace std
