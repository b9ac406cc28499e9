#include "query/interleaving/relevance.h"

#include "program/positions.h"
#include "query/explain/explain.h"
#include "query/timeline/object_holders.h"
#include "query/timeline/waiting.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <set>

namespace revisit {
namespace {

// The number of further groups of events that are tried: events far from the error explain little.
constexpr std::size_t maxTries = 48;
// A condition does not read more than this; a loop that is written on one line does.
constexpr std::size_t maxOfALine = 8;
// It is not worth leaving out so few rows.
constexpr std::size_t fewRows = 3;
// If the clock index would be larger than this, it would cost more than the report is worth.
constexpr std::size_t maxClocks = std::size_t{1} << 26;

// A thread holds a lock from one event to another.
struct Section {
  unsigned thread = 0;
  EventNumber first = 0;
  std::optional<EventNumber> last; // nothing: never released
};

// Adds locks for reading, which holdingsOf leaves out; each ends with the next release by its thread.
void addReadSections(const Timeline& timeline, std::span<const EventNumber> chain, std::vector<Section>& sections) {
  for (auto number = chain.begin(); number != chain.end(); ++number) {
    const WitnessEvent& event = timeline.event(*number);
    if (!takesForReading(event) || !hasSucceeded(event))
      continue;
    const auto release = std::find_if(number + 1, chain.end(), [&](EventNumber other) {
      return timeline.event(other).thread == event.thread && isMutexRelease(timeline.event(other));
    });
    sections.push_back({event.thread, *number, release != chain.end() ? std::optional(*release) : std::nullopt});
  }
}

std::vector<Section> sectionsOf(const Timeline& timeline) {
  std::vector<Section> sections;
  for (const EventNumber number : timeline.ofKind(EventKind::Object)) {
    const std::span<const EventNumber> chain = timeline.chainOf(number);
    if (chain.empty() || chain.front() != number)
      continue;
    for (const Holding& holding : holdingsOf(timeline, chain))
      sections.push_back({holding.thread, holding.taken, holding.released});
    addReadSections(timeline, chain, sections);
  }
  return sections;
}

class Selection {
public:
  Selection(const Timeline& timeline, std::size_t rows)
      : m_timeline(timeline), m_rows(rows), m_sections(sectionsOf(timeline)), m_wanted(timeline.size()) {}

  std::vector<bool> select() {
    std::vector<EventNumber> needed = ownEvents();
    // For a race or a deadlock the order matters, not the values that were read.
    for (std::size_t i = isOfWaiting(error().kind) || error().other ? 0 : needed.size(); i-- > 0;)
      addSource(needed[i], needed);
    addReasons(needed);
    // A thread's accesses to private data are less relevant than those to shared data: they are added only if there is
    // room.
    const auto isOwn = [&](EventNumber number) { return isPlainAccess(number) && isPrivate(number); };
    const auto own = std::ranges::stable_partition(needed, std::not_fn(isOwn));
    const std::vector<EventNumber> byItself(own.begin(), own.end());
    needed.erase(own.begin(), own.end());
    add(needed);
    leaveOutUnlocks(needed);
    for (const Wait& wait : waitsAtEnd())
      if (!wait.whom)
        addWhatItWaitedFor(wait.thread);
    addConditions();
    addReadsFromOthers();
    for (const EventNumber number : byItself)
      addIfShort({number});
    addExplainingAccesses(std::move(needed));
    return std::move(m_wanted);
  }

private:
  const WitnessError& error() const { return m_timeline.witness().error; }
  // A deadlock that is known from an event need not have happened: then the threads of this run go on.
  std::vector<Wait> waitsAtEnd() const { return error().index ? std::vector<Wait>() : waitsOf(m_timeline); }
  bool isWanted(EventNumber number) const { return m_wanted[number - 1]; }
  bool isAccess(EventNumber number) const { return m_timeline.rangeOf(number).size != 0; }

  bool isPlainAccess(EventNumber number) const {
    const WitnessEvent& event = m_timeline.event(number);
    return event.kind == LabelKind::Read || (event.kind == LabelKind::Write && event.lifetime == Lifetime::Observed);
  }

  // Whether no other thread accesses the event's bytes.
  bool isPrivate(EventNumber number) const {
    const unsigned thread = m_timeline.event(number).thread;
    return std::ranges::all_of(m_timeline.touching(m_timeline.rangeOf(number)),
                               [&](EventNumber other) { return m_timeline.event(other).thread == thread; });
  }

  // The events of the error itself.
  std::vector<EventNumber> ownEvents() const {
    std::vector<EventNumber> events;
    if (const SchedulePosition bug = m_timeline.bug(); bug != 0 && !isOfWaiting(error().kind))
      events.push_back(bug);
    if (error().other)
      if (const auto other = m_timeline.numberOf(error().other->thread, error().other->index))
        events.push_back(*other);
    addSameLine(events);
    return events;
  }

