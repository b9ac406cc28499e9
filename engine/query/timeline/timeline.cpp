#include "query/timeline/timeline.h"

#include <algorithm>

namespace revisit {

std::optional<EventNumber> Timeline::numberOf(unsigned thread, unsigned index) const {
  if (thread >= m_threads.size())
    return std::nullopt;
  const std::vector<EventNumber>& own = m_threads[thread];
  const auto found = std::ranges::lower_bound(own, index, {}, [&](EventNumber number) { return event(number).index; });
  return found != own.end() && event(*found).index == index ? std::optional(*found) : std::nullopt;
}

std::optional<EventNumber> Timeline::nextOfThread(EventNumber number) const {
  const std::vector<EventNumber>& own = m_threads[event(number).thread];
  const std::size_t next = m_ordinals[number] + 1;
  return next < own.size() ? std::optional(own[next]) : std::nullopt;
}

std::optional<EventNumber> Timeline::previousOfThread(EventNumber number) const {
  const std::size_t ordinal = m_ordinals[number];
  return ordinal > 0 ? std::optional(m_threads[event(number).thread][ordinal - 1]) : std::nullopt;
}

std::optional<EventNumber> Timeline::nextOf(unsigned thread, SchedulePosition position) const {
  const std::vector<EventNumber>& own = m_threads[thread];
  const auto next = std::ranges::upper_bound(own, position);
  return next != own.end() ? std::optional(*next) : std::nullopt;
}

std::optional<EventNumber> Timeline::lastOf(unsigned thread, SchedulePosition position) const {
  const std::vector<EventNumber>& own = m_threads[thread];
  const auto next = std::ranges::upper_bound(own, position);
  return next != own.begin() ? std::optional(*(next - 1)) : std::nullopt;
}

ByteRange Timeline::rangeOf(EventNumber number) const {
  const WitnessEvent& entry = event(number);
  return isMemory(entry.kind) && entry.address != 0 ? ByteRange{entry.address, entry.size} : ByteRange{};
}

std::vector<EventNumber> Timeline::touching(const ByteRange& range) const {
  return m_accesses.touching(range);
}

std::vector<ValueChange> Timeline::history(const ByteRange& range) const {
  std::vector<ValueChange> changes;
  for (const EventNumber number : touching(range)) {
    const WitnessEvent& entry = event(number);
    if (isMemory(entry.kind))
      changes.push_back({number, entry.thread, entry.seen, entry.written});
  }
  return changes;
}

std::vector<EventNumber> Timeline::coherenceOrder(const ByteRange& range) const {
  return m_accesses.writes(range);
}

bool Timeline::coherenceBefore(EventNumber first, EventNumber second) const {
  return m_accesses.rankOf(first) < m_accesses.rankOf(second);
}

std::optional<EventNumber> Timeline::writer(const ByteRange& range, SchedulePosition position) const {
  return m_accesses.latestWrite(range, position);
}

std::optional<EventNumber> Timeline::previousWriter(EventNumber number) const {
  const ByteRange range = rangeOf(number);
  return event(number).writes ? m_accesses.writeBefore(range, m_accesses.rankOf(number)) : writer(range, number - 1);
}

std::optional<EventNumber> Timeline::nextWriter(EventNumber number) const {
  EventNumber from = number;
  if (!event(number).writes) // a stale read is overwritten by what came after its source, done or not
    from = event(number).back != 0 ? m_sources[number] : previousWriter(number).value_or(0);
  return m_accesses.writeAfter(rangeOf(number), m_accesses.rankOf(from));
}

std::optional<EventNumber> Timeline::readsFrom(EventNumber number) const {
  return m_sources[number] != 0 ? std::optional(m_sources[number]) : std::nullopt;
}

std::span<const EventNumber> Timeline::chainOf(EventNumber number) const {
  return m_objects[number] != noObject ? std::span(m_chains[m_objects[number]]) : std::span<const EventNumber>();
}

std::optional<EventNumber> Timeline::chainPrevious(EventNumber number) const {
  const std::span<const EventNumber> chain = chainOf(number);
  const auto own = std::ranges::lower_bound(chain, number);
  return own != chain.begin() ? std::optional(*(own - 1)) : std::nullopt;
}

bool Timeline::happensBefore(EventNumber first, EventNumber second) const {
  return m_order(first, second);
}

bool Timeline::forcedBefore(EventNumber first, EventNumber second) const {
  if (!readsFrom(second) && m_objects[second] == noObject)
    return happensBefore(first, second);
  const std::optional<EventNumber> before =
      m_ordinals[second] > 0 ? previousOfThread(second) : creationOf(event(second).thread);
  return before && (first == *before || happensBefore(first, *before));
}

std::vector<EventNumber> Timeline::causalPrefix(EventNumber number) const {
  std::vector<EventNumber> prefix;
  const std::span<const std::uint32_t> clock = m_order.clock(number);
  for (std::size_t thread = 0; thread < m_threads.size(); thread++)
    prefix.insert(prefix.end(), m_threads[thread].begin(), m_threads[thread].begin() + clock[thread]);
  std::ranges::sort(prefix);
  prefix.pop_back(); // the event itself, which comes after all its causes
  return prefix;
}

std::vector<EventNumber> Timeline::named(const std::string& name) const {
  std::vector<EventNumber> found;
  const auto add = [&](const std::vector<EventNumber>& numbers) {
    found.insert(found.end(), numbers.begin(), numbers.end());
  };
  if (const auto exact = m_names.find(name); exact != m_names.end())
    add(exact->second);
  for (const char separator : {'+', '.', '['})
    for (auto part = m_names.lower_bound(name + separator);
         part != m_names.end() && part->first.starts_with(name + separator); ++part)
      add(part->second);
  std::ranges::sort(found);
  return found;
}

std::span<const EventNumber> Timeline::atLine(unsigned line) const {
  const auto found = m_lines.find(line);
  return found != m_lines.end() ? std::span(found->second) : std::span<const EventNumber>();
}

SchedulePosition Timeline::subject() const {
  return m_witness.goal.moments.empty() ? bug() : m_witness.goal.moments.back().position;
}

SchedulePosition Timeline::bug() const {
  const WitnessError& error = m_witness.error;
  if (isOfWaiting(error.kind) && !error.index)
    return size();
  if (error.index)
    return numberOf(error.thread, *error.index).value_or(size());
  const std::vector<EventNumber>& own = m_threads[error.thread];
  return !own.empty() && event(own.back()).kind == LabelKind::Error ? own.back() : size();
}

} // namespace revisit
