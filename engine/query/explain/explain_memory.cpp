// Explains why a read returns its value, and how a write affects other events.
#include "query/axioms/happens_before.h"
#include "query/explain/explain_parts.h"
#include "query/timeline/event_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace revisit::explain {
namespace {

// A read and the writes to its bytes.
class ReadExplainer {
public:
  ReadExplainer(const Timeline& timeline, EventNumber read)
      : m_timeline(timeline), m_read(read), m_range(timeline.rangeOf(read)), m_source(timeline.readsFrom(read)),
        m_writes(timeline.coherenceOrder(m_range)), m_content(contentOf(timeline, m_range, read - 1)) {
    std::erase(m_writes, read); // an update's own write
    if (timeline.event(read).oldest) {
      m_older.emplace(timeline, read);
      m_weakOrder.emplace(timeline);
    }
    collectForced();
  }

  void explain(std::vector<Reason>& reasons) {
    source(reasons);
    if (m_source)
      initialValue(reasons);
    for (std::size_t i = 0; i < m_writes.size(); i++)
      if (m_writes[i] != m_source && !isNewer(m_writes[i]))
        reasons.push_back(isOlder(m_writes[i]) ? m_older->reason(m_writes[i]) : Reason{otherWrite(i), m_writes[i]});
  }

private:
  std::string what() const { return locationText(m_timeline.event(m_read)); }

  // Whether the first happens before the second whatever the second reads. Under a weak memory model the causal order
  // of the timeline is not enough: a read in it may see nothing of what was done before the write that it reads from.
  bool happensBefore(EventNumber first, EventNumber second) const {
    return m_weakOrder ? m_weakOrder->forcedBefore(first, second) : m_timeline.forcedBefore(first, second);
  }

  // Collects the writes that happen before the read whatever it reads: the last one of each thread for each range.
  // Earlier ones overwrite nothing that these do not overwrite.
  void collectForced() {
    std::map<std::tuple<unsigned, std::uint64_t, std::uint64_t>, EventNumber> last;
    for (const EventNumber write : m_writes)
      if (happensBefore(write, m_read)) {
        const ByteRange range = m_timeline.rangeOf(write);
        EventNumber& known = last[{m_timeline.event(write).thread, range.address, range.size}];
        known = std::max(known, write);
      }
    for (const auto& [key, write] : last)
      m_forced.push_back(write);
  }

  void source(std::vector<Reason>& reasons) const {
    const std::optional<EventNumber> latest = m_timeline.writer(m_range, m_read - 1);
    if (!latest)
      reasons.push_back({m_source ? "No write to these very bytes was done before it."
                                  : fmt::format("No write to {} was done before it.", what()),
                         std::nullopt});
    else if (isStale())
      stale(reasons);
    else if (latest == m_source)
      reasons.push_back({fmt::format("{} is the coherence-latest write to {} that was done before it.",
                                     mention(m_timeline, *latest), what()),
                         latest});
    else
      reasons.push_back(
          {fmt::format("The latest write to these very bytes before it is {}.", mention(m_timeline, *latest)), latest});
    if (m_source && m_timeline.event(*m_source).thread != m_timeline.event(m_read).thread)
      reasons.push_back({sourceOrder(), m_source});
  }

  // What orders the source, of another thread, before the read.
  std::string sourceOrder() const {
    if (happensBefore(*m_source, m_read))
      return "The write happens before the read also without this reads-from.";
    if (!m_timeline.forcedBefore(*m_source, m_read))
      return "Nothing but this read orders the two: in another execution the read may come first.";
    return std::string("The read comes after the write whenever its thread has read the same before") +
           (m_older->isAnyReadable() ? ", but nothing makes the write visible to it." : ".");
  }

  // Whether a write to all these bytes was done before the read that is coherence-later than the one it reads from.
  bool isNewer(EventNumber write) const {
    return write < m_read && m_timeline.event(m_read).order && m_timeline.rangeOf(write).covers(m_range) &&
           (!m_source || m_timeline.coherenceBefore(*m_source, write));
  }
  bool isStale() const {
    return std::ranges::any_of(m_writes, [&](EventNumber write) { return isNewer(write); });
  }

  void stale(std::vector<Reason>& reasons) const {
    const std::string_view model = nameOf(m_timeline.witness().options.memoryModel);
    reasons.push_back({fmt::format("It is stale: the value is {}, although newer ones were written before.",
                                   m_source ? fmt::format("that of {}", mention(m_timeline, *m_source))
                                            : std::string("the initial one")),
                       m_source});
    for (const EventNumber write : m_writes)
      if (isNewer(write))
        reasons.push_back(
            {fmt::format("{} is newer, and was done before; under {} it need not be visible here, because "
                         "nothing orders it before this read{}.",
                         mention(m_timeline, write), model,
                         m_timeline.forcedBefore(write, m_read) ? ": the reads between them do not synchronise" : ""),
             write});
  }

