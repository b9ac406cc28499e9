#include "check/knowledge.h"

#include <algorithm>
#include <tuple>

namespace revisit {

namespace {

bool before(const RevisitRange& a, const RevisitRange& b) {
  return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
}

std::vector<std::uint64_t> addressesOf(const NativeOracle& oracle, const std::unordered_set<ObjectId>& objects) {
  std::vector<std::uint64_t> addresses;
  for (const ObjectId object : objects)
    addresses.push_back(oracle.objectAddress(object));
  std::ranges::sort(addresses);
  return addresses;
}

// Whether it grew.
bool joinSorted(std::vector<std::uint64_t>& all, const std::vector<std::uint64_t>& other) {
  std::vector<std::uint64_t> joined;
  std::ranges::set_union(all, other, std::back_inserter(joined));
  all.swap(joined);
  return all.size() != joined.size();
}

} // namespace

bool Knowledge::join(const Knowledge& other) {
  bool isMore = memory.join(other.memory);
  flags.join(other.flags);
  isMore |= joinSorted(ordered, other.ordered);
  joinSorted(tried, other.tried);
  std::vector<RevisitRange> ranges;
  std::ranges::set_union(contended, other.contended, std::back_inserter(ranges), before);
  isMore |= ranges.size() != contended.size();
  contended.swap(ranges);
  isMore |= other.distrustsRuns && !distrustsRuns;
  distrustsRuns |= other.distrustsRuns;
  return isMore;
}

Knowledge knowledgeOf(const NativeOracle& oracle, const ProgramTraits& traits) {
  Knowledge known;
  known.memory = oracle.knowledge();
  known.flags = traits.flags();
  known.ordered = addressesOf(oracle, traits.ordered());
  known.tried = addressesOf(oracle, traits.tried());
  for (const LocationId location : traits.contended())
    known.contended.push_back(oracle.rangeOf(location));
  std::ranges::sort(known.contended, before);
  known.distrustsRuns = oracle.distrustsRuns();
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
  return traits;
}

} // namespace revisit