  // Adds the events that the explanation names, the most important first.
  void addReasons(std::vector<EventNumber>& events) const {
    const Explanation explanation = whyBug(m_timeline);
    if (explanation.event)
      events.push_back(*explanation.event);
    for (const Reason& reason : explanation.reasons)
      if (reason.event)
        events.push_back(*reason.event);
    for (const Wait& wait : waitsAtEnd()) {
      if (const auto last = m_timeline.lastOf(wait.thread, m_timeline.size()))
        events.push_back(*last);
      if (wait.why)
        events.push_back(*wait.why);
    }
  }

  // Adds the last events of the error's thread at the line of the error: there, a condition reads its operands. A read
  // directly before the error counts too.
  void addSameLine(std::vector<EventNumber>& events) const {
    if (isOfWaiting(error().kind) || error().other || m_timeline.bug() == 0)
      return;
    const auto placeOf = [&](EventNumber number) { return shownPosition(m_timeline.event(number).calls); };
    const WitnessPosition* place = placeOf(m_timeline.bug());
    std::size_t count = 0;
    for (auto before = m_timeline.previousOfThread(m_timeline.bug()); before && count < maxOfALine;
         before = m_timeline.previousOfThread(*before), count++) {
      const WitnessPosition* other = placeOf(*before);
      const bool isHere = place && other && other->line == place->line && other->file == place->file;
      if (!isHere && (count != 0 || !m_timeline.event(*before).reads))
        return;
      events.push_back(*before);
    }
  }

  void addSource(EventNumber number, std::vector<EventNumber>& events) const {
    if (const auto source = m_timeline.readsFrom(number))
      events.push_back(*source);
  }

  // Adds events with the creation of their threads and, unless told otherwise, with the locks around them.
  void add(std::vector<EventNumber> events, bool withLocks = true) {
    while (!events.empty()) {
      const EventNumber number = events.back();
      events.pop_back();
      if (isWanted(number))
        continue;
      m_wanted[number - 1] = true;
      const unsigned thread = m_timeline.event(number).thread;
      if (const auto creation = m_timeline.creationOf(thread))
        events.push_back(*creation);
      if (!isAccess(number) || !withLocks)
        continue;
      for (const Section& section : m_sections)
        if (section.thread == thread && section.first < number && section.last.value_or(number) >= number) {
          events.push_back(section.first);
          if (section.last)
            events.push_back(*section.last);
        }
    }
  }

  // Removes unlocks from the end while there are too many rows: an unlock that no explanation names is the least
  // relevant.
  void leaveOutUnlocks(const std::vector<EventNumber>& named) {
    for (EventNumber number = m_timeline.size(); number > 0; number--)
      if (isWanted(number) && isMutexRelease(m_timeline.event(number)) &&
          std::ranges::find(named, number) == named.end()) {
        if (countRows(m_timeline.witness(), m_wanted) <= m_rows)
          return;
        m_wanted[number - 1] = false;
      }
  }

  // The same, unless that would make too many rows even without the locks.
  bool addIfShort(const std::vector<EventNumber>& events) {
    if (std::ranges::all_of(events, [&](EventNumber number) { return isWanted(number); }))
      return true;
    if (m_tries++ >= maxTries)
      return false;
    const std::vector<bool> before = m_wanted;
    for (const bool withLocks : {true, false}) {
      add(events, withLocks);
      if (countRows(m_timeline.witness(), m_wanted) <= m_rows)
        return true;
      m_wanted = before;
    }
    return false;
  }

  // For a thread that does not wait for a certain thread: the last values that it read, and the later writes to them.
  // For a thread that waits for a wake-up, also the last calls that could have woken it, which may have come too early.
  void addWhatItWaitedFor(unsigned thread) {
    const std::span<const EventNumber> own = m_timeline.eventsOf(thread);
    const auto read =
        std::find_if(own.rbegin(), own.rend(), [&](EventNumber number) { return m_timeline.event(number).reads; });
    if (read != own.rend()) {
      std::vector<EventNumber> events = {*read};
      if (const auto next = m_timeline.nextWriter(*read))
        events.push_back(*next);
      addIfShort(events);
    }
    std::size_t most = 2;
    const std::span<const EventNumber> chain =
        own.empty() ? std::span<const EventNumber>() : m_timeline.chainOf(own.back());
    for (std::size_t i = chain.size(); i-- > 0 && most > 0;)
      if (isSignal(m_timeline.event(chain[i])) && addIfShort({chain[i]}))
        most--;
  }

  // Adds the last conditions on the inputs.
  void addConditions() {
    std::size_t most = 3;
    for (EventNumber number = m_timeline.size(); number > 0 && most > 0; number--)
      if (!m_timeline.event(number).condition.empty()) {
        addIfShort({number});
        most--;
      }
  }

