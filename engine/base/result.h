// Result<T>: a value or an Error that says what went wrong, where, and what to do.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace revisit {

enum class ErrorCode {
  BadUsage,        // the caller's arguments are wrong
  NotFound,        // a file or program is missing
  NotInstrumented, // the program was not built with revisit-cc / revisit-c++
  CompileFailed,   // the compiler's own message is in `what`
  BadFormat,       // a file is truncated, of an unknown version, or of another build
  TargetFailed,    // the native run could not be started or did not follow its plan
  Unsupported,     // a construct the tool does not handle
  Interrupted,     // the user stopped it, or a bound was reached
  Killed,          // another process ended the native run, by the signal named in `what`
  Internal         // an internal error of the tool
};

struct Error {
  ErrorCode code = ErrorCode::Internal;
  std::string where; // file:line, path or option; may be empty
  std::string what;  // one sentence that says what to do
};

template <class T> class [[nodiscard]] Result {
public:
  Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}
  bool ok() const { return m_state.index() == 0; }
  explicit operator bool() const { return ok(); }
  T& value() { return std::get<0>(m_state); }
  const T& value() const { return std::get<0>(m_state); }
  T* operator->() { return &value(); }
  T& operator*() { return value(); }
  const Error& error() const { return std::get<1>(m_state); }

private:
  std::variant<T, Error> m_state;
};

struct Done {};
using Status = Result<Done>;

} // namespace revisit
