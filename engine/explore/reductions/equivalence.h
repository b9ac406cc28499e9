// Which executions count as one. Full: those with the same events, reads-from, coherence and chains of objects. Each
// reduction leaves out orders that nothing in the program can tell, so that classes become larger. Every error of a
// class is one of each of its executions.
#pragma once

#include <string>
#include <string_view>

namespace revisit {

struct Equivalence {
  // The order of operations on read-write locks and once objects that commute (shared_operations.h).
  bool objects = false;
  // The coherence order of stores to locations that no thread reads (free_accesses.h).
  bool locations = false;
  // The order of critical sections of one mutex that touch different data (free_sections.h).
  bool locks = false;
  // Waits on condition variables that a thread could have done without (idle_waits.h).
  bool waits = false;
  // Which one of several equal threads does what (equal_threads.h).
  bool symmetry = false;

  bool isFull() const { return !objects && !locations && !locks && !waits && !symmetry; }
  friend bool operator==(const Equivalence&, const Equivalence&) = default;
};

// "full", or the names of reductions with commas between them; "reduced" stands for all but "symmetry". False: the text
// is something else, and `equivalence` is as it was.
bool parseEquivalence(std::string_view text, Equivalence& equivalence);
// The shortest text from which this equivalence is parsed.
std::string equivalenceText(const Equivalence& equivalence);

} // namespace revisit
