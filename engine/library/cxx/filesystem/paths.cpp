// Paths, which are compiled into libc++. They are in instrumented code here, because their texts are the program's.
#include <algorithm>
#include <filesystem>

namespace std {
inline namespace __1 {
inline namespace __fs {
namespace filesystem {

namespace {

using Text = basic_string_view<char>;

// The first element at or after a place, which is behind a root directory.
Text elementFrom(Text all, size_t at) {
  while (at < all.size() && all[at] == '/')
    at++;
  size_t end = at;
  while (end < all.size() && all[end] != '/')
    end++;
  return all.substr(at, end - at);
}

size_t rootBytes(Text all) {
  size_t count = 0;
  while (count < all.size() && all[count] == '/')
    count++;
  return count;
}

size_t placeOf(Text all, Text part) {
  return static_cast<size_t>(part.data() - all.data());
}

} // namespace

Text path::__root_name() const {
  return {};
}

Text path::__root_directory() const {
  return Text(__pn_).substr(0, rootBytes(__pn_) != 0 ? 1 : 0);
}

Text path::__root_path_raw() const {
  return Text(__pn_).substr(0, rootBytes(__pn_));
}

Text path::__relative_path() const {
  return Text(__pn_).substr(rootBytes(__pn_));
}

Text path::__filename() const {
  const size_t slash = Text(__pn_).rfind('/');
  return slash == Text::npos ? Text(__pn_) : Text(__pn_).substr(slash + 1);
}

Text path::__parent_path() const {
  const Text all = __pn_;
  const size_t root = rootBytes(all);
  if (root == all.size())
    return all;
  size_t end = all.rfind('/');
  if (end == Text::npos)
    return {};
  while (end > root && all[end - 1] == '/')
    end--;
  return all.substr(0, end < root ? root : end);
}

Text path::__stem() const {
  const Text name = __filename();
  const size_t dot = name.rfind('.');
  return name == ".." || dot == Text::npos || dot == 0 ? name : name.substr(0, dot);
}

Text path::__extension() const {
  const Text name = __filename();
  return name.substr(__stem().size());
}

path& path::replace_extension(const path& extension) {
  const path old = this->extension();
  if (!old.empty())
    __pn_.erase(__pn_.size() - old.native().size());
  if (!extension.empty()) {
    if (extension.native()[0] != '.')
      __pn_ += '.';
    __pn_.append(extension.native());
  }
  return *this;
}

int path::__compare(Text other) const {
  const Text all = __pn_;
  const bool hasRoot = rootBytes(all) != 0, otherHas = rootBytes(other) != 0;
  if (hasRoot != otherHas)
    return hasRoot ? 1 : -1;
  size_t at = rootBytes(all), otherAt = rootBytes(other);
  while (at < all.size() && otherAt < other.size()) {
    const Text mine = elementFrom(all, at), its = elementFrom(other, otherAt);
    if (const int result = mine.compare(its); result != 0)
      return result;
    at = placeOf(all, mine) + mine.size();
    otherAt = placeOf(other, its) + its.size();
  }
  return at < all.size() ? 1 : otherAt < other.size() ? -1 : 0;
}

path path::lexically_normal() const {
  if (__pn_.empty())
    return *this;
  const Text all = __pn_;
  const size_t root = rootBytes(all);
  std::string made(root != 0 ? "/" : "");
  const size_t first = made.size();
  bool isFolder = false; // what was last asks for a slash at the end
  for (size_t at = root; at < all.size();) {
    const Text element = elementFrom(all, at);
    at = placeOf(all, element) + element.size();
    isFolder = element.empty() || element == "." || element == "..";
    if (element.empty() || element == ".")
      continue;
    const size_t slash = made.rfind('/');
    const size_t last = slash == std::string::npos || slash + 1 < first ? first : slash + 1;
    const bool hasLast = made.size() > first && made.substr(last) != "..";
    if (element == ".." && (hasLast || root != 0)) {
      made.resize(hasLast ? (last > first ? last - 1 : first) : made.size());
      continue;
    }
    if (element == "..")
      isFolder = false;
    if (made.size() > first)
      made += '/';
    made.append(element);
  }
  if (made.empty())
    return path(".");
  if (isFolder && made.size() > first)
    made += '/';
  return path(made);
}

path path::lexically_relative(const path& base) const {
  if (is_absolute() != base.is_absolute())
    return path();
  const auto [mine, its] = mismatch(begin(), end(), base.begin(), base.end());
  if (mine == end() && its == base.end())
    return path(".");
  int up = 0;
  for (auto element = its; element != base.end(); ++element)
    if (const Text name = element->native(); name == "..")
      up--;
    else if (!name.empty() && name != ".")
      up++;
  if (up < 0)
    return path();
  if (up == 0 && (mine == end() || mine->empty()))
    return path(".");
  path relative;
  for (; up > 0; up--)
    relative /= "..";
  for (auto element = mine; element != end(); ++element)
    relative /= *element;
  return relative;
}

// Equal for equal paths.
size_t hash_value(const path& p) noexcept {
  size_t hash = 0;
  for (const path& element : p)
    hash = hash * 31 + std::hash<Text>()(element.native());
  return hash;
}

path::iterator path::begin() const {
  iterator it;
  it.__path_ptr_ = this;
  const Text all = __pn_;
  const size_t root = rootBytes(all);
  it.__entry_ = root != 0 ? all.substr(0, root) : elementFrom(all, 0);
  it.__state_ = all.empty() ? iterator::_AtEnd : root != 0 ? iterator::_InRootDir : iterator::_InFilenames;
  it.__stashed_elem_.__assign_view(root != 0 ? Text("/") : it.__entry_);
  return it;
}

path::iterator path::end() const {
  iterator it;
  it.__path_ptr_ = this;
  it.__entry_ = Text(__pn_).substr(__pn_.size());
  it.__state_ = iterator::_AtEnd;
  return it;
}

// An empty element stands at the end of "a/".
path::iterator& path::iterator::__increment() {
  const Text all = __path_ptr_->native();
  const size_t at = placeOf(all, __entry_) + __entry_.size();
  const Text next = elementFrom(all, at);
  if (!next.empty()) {
    __entry_ = next;
    __state_ = _InFilenames;
  } else if (__state_ == _InFilenames && at < all.size()) {
    __entry_ = all.substr(all.size() - 1);
    __state_ = _InTrailingSep;
  } else {
    __entry_ = all.substr(all.size());
    __state_ = _AtEnd;
  }
  __stashed_elem_.__assign_view(__state_ == _InFilenames ? __entry_ : Text());
  return *this;
}

// Elements are found from the beginning only.
path::iterator& path::iterator::__decrement() {
  iterator before = __path_ptr_->begin();
  for (iterator next = before; !((next = before).__increment() == *this);)
    before = next;
  return *this = before;
}

} // namespace filesystem
} // namespace __fs
} // namespace __1
} // namespace std
