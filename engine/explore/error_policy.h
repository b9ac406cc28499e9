// The user's say over kinds of errors: which count as bugs, which only as warnings, which not at all, and which end the
// exploration. Plain data.
#pragma once

#include "program/label.h"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace revisit {

enum class Treatment : std::uint8_t {
  Error,   // an execution that shows it is erroneous
  Warning, // told with its place and how many executions show it; the execution counts by what else holds
  Ignored  // not told; likewise
};

class ErrorPolicy {
public:
  // All kinds are errors and end the exploration; leaks, exit statuses and stranded threads are warnings.
  ErrorPolicy();

  Treatment of(ErrorKind kind) const { return m_treatments[static_cast<std::size_t>(kind)]; }
  bool isError(ErrorKind kind) const { return of(kind) == Treatment::Error; }
  // Whether an exploration that stops at the first bug stops at one of this kind.
  bool ends(ErrorKind kind) const { return isError(kind) && mayEnd(kind); }
  // Whether it would if the kind were an error.
  bool mayEnd(ErrorKind kind) const { return m_ends[static_cast<std::size_t>(kind)]; }

  void treat(ErrorKind kind, Treatment treatment) { m_treatments[static_cast<std::size_t>(kind)] = treatment; }
  void letEnd(ErrorKind kind, bool isTheEnd) { m_ends[static_cast<std::size_t>(kind)] = isTheEnd; }
  // Only these end the exploration from now on. They become errors if they were warnings.
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
