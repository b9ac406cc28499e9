// Builds the indices of a timeline from its witness.
#include "program/positions.h"
#include "query/timeline/thread_links.h"
#include "query/timeline/timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace revisit {
namespace {

// By number, beginning with the initial value: the rank of each write in the coherence order of its location. Under a
// weak memory model the witness says it; otherwise coherence follows the order of the schedule.
std::vector<std::size_t> coherenceRanks(const Witness& witness) {
  std::vector<std::size_t> ranks(witness.schedule.size() + 1);
  std::iota(ranks.begin(), ranks.end(), std::size_t{0});
  for (std::size_t i = 0; i < witness.schedule.size(); i++)
    if (const std::optional<unsigned> place = witness.schedule[i].coherence)
      ranks[i + 1] = *place;
  return ranks;
}

// A barrier pass changes nothing: the next arrival at the barrier does not depend on it.
bool passesBarrier(const WitnessEvent& event) {
  return event.objectOp == ObjectOp::BarrierPass;
}

Error unusable(EventNumber number, const std::string& what) {
  return {ErrorCode::BadFormat, "",
          fmt::format("not a usable witness: event {} {}; run 'revisit check --witness FOLDER PROGRAM' again", number,
                      what)};
}

} // namespace

Result<Timeline> Timeline::make(Witness witness) {
  Timeline timeline(std::move(witness));
  if (const Status status = timeline.indexThreads(); !status)
    return status.error();
  if (const Status status = timeline.indexReadsFrom(); !status)
    return status.error();
  timeline.indexPlaces();
  timeline.indexObjects();
  timeline.indexAccesses();
  if (const Status status = timeline.indexCauses(); !status)
    return status.error();
  return timeline;
}

Status Timeline::indexThreads() {
  m_threads.resize(m_witness.threads.size());
  m_ordinals.resize(size() + 1);
  for (EventNumber number = 1; number <= size(); number++) {
    const WitnessEvent& entry = event(number);
    if (entry.thread >= m_threads.size())
      return unusable(number, fmt::format("is of thread {}, which does not exist", entry.thread));
    std::vector<EventNumber>& own = m_threads[entry.thread];
    if (!own.empty() && event(own.back()).index >= entry.index)
      return unusable(number, "does not stand in program order");
    m_ordinals[number] = own.size();
    own.push_back(number);
  }
  const auto exists = [&](unsigned thread) { return thread < m_threads.size(); };
  const WitnessError& error = m_witness.error;
  if (!exists(error.thread) || !std::ranges::all_of(error.waiting, exists, &WitnessWaiting::thread))
    return Error{ErrorCode::BadFormat, "", "not a usable witness: its error is of a thread that does not exist"};
  if ((error.index && !numberOf(error.thread, *error.index)) ||
      (error.other && !numberOf(error.other->thread, error.other->index)))
    return Error{ErrorCode::BadFormat, "", "not a usable witness: its error is of an event that does not exist"};
  return Done{};
}

Status Timeline::indexReadsFrom() {
  m_sources.resize(size() + 1);
  m_readers.resize(size() + 1);
  for (EventNumber number = 1; number <= size(); number++) {
    const WitnessEvent& entry = event(number);
    const auto& reference = entry.readsFrom;
    // A write to a part of a location may refer to the write of the rest, but it does not read.
    if (!reference || (entry.writes && !entry.reads))
      continue;
    const std::optional<EventNumber> source = numberOf(reference->thread, reference->index);
    if (!source || *source >= number)
      return unusable(number, fmt::format("reads from ({},{}), which {}", reference->thread, reference->index,
                                          source ? "comes later" : "does not exist"));
    m_sources[number] = *source;
    m_readers[*source].push_back(number);
  }
  return Done{};
}

void Timeline::indexPlaces() {
  for (EventNumber number = 1; number <= size(); number++) {
    const WitnessEvent& entry = event(number);
    m_kinds[static_cast<std::size_t>(kindOf(entry))].push_back(number);
    if (!entry.what.empty() && (isMemory(entry.kind) || entry.kind == LabelKind::Object))
      m_names[entry.what].push_back(number);
    for (const WitnessPosition& place : entry.calls) {
      if (isSystemFile(place.file))
        continue;
      std::vector<EventNumber>& there = m_lines[place.line];
      if (there.empty() || there.back() != number)
        there.push_back(number);
    }
  }
}

void Timeline::indexObjects() {
  m_objects.resize(size() + 1, noObject);
  std::map<std::pair<std::uint64_t, std::string>, std::size_t> objects;
  for (const EventNumber number : ofKind(EventKind::Object)) {
    const WitnessEvent& entry = event(number);
    const auto key = std::pair(entry.address, entry.address == 0 ? entry.what : std::string());
    const std::size_t object = objects.try_emplace(key, m_chains.size()).first->second;
    m_chains.resize(objects.size());
    m_chains[object].push_back(number);
    m_objects[number] = object;
  }
}

void Timeline::indexAccesses() {
  std::vector<AccessIndex::Access> accesses;
  for (EventNumber number = 1; number <= size(); number++) {
    const WitnessEvent& entry = event(number);
    ByteRange range = rangeOf(number);
    if (entry.kind == LabelKind::Object && entry.address != 0)
      range = {entry.address, 1};
    if (range.size != 0)
      accesses.push_back({number, range, entry.writes});
  }
  m_accesses = AccessIndex(accesses, coherenceRanks(m_witness));
}

Status Timeline::indexCauses() {
  Result<ThreadLinks> links = linkThreads(m_witness, m_threads);
  if (!links)
    return links.error();
  std::vector<CausalEdge> edges = std::move(links->edges);
  for (EventNumber number = 1; number <= size(); number++)
    if (m_sources[number] != 0)
      edges.push_back({m_sources[number], number});
  for (const std::vector<EventNumber>& chain : m_chains) {
    EventNumber before = 0;
    for (const EventNumber number : chain) {
      if (before != 0)
        edges.push_back({before, number});
      if (!passesBarrier(event(number)))
        before = number;
    }
  }
  m_creations = std::move(links->creations);
  m_children = std::move(links->children);
  std::vector<unsigned> threads;
  for (const WitnessEvent& entry : m_witness.schedule)
    threads.push_back(entry.thread);
  m_order = CausalOrder(threads, m_threads.size(), std::move(edges));
  return Done{};
}

} // namespace revisit
