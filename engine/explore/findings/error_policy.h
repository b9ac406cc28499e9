// The user's settings for kinds of errors: which count as bugs, which only as warnings, which are ignored, and which
// end the exploration. Plain data.
#pragma once

#include "program/label.h"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace revisit {

enum class Treatment : std::uint8_t {
  Error,   // an execution that shows it is erroneous
  Warning, // reported with its position and a count; the execution is classified by its other properties
  Ignored  // not reported; otherwise like Warning
};

class ErrorPolicy {
public:
  // The default: all kinds are errors and end the exploration, except that leaks, exit statuses and stranded threads
  // are warnings.
  ErrorPolicy();

  Treatment of(ErrorKind kind) const { return m_treatments[static_cast<std::size_t>(kind)]; }
  bool isError(ErrorKind kind) const { return of(kind) == Treatment::Error; }
  // Whether an exploration that stops at the first bug stops at an error of this kind.
  bool ends(ErrorKind kind) const { return isError(kind) && mayEnd(kind); }
  // Whether it would stop there if the kind counted as an error.
  bool mayEnd(ErrorKind kind) const { return m_ends[static_cast<std::size_t>(kind)]; }

  void treat(ErrorKind kind, Treatment treatment) { m_treatments[static_cast<std::size_t>(kind)] = treatment; }
  void letEnd(ErrorKind kind, bool isTheEnd) { m_ends[static_cast<std::size_t>(kind)] = isTheEnd; }
  // Only these kinds end the exploration from now on. Kinds that were warnings become errors.
  void stopOnlyOn(std::span<const ErrorKind> kinds);

  // Every kind of error, in the order of ErrorKind.
  static std::vector<ErrorKind> allKinds();
  // The kinds that are ignored, in the order of ErrorKind.
  std::vector<ErrorKind> ignored() const;

  friend bool operator==(const ErrorPolicy&, const ErrorPolicy&) = default;

private:
  static constexpr std::size_t kinds = static_cast<std::size_t>(ErrorKind::None) + 1;
  std::array<Treatment, kinds> m_treatments{};
  std::array<bool, kinds> m_ends{};
};

} // namespace revisit
