#include "check/worker/knowledge.h"

#include <algorithm>
#include <cassert>
#include <tuple>

namespace revisit {

namespace {

// Gives the subjects of facts the numbers that they have in another table.
struct Renumbering {
  const AddressTable& from;
  AddressTable& to;

  WholeProgram operator()(WholeProgram program) const { return program; }
  ThreadId operator()(ThreadId thread) const { return thread; } // MemoryKnowledge::threadPaths are the same
  LocationId operator()(LocationId location) const { return to.location(from.rangeOf(location)); }
  ObjectId operator()(ObjectId object) const { return to.object(from.addressOf(object)); }
  SectionConflicts::Conflict operator()(SectionConflicts::Conflict conflict) const {
    conflict.mutex = (*this)(conflict.mutex);
    return conflict;
  }
};

Facts renumbered(const Facts& facts, const Renumbering& numbers) {
  Facts result;
  facts.forEach([&](auto kind, const auto& subject) { result.note(kind, numbers(subject)); });
  return result;
}

// Gives numbers to all locations and objects of a table, in the order of their addresses.
void addAll(const AddressTable& from, AddressTable& to) {
  std::vector<RevisitRange> locations = from.locations();
  std::ranges::sort(locations, {}, [](const RevisitRange& range) { return std::tuple(range.begin, range.end); });
  for (const RevisitRange& range : locations)
    to.location(range);
  std::vector<std::uint64_t> objects = from.objects();
  std::ranges::sort(objects);
  for (const std::uint64_t address : objects)
    to.object(address);
}

} // namespace

bool Knowledge::join(const Knowledge& other) {
  assert(!memory.contradicts(other.memory)); // numbers of threads in facts mean the same
  const bool isMore = memory.join(other.memory);
  return facts.join(renumbered(other.facts, {other.addresses, addresses})) || isMore;
}

Knowledge knowledgeOf(const NativeOracle& oracle, const BehaviourCache& cache, const Facts& facts) {
  Knowledge known;
  known.memory = oracle.knowledge();
  known.facts = renumbered(facts, {oracle.addresses(), known.addresses});
  if (oracle.distrustsRuns())
    known.facts.note("distrusts_runs");
  for (const ThreadId thread : cache.unmerged())
    known.facts.note("unmerged", thread);
  return known;
}

Facts factsFrom(const Knowledge& known, const NativeOracle& oracle) {
  addAll(known.addresses, oracle.addresses()); // so that numbers do not depend on the order in which these were learnt
  return renumbered(known.facts, {known.addresses, oracle.addresses()});
}

} // namespace revisit
