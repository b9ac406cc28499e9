// All that an exploration found, as one list for people: its bugs, why not everything was explored, warnings, and the
// bugs that an earlier exploration of the program had. Pure functions.
#pragma once

#include "query/findings/known_findings.h"

#include <string>
#include <vector>

namespace revisit {

// One reason why a verdict is incomplete, or one warning.
struct CheckNote {
  std::string kind;
  std::string detail;
  std::string file;
  unsigned line = 0;
  friend bool operator==(const CheckNote&, const CheckNote&) = default;
};

enum class FindingKind : std::uint8_t { Bug, Reason, Warning, Fixed };

struct Listed {
  FindingKind kind = FindingKind::Bug;
  std::size_t number = 0; // of a bug, from 1
  bool isKnown = false;   // to the user
  std::string title;      // in a few words: "lost update of 'balance'"
  std::string detail;     // the rest, one line: "assertion: balance == 2, bank.c:31"
  std::string count;      // "5x"; empty: not counted
  std::string remark;     // "known"; or beside an earlier exploration: "new", "same", "fixed", "not met"
  std::string file;       // empty: no place
  unsigned line = 0;
  friend bool operator==(const Listed&, const Listed&) = default;
};

// `known`: by bug; the comment comes first in the detail. `earlier`: the bugs of the exploration before this one; null:
// there was none. `isOver`: then those that did not show are listed last, as fixed if everything was explored. While it
// is not, the list of further bugs begins with this one.
std::vector<Listed> listFindings(const std::vector<DistinctBug>& bugs, const KnownComments& known,
                                 const std::vector<DistinctBug>* earlier, const std::vector<CheckNote>& reasons,
                                 const std::vector<CheckNote>& warnings, bool isOver);

} // namespace revisit
