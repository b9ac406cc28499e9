// The distinct bugs of an exploration. Errors of one kind, at one place, with one cause are one bug, however many
// executions show it and on whatever way they come there. Reports and the window list bugs.
#pragma once

#include "query/findings/error_views.h"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace revisit {

// The kind and the source line of an error; of a race the lines of both accesses, whichever came first.
struct BugSite {
  using Line = std::pair<std::string, unsigned>; // a file and a line of it; empty: unknown
  ErrorKind kind = ErrorKind::None;
  Line place, other;
  friend auto operator<=>(const BugSite&, const BugSite&) = default;
};
BugSite siteOf(const WitnessError& error);

// The program's message; for a deadlock, which thread waits for what.
std::string messageOf(const Witness& witness, const WitnessError& error);
// In one line: "assertion: x > 0"; of a race what it is about, since its threads are those of other races, too: "race
// on x".
std::string titleOf(const Witness& witness, const WitnessError& error);
// The headline of the pattern that the error follows: "lost update of 'balance'". Empty when none is certain, or when
// the execution is too long to be indexed.
std::string causeOf(ErrorViews& views, const std::shared_ptr<const Witness>& witness, const WitnessError& error);

// An error as a report has it.
struct ReportedError {
  WitnessError error;
  std::shared_ptr<const Witness> witness; // of an execution that shows it; null: none was made
  std::uint64_t executions = 0;           // that show it
};
// For each of these errors the first one that is the same bug. Errors of executions without a witness are known by
// their sites alone. O(errors), and where errors share a site the cost of patternOf().
std::vector<std::size_t> firstOfSameBug(const std::vector<ReportedError>& errors);

struct DistinctBug {
  BugSite site;
  std::string title, cause;               // as above
  std::uint64_t executions = 0;           // that show it
  std::uint64_t shortest = 0;             // the shortest known execution that shows it, by number; 0: none is known
  std::uint32_t events = 0;               // how many events that execution has
  WitnessError error{};                   // in the execution of the witness
  std::shared_ptr<const Witness> witness; // of an execution that shows it; null: none was made
};

// The list of bugs as an exploration finds them: it only grows, and no bug changes its place. Thread rule: any thread,
// one at a time.
class DistinctBugs {
public:
  const std::vector<DistinctBug>& all() const { return m_bugs; }

  // The bug of an error that was found now; its executions are noted one by one. `title`: what is said of it without a
  // witness. O(log bugs), and with a witness the cost of patternOf().
  std::size_t add(const ReportedError& found, const std::string& title);
  // An execution shows the bug: its number in the exploration and the number of its events.
  void note(std::size_t bug, std::uint64_t execution, std::uint32_t events);
  // The errors of the report, each a bug: one of the list, or one that showed only beside others and is appended.
  void conclude(const std::vector<ReportedError>& errors);

private:
  std::size_t append(const ReportedError& found, const std::string& title, const std::string& cause);

  std::vector<DistinctBug> m_bugs;
  std::multimap<BugSite, std::size_t> m_sites;
  ErrorViews m_views;
};

// A bug beside an earlier exploration of the same program, whose lines may have moved since then.
struct ComparedBugs {
  std::vector<std::optional<std::size_t>> before; // by bug of now, which one it was; nothing: it is new
  std::vector<std::size_t> fixed;                 // those of before that are not there any more
};
// Bugs at the same site with the same cause are the same; then those of one kind in one file with the same title and
// cause, in the order of the lists.
ComparedBugs compareBugs(const std::vector<DistinctBug>& before, const std::vector<DistinctBug>& now);

} // namespace revisit
