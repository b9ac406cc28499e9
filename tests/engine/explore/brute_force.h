// An enumerator of every interleaving of a Script under every input, written without the explorer, its object machines
// or its solver: the judge of what an exploration must find.
#pragma once

#include "graph/graph.h"
#include "program/script.h"
#include "symbolic/expression.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace revisit::test {

// The canonical texts of all executions: per thread its events with source, coherence or chain predecessor and
// decision. Filled up to `limit` states; `exceeded` tells that the program was too large to judge.
struct BruteForceResult {
  std::map<std::string, std::string> executions; // canonical text -> how it ended
  std::map<std::string, std::string> outcomes;   // canonical text -> how it ended, and what each thread returned
  // Locks for reading, as THREAD.INDEX of the event, by threads that read already and stand behind a writer that waits:
  // in a lock that lets writers go first, neither goes on. " stranded": and the process ends.
  std::set<std::string> behindWriters;
  bool exceeded = false;
  bool races = false; // in some state two threads stand before conflicting accesses that are not both atomic
};

struct BruteForceOptions {
  // Attempts (try lock, sem try wait) may also fail for no reason, as their specifications allow, and a
  // compare-and-swap counts as a write for races even where it would fail: it may have stored at another time.
  bool failing = false;
  // Only interleavings in which at most so many times a thread that could take a step does not take the next one.
  std::optional<unsigned> preemptions;
};

BruteForceResult bruteForce(const Script& script, std::size_t limit, const BruteForceOptions& options = {});

// The same text for an explorer's graph.
std::string canonicalText(const ExecutionGraph& graph);

} // namespace revisit::test
