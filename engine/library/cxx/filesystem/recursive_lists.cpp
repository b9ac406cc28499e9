// Lists of folders and of all that is in them; like operations.cpp.
#include "operations.h"

#include <vector>

namespace std {
inline namespace __1 {
inline namespace __fs {
namespace filesystem {

// Never without a folder; the last one is the innermost.
struct recursive_directory_iterator::__shared_imp {
  vector<directory_iterator> folders;
  directory_options options;
};

recursive_directory_iterator::recursive_directory_iterator(const path& p, directory_options options, error_code* to)
    : __rec_(true) {
  const Report report("recursive_directory_iterator", to, &p);
  error_code problem;
  directory_iterator first(p, options, problem);
  if (problem)
    report.error(problem, false);
  else if (first != directory_iterator())
    __imp_ = make_shared<__shared_imp>(__shared_imp{{first}, options});
}

const directory_entry& recursive_directory_iterator::__dereference() const {
  return *__imp_->folders.back();
}

directory_options recursive_directory_iterator::options() const {
  return __imp_->options;
}

int recursive_directory_iterator::depth() const {
  return static_cast<int>(__imp_->folders.size()) - 1;
}

recursive_directory_iterator& recursive_directory_iterator::__increment(error_code* to) {
  if (to)
    to->clear();
  if (__rec_ && (__try_recursion(to) || (to && *to)))
    return *this;
  __rec_ = true;
  __advance(to);
  return *this;
}

// The next entry of this folder, or of those that it is in. An error ends the list.
void recursive_directory_iterator::__advance(error_code* to) {
  vector<directory_iterator>& folders = __imp_->folders;
  while (!folders.empty()) {
    const path p = folders.back()->path();
    const Report report("recursive_directory_iterator::operator++()", to, &p);
    error_code problem;
    folders.back().increment(problem);
    if (problem) {
      __imp_.reset();
      report.error(problem, false);
      return;
    }
    if (folders.back() != directory_iterator())
      return;
    folders.pop_back();
  }
  __imp_.reset();
}

// Whether the entry is a folder with something in it, which is then the innermost one. An error ends the list.
bool recursive_directory_iterator::__try_recursion(error_code* to) {
  const path p = __dereference().path();
  const Report report("recursive_directory_iterator::operator++()", to, &p);
  const bool follows = (options() & directory_options::follow_directory_symlink) != directory_options::none;
  error_code problem;
  const file_status found = follows ? status(p, problem) : symlink_status(p, problem);
  if (found.type() == file_type::not_found) // a link to nothing
    return false;
  directory_iterator inner;
  if (!problem && is_directory(found))
    inner = directory_iterator(p, options(), problem);
  if (problem) {
    __imp_.reset();
    return report.error(problem, false);
  }
  if (inner == directory_iterator())
    return false;
  __imp_->folders.push_back(inner);
  return true;
}

void recursive_directory_iterator::__pop(error_code* to) {
  if (to)
    to->clear();
  __imp_->folders.pop_back();
  if (__imp_->folders.empty())
    __imp_.reset();
  else
    __advance(to);
}

} // namespace filesystem
} // namespace __fs
} // namespace __1
} // namespace std
