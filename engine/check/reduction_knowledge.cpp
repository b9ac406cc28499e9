#include "check/reduction_knowledge.h"

#include "check/sorted_ranges.h"

#include <algorithm>
#include <iterator>

namespace revisit {

namespace {

template <class Entry, class Before = std::ranges::less>
std::vector<Entry> inBoth(const std::vector<Entry>& one, const std::vector<Entry>& other, Before before = {}) {
  std::vector<Entry> both;
  std::ranges::set_intersection(one, other, std::back_inserter(both), before);
  return both;
}

// What is ordered because of two things that may be known of it.
std::size_t orderedBySides(const ReductionKnowledge& known) {
  return inBoth(known.writeLocked, known.heldForReading).size() +
         inBoth(known.read, known.reordered, isRangeBefore).size() +
         (known.memoryCounts && !known.reordered.empty() ? 1 : 0);
}

} // namespace

bool ReductionKnowledge::join(const ReductionKnowledge& other) {
  const std::size_t before = orderedBySides(*this);
  joinSorted(writeLocked, other.writeLocked);
  joinSorted(heldForReading, other.heldForReading);
  joinSorted(read, other.read, isRangeBefore);
  joinSorted(reordered, other.reordered, isRangeBefore);
  memoryCounts |= other.memoryCounts;
  bool isMore = joinSorted(orderedMutexes, other.orderedMutexes);
  isMore |= joinSorted(conflicts, other.conflicts);
  isMore |= joinSorted(distinct, other.distinct);
  isMore |= joinSorted(orderedUpdates, other.orderedUpdates, isRangeBefore);
  return isMore || orderedBySides(*this) > before;
}

ReductionKnowledge knowledgeOf(const NativeOracle& oracle, const ReductionNotes& notes) {
  ReductionKnowledge known;
  known.writeLocked = addressesOf(oracle, notes.writeLocked);
  known.heldForReading = addressesOf(oracle, notes.heldForReading);
  known.orderedMutexes = addressesOf(oracle, notes.orderedMutexes);
  known.read = rangesOf(oracle, notes.read);
  known.reordered = rangesOf(oracle, notes.reordered);
  known.orderedUpdates = rangesOf(oracle, notes.orderedUpdates);
  known.memoryCounts = notes.memoryCounts;
  for (const SectionConflicts::Conflict& conflict : notes.conflicts.all())
    known.conflicts.push_back({oracle.objectAddress(conflict.mutex), conflict.one, conflict.other});
  std::ranges::sort(known.conflicts);
  for (const ThreadId thread : notes.distinct)
    known.distinct.push_back(thread.value());
  return known;
}

ReductionNotes notesFrom(const ReductionKnowledge& known, const NativeOracle& oracle) {
  ReductionNotes notes;
  for (const std::uint64_t address : known.writeLocked)
    notes.writeLocked.insert(oracle.objectAt(address));
  for (const std::uint64_t address : known.heldForReading)
    notes.heldForReading.insert(oracle.objectAt(address));
  for (const std::uint64_t address : known.orderedMutexes)
    notes.orderedMutexes.insert(oracle.objectAt(address));
  for (const RevisitRange& range : known.read)
    notes.read.insert(oracle.locationAt(range));
  for (const RevisitRange& range : known.reordered)
    notes.reordered.insert(oracle.locationAt(range));
  for (const RevisitRange& range : known.orderedUpdates)
    notes.orderedUpdates.insert(oracle.locationAt(range));
  notes.memoryCounts = known.memoryCounts;
  for (const std::uint32_t thread : known.distinct)
    notes.distinct.insert(ThreadId(thread));
  for (const ReductionKnowledge::Conflict& conflict : known.conflicts) {
    const ObjectId mutex = oracle.objectAt(conflict.mutex);
    const auto numberOf = [&](const SectionName& name) {
      return notes.conflicts.numberOf(mutex, ThreadId(name.thread), name.lock);
    };
    notes.conflicts.add(mutex, numberOf(conflict.one), numberOf(conflict.other));
  }
  return notes;
}

} // namespace revisit
