// How operations on files report errors.
#pragma once

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace std {
inline namespace __1 {
inline namespace __fs {
namespace filesystem {

class Report {
public:
  Report(const char* call, error_code* to, const path* first = nullptr, const path* second = nullptr)
      : m_call(call), m_to(to), m_first(first), m_second(second) {
    if (to)
      to->clear();
  }

  // Returns `result` if the program asked for an error code.
  template <class T> T error(const error_code& what, T result) const {
    if (!m_to)
      raise(what);
    *m_to = what;
    return result;
  }
  template <class T> T error(T result) const { return error(error_code(errno, generic_category()), result); }

private:
  [[noreturn]] void raise(const error_code& what) const {
    const string text = string("in ") + m_call;
    if (m_second)
      throw filesystem_error(text, *m_first, *m_second, what);
    if (m_first)
      throw filesystem_error(text, *m_first, what);
    throw filesystem_error(text, what);
  }

  const char* m_call;
  error_code* m_to;
  const path *m_first, *m_second;
};

} // namespace filesystem
} // namespace __fs
} // namespace __1
} // namespace std