  // Whether the witness says if the read could read from this coherence-older write to all its bytes.
  bool isOlder(EventNumber write) const {
    return m_older && write < m_read && m_timeline.rangeOf(write).covers(m_range) && m_source &&
           m_timeline.coherenceBefore(write, *m_source);
  }

  void initialValue(std::vector<Reason>& reasons) const {
    if (m_older && m_timeline.rangeOf(*m_source).covers(m_range)) {
      reasons.push_back(m_older->reason(std::nullopt));
      return;
    }
    if (m_content.hasInitial || m_writes.empty() || m_writes.front() > m_read)
      return;
    const bool isForced =
        std::ranges::any_of(m_forced, [&](EventNumber write) { return m_timeline.rangeOf(write).covers(m_range); });
    reasons.push_back(
        {fmt::format("The initial value is overwritten by {} before this read{}", mention(m_timeline, m_writes.front()),
                     isForced      ? ", and must be."
                     : m_weakOrder ? "."
                                   : ": nothing forces that, another execution may read it."),
         m_writes.front()});
  }

  std::string otherWrite(std::size_t place) const {
    const EventNumber write = m_writes[place];
    const std::string text = mention(m_timeline, write);
    if (write > m_read)
      return happensBefore(m_read, write) ? fmt::format("{} must come later: it happens after this read.", text)
             : m_timeline.forcedBefore(m_read, write)
                 ? fmt::format("{} must come later: program order and reads-from lead to it from this read.", text)
                 : fmt::format("{} comes later: nothing orders the two, another execution may read it.", text);
    if (std::ranges::find(m_content.writes, write) != m_content.writes.end())
      return fmt::format("{} wrote a part of what this reads.", text);
    const std::string fact =
        fmt::format("{} is overwritten by {} before this read", text, mention(m_timeline, overwriter(place)));
    return isForcedOut(write) ? fact + ", and must be: they happen in this order."
           : m_weakOrder      ? fact + '.' // the model may forbid it in other ways
                              : fact + ": nothing forces that, another execution may read it.";
  }

  // The bytes of the read that the write also wrote.
  ByteRange partOf(EventNumber write) const {
    const ByteRange range = m_timeline.rangeOf(write);
    const std::uint64_t first = std::max(range.address, m_range.address);
    return {first, std::min(range.last(), m_range.last()) - first + 1};
  }

  // The first later write to all of the bytes that the write and the read share; if there is none, to some of them.
  // Requires that these bytes were overwritten.
  EventNumber overwriter(std::size_t place) const {
    const ByteRange part = partOf(m_writes[place]);
    std::optional<EventNumber> first;
    for (std::size_t i = place + 1; i < m_writes.size() && m_writes[i] < m_read; i++) {
      const ByteRange range = m_timeline.rangeOf(m_writes[i]);
      if (range.covers(part))
        return m_writes[i];
      if (!first && range.overlaps(part))
        first = m_writes[i];
    }
    return first.value_or(m_writes[place]);
  }

  bool isForcedOut(EventNumber write) const {
    const ByteRange part = partOf(write);
    return std::ranges::any_of(m_forced, [&](EventNumber other) {
      return happensBefore(write, other) && m_timeline.coherenceBefore(write, other) &&
             m_timeline.rangeOf(other).covers(part);
    });
  }

