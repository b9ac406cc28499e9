// The classes of executions of the reduced equivalences, by their definition: each complete execution gets a text, and
// two are in one class if their texts are equal. Written without the exploration's code.
#pragma once

#include "brute_force.h"

#include <functional>

namespace revisit::test {

// What is reduced.
struct QuotientRules {
  std::set<std::uint32_t> sharedObjects; // read-write locks and once objects whose commuting operations have no order
  std::set<std::uint32_t> freeLocations; // locations whose stores have no order
  std::set<std::uint32_t> freeUpdates;   // locations whose blind updates have no order
  std::set<std::uint32_t> freeMutexes;   // mutexes some of whose sections are not ordered
  // A section: the thread, and the number of its lock among those of mutexes by the thread, from 1 on.
  using Section = std::pair<std::uint32_t, std::uint32_t>;
  std::function<bool(std::uint32_t mutex, Section one, Section other)> areOrdered;
};

// An event as far as the definition needs it.
struct QuotientEvent {
  std::string kind;
  Source source, predecessor;
  bool decision = false;
  std::uint64_t number = 0;
  bool isOperation = false, isStore = false, isBlind = false;
  ObjectOp operation = ObjectOp::MutexInit;
  std::uint32_t object = 0, location = 0;
  std::uint64_t result = 0; // of an operation
};
using QuotientExecution = std::vector<std::vector<QuotientEvent>>; // by thread

QuotientExecution quotientExecution(const std::vector<std::vector<BruteEvent>>& events);
QuotientExecution quotientExecution(const ExecutionGraph& graph);

// Readers of a lock (a lock for reading, its unlock), and calls of a once object that is done, are told the newest
// other operation of the object before them, and so are all other operations. Stores to a free location are told
// nothing. So are free blind updates; an access that reads from one, or is placed behind one, is told that it is some
// of them. A lock of a free mutex is told all sections before it that it is ordered with, an unlock nothing.
std::string quotientText(const QuotientExecution& execution, const QuotientRules& rules);

} // namespace revisit::test
