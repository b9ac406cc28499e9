#include "check/knowledge.h"

#include "check/sorted_ranges.h"

namespace revisit {

bool Knowledge::join(const Knowledge& other) {
  bool isMore = memory.join(other.memory);
  flags.join(other.flags);
  isMore |= joinSorted(ordered, other.ordered);
  isMore |= joinSorted(tried, other.tried); // what may happen for no reason is left out for mutexes that nobody tries
  isMore |= joinSorted(contended, other.contended, isRangeBefore);
  isMore |= reductions.join(other.reductions);
  isMore |= other.distrustsRuns && !distrustsRuns;
  distrustsRuns |= other.distrustsRuns;
  isMore |= joinSorted(unmerged, other.unmerged);
  return isMore;
}

Knowledge knowledgeOf(const NativeOracle& oracle, const BehaviourCache& cache, const ProgramTraits& traits) {
  Knowledge known;
  known.memory = oracle.knowledge();
  known.flags = traits.flags();
  known.ordered = addressesOf(oracle, traits.ordered());
  known.tried = addressesOf(oracle, traits.tried());
  known.contended = rangesOf(oracle, traits.contended());
  known.reductions = knowledgeOf(oracle, traits.reductions());
  known.distrustsRuns = oracle.distrustsRuns();
  for (const ThreadId thread : cache.unmerged())
    known.unmerged.push_back(thread.value());
  return known;
}

ProgramTraits traitsFrom(const Knowledge& known, const NativeOracle& oracle) {
  ProgramTraits traits;
  traits.setFlags(known.flags);
  for (const std::uint64_t address : known.ordered)
    traits.noteOrdered(oracle.objectAt(address));
  for (const std::uint64_t address : known.tried)
    traits.noteTried(oracle.objectAt(address));
  for (const RevisitRange& range : known.contended)
    traits.noteContended(oracle.locationAt(range));
  traits.setReductions(notesFrom(known.reductions, oracle));
  return traits;
}

} // namespace revisit
