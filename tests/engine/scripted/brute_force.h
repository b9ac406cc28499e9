// Enumerates every interleaving of a Script under every input. Written without the explorer, its object machines and
// its solver: the reference for what an exploration must find.
#pragma once

#include "brute_steps.h"
#include "brute_world.h"
#include "expression/expression.h"
#include "graph/graph.h"
#include "script.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace revisit::test {

// The canonical texts of all executions: per thread its events with source, coherence or chain predecessor and
// decision. Filled up to `limit` states; `exceeded` says that the program was too large.
struct BruteForceResult {
  std::map<std::string, std::string> executions; // canonical text -> how it ended
  std::map<std::string, std::string> outcomes;   // canonical text -> how it ended, and what each thread returned
  // The states in which the program ended: how, what each thread returned, and the bytes of all locations.
  std::set<std::string> endStates;
  // Events that lock for reading (as THREAD.INDEX) by threads that already hold the lock for reading and wait behind a
  // writer: with a lock that prefers writers, neither continues. " stranded": and the process ends.
  std::set<std::string> behindWriters;
  // With BruteForceOptions::keepEvents: canonical text -> the events of each thread. They point into the script.
  std::map<std::string, std::vector<std::vector<BruteEvent>>> events;
  bool exceeded = false;
  bool races = false; // in some state the next steps of two threads are conflicting accesses that are not both atomic
};

struct BruteForceOptions {
  // Attempts (try lock, sem try wait) may also fail without a reason, as their specifications allow. For races a
  // compare-and-swap counts as a write even where it would fail, because it may have stored at another time.
  bool failing = false;
  // Only interleavings in which at most this many times a thread that could take a step does not take the next one.
  std::optional<unsigned> preemptions;
  bool keepEvents = false;
  // Barriers whose arrivals have an order in the texts, besides those that turn out to need one. An explorer may have
  // met such a need in a graph that no execution has: attempts that make way for a writer that never comes.
  std::set<std::uint32_t> ordered{};
  // Called for each state with what it gave for the state before (0 at first). States with different results count as
  // different.
  std::function<unsigned(unsigned before, const World& world, const BruteSteps& steps)> follow{};
};

BruteForceResult bruteForce(const Script& script, std::size_t limit, const BruteForceOptions& options = {});

// The same text for a graph of an explorer.
std::string canonicalText(const ExecutionGraph& graph);

} // namespace revisit::test