  const Timeline& m_timeline;
  EventNumber m_read;
  ByteRange m_range;
  std::optional<EventNumber> m_source;
  std::vector<EventNumber> m_writes, m_forced;
  Content m_content;
  // If the witness says what the read could read from, which it does under weak memory models.
  std::optional<OlderValues> m_older;
  std::optional<HappensBefore> m_weakOrder;
};

std::string overwrittenText(const Timeline& timeline, EventNumber write) {
  const std::optional<EventNumber> before = timeline.previousWriter(write);
  if (timeline.rangeOf(write).size == 0)
    return fmt::format("writes to {}", locationText(timeline.event(write)));
  return before ? fmt::format("overwrites {}", mention(timeline, *before))
                : fmt::format("overwrites the initial value of {}", locationText(timeline.event(write)));
}

// A write after a read of the same thread, with another thread's write in between: a lost update.
void addLostUpdate(const Timeline& timeline, EventNumber write, const std::vector<EventNumber>& accesses,
                   std::vector<Reason>& reasons) {
  const WitnessEvent& event = timeline.event(write);
  const std::optional<EventNumber> lost = timeline.previousWriter(write);
  if (!lost || timeline.event(*lost).thread == event.thread || timeline.readsFrom(write) == lost)
    return;
  for (auto access = std::ranges::lower_bound(accesses, write); access != accesses.begin();) {
    const WitnessEvent& other = timeline.event(*--access);
    if (other.thread != event.thread || !other.reads)
      continue;
    if (*access < *lost)
      reasons.push_back(
          {fmt::format("Its thread last read {} before that, at {}: what {} wrote is lost if this write builds on it.",
                       locationText(event), mention(timeline, *access), referenceText(timeline.event(*lost))),
           *access});
    return;
  }
}

std::string readerText(const Timeline& timeline, EventNumber write, EventNumber reader) {
  const bool isRace =
      timeline.event(write).thread != timeline.event(reader).thread && !timeline.forcedBefore(write, reader);
  return fmt::format("{} reads it{}", mention(timeline, reader),
                     isRace ? ": nothing else orders the two, in another execution the read may come first." : ".");
}

// An access of another thread that is concurrent with the write.
std::string concurrentText(const Timeline& timeline, EventNumber write, EventNumber other) {
  const std::string text = mention(timeline, other);
  const std::string_view side = other < write ? "before" : "after";
  if (timeline.event(other).writes)
    return fmt::format("{} comes {} it: nothing orders the two, in another execution either may overwrite the other.",
                       text, side);
  return fmt::format("{} comes {} it: nothing orders the two, in another execution it may {}.", text, side,
                     other < write ? "read this write" : "come first");
}

// Whether another thread's access is concurrent with the write. For an update, concurrent writes are not counted here:
// they were listed as writes that it could have read.
bool isConcurrent(const Timeline& timeline, EventNumber write, EventNumber other) {
  const WitnessEvent &event = timeline.event(write), &access = timeline.event(other);
  return access.thread != event.thread && isMemory(access.kind) && timeline.readsFrom(other) != write &&
         !(event.reads && access.writes) && !timeline.forcedBefore(std::min(write, other), std::max(write, other));
}

void explainWrite(const Timeline& timeline, EventNumber write, std::vector<Reason>& reasons) {
  const std::vector<EventNumber> accesses = timeline.touching(timeline.rangeOf(write));
  addLostUpdate(timeline, write, accesses, reasons);
  const std::span<const EventNumber> readers = timeline.readersOf(write);
  for (const EventNumber reader : readers)
    reasons.push_back({readerText(timeline, write, reader), reader});
  if (readers.empty())
    reasons.push_back({"No event reads it.", std::nullopt});
  if (const auto next = timeline.nextWriter(write))
    reasons.push_back({fmt::format("It is overwritten by {}.", mention(timeline, *next)), next});
  for (const EventNumber other : accesses)
    if (isConcurrent(timeline, write, other))
      reasons.push_back({concurrentText(timeline, write, other), other});
}

} // namespace

Content contentOf(const Timeline& timeline, const ByteRange& range, SchedulePosition position) {
  Content content;
  std::vector<ByteRange> open{range};
  while (!open.empty()) {
    const ByteRange part = open.back();
    open.pop_back();
    if (part.size == 0)
      continue;
    const std::optional<EventNumber> write = timeline.writer(part, position);
    if (!write) {
      content.hasInitial = true;
      continue;
    }
    content.writes.push_back(*write);
    const ByteRange done = timeline.rangeOf(*write);
    if (done.address > part.address)
      open.push_back({part.address, done.address - part.address});
    if (done.last() < part.last())
      open.push_back({done.last() + 1, part.last() - done.last()});
  }
  std::ranges::sort(content.writes, [&](EventNumber a, EventNumber b) { return timeline.coherenceBefore(a, b); });
  const auto repeated = std::ranges::unique(content.writes);
  content.writes.erase(repeated.begin(), repeated.end());
  return content;
}

Explanation whyMemory(const Timeline& timeline, EventNumber number) {
  const WitnessEvent& event = timeline.event(number);
  Explanation explanation{number, mention(timeline, number), {}};
  if (event.reads)
    explanation.headline += ' ' + sourceText(timeline, number);
  if (event.writes)
    explanation.headline += (event.reads ? " and " : " ") + overwrittenText(timeline, number);
  explanation.headline += '.';
  if (timeline.rangeOf(number).size == 0) {
    explanation.reasons.push_back({"The witness has no address for it: other accesses to it are not known.", {}});
    return explanation;
  }
  if (event.reads)
    ReadExplainer(timeline, number).explain(explanation.reasons);
  if (event.writes)
    explainWrite(timeline, number, explanation.reasons);
  return explanation;
}

} // namespace revisit::explain