  // Adds the last values that the error's thread read from other threads that wrote them while it was running.
  void addReadsFromOthers() {
    if (isOfWaiting(error().kind))
      return;
    std::size_t most = 3;
    const EventNumber start = m_timeline.creationOf(error().thread).value_or(0);
    const std::span<const EventNumber> own = m_timeline.eventsOf(error().thread);
    for (auto number = own.rbegin(); number != own.rend() && most > 0 && m_tries < maxTries; ++number) {
      const auto source = m_timeline.readsFrom(*number);
      if (source && *source > start && m_timeline.event(*source).thread != error().thread &&
          addIfShort({*number, *source}))
        most--;
    }
  }

  // The last earlier read of the event's bytes by its own thread.
  std::optional<EventNumber> earlierRead(EventNumber number, const std::vector<EventNumber>& touching) const {
    std::optional<EventNumber> found;
    for (const EventNumber other : touching)
      if (other < number && m_timeline.event(other).thread == m_timeline.event(number).thread &&
          m_timeline.event(other).reads)
        found = other;
    return found;
  }

  // While there is room: for each of these accesses, the write that it reads from, the thread's previous read of the
  // same bytes, and the writes in between; then the same for the accesses that were added.
  void addExplainingAccesses(std::vector<EventNumber> accesses) {
    std::deque<EventNumber> open(accesses.begin(), accesses.end());
    std::set<EventNumber> done;
    while (!open.empty() && m_tries < maxTries) {
      const EventNumber number = open.front();
      open.pop_front();
      if (!isAccess(number) || !done.insert(number).second)
        continue;
      for (const std::vector<EventNumber>& group : groupsAround(number))
        if (addIfShort(group))
          open.insert(open.end(), group.begin(), group.end());
    }
  }

  std::vector<std::vector<EventNumber>> groupsAround(EventNumber number) const {
    std::vector<std::vector<EventNumber>> groups;
    if (const auto source = m_timeline.readsFrom(number))
      groups.push_back({*source});
    const std::vector<EventNumber> touching = m_timeline.touching(m_timeline.rangeOf(number));
    const auto earlier = earlierRead(number, touching);
    if (earlier) {
      groups.push_back({*earlier});
      addSource(*earlier, groups.back());
    }
    // Other threads have overwritten the value since then.
    for (auto other = touching.rbegin(); other != touching.rend() && earlier; ++other)
      if (*other > *earlier && *other < number && m_timeline.event(*other).writes &&
          m_timeline.event(*other).thread != m_timeline.event(number).thread)
        groups.push_back({*other});
    if (const auto before = m_timeline.previousWriter(number))
      groups.push_back({*before});
    return groups;
  }

  const Timeline& m_timeline;
  const std::size_t m_rows;
  const std::vector<Section> m_sections;
  std::size_t m_tries = 0;
  std::vector<bool> m_wanted; // by number - 1
};

} // namespace

std::vector<bool> relevantEvents(const Timeline& timeline, std::size_t rows) {
  if (timeline.witness().error.kind == ErrorKind::None)
    return std::vector<bool>(timeline.size(), true);
  std::vector<bool> wanted = Selection(timeline, rows).select();
  for (EventNumber number = 1; number <= timeline.size(); number++)
    wanted[number - 1] = wanted[number - 1] && !isInsideCall(timeline.event(number));
  return wanted;
}

std::vector<EventNumber> eventsAtAGlance(const Timeline& timeline) {
  const auto& schedule = timeline.witness().schedule;
  const auto telling = static_cast<std::size_t>(std::ranges::count_if(schedule, isTelling));
  const std::vector<bool> wanted = telling > rowsAtAGlance + fewRows ? relevantEvents(timeline, rowsAtAGlance)
                                                                     : std::vector<bool>(timeline.size(), false);
  std::vector<EventNumber> events;
  for (EventNumber number = 1; number <= timeline.size(); number++)
    if (wanted[number - 1] || (telling <= rowsAtAGlance + fewRows && isTelling(timeline.event(number))))
      events.push_back(number);
  return events;
}

std::optional<Timeline> timelineForReport(const Witness& witness) {
  if (witness.schedule.size() * witness.threads.size() > maxClocks)
    return std::nullopt;
  Result<Timeline> timeline = Timeline::make(witness);
  return timeline ? std::optional(std::move(*timeline)) : std::nullopt;
}

std::vector<InterleavingRow> relevantRows(const Timeline& timeline, std::size_t rows) {
  const Witness& witness = timeline.witness();
  std::vector<InterleavingRow> all = interleavingRows(witness);
  if (all.size() <= rows + fewRows || witness.error.kind == ErrorKind::None)
    return all;
  std::vector<InterleavingRow> chosen = interleavingRows(witness, relevantEvents(timeline, rows));
  return chosen.size() + fewRows < all.size() ? chosen : all;
}

} // namespace revisit
