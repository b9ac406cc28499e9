#include "query/interleaving/folding.h"

#include "program/function_names.h"
#include "program/objects/objects.h"
#include "program/positions.h"
#include "query/explain/explain.h"
#include "query/interleaving/call_names.h"
#include "query/interleaving/interleaving.h"
#include "query/timeline/waiting.h"
#include "witness/event_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <unordered_map>

namespace revisit {
namespace {

bool isOwn(const WitnessPosition& call) {
  return call.line != 0 && !isSystemFile(call.file);
}

// What the compiler reads to call a virtual function, and writes to make that work.
bool isOfVirtualCalls(const WitnessEvent& event) {
  return event.what.ends_with(".vptr") || event.what.starts_with("vtable for ") || event.what.starts_with("VTT for ");
}

// The variable or block that has this name or a part of this name: "Job#T1.2" of "Job#T1.2.next", "main::log" of
// "main::log[2]".
std::string wholeOf(const std::string& name) {
  std::size_t end = name.find('#');
  if (end != std::string::npos) {
    end += name.substr(end + 1).starts_with('T') ? std::min(name.find('.', end), name.size() - 1) - end + 1 : 1;
    while (end < name.size() && std::isdigit(static_cast<unsigned char>(name[end])) != 0)
      end++;
    return name.substr(0, end);
  }
  return name.substr(0, name.find_first_of(".[+"));
}

// An object whose life an event changes, or the life of a part of it.
struct LifeChange {
  std::string object; // empty: it changes no life
  bool begins = false;
  friend bool operator==(const LifeChange&, const LifeChange&) = default;
};

LifeChange lifeChange(const WitnessEvent& event) {
  const bool destroys = event.objectOp && isDestroy(*event.objectOp) && event.seen == object_result::ok;
  return event.lifetime == Lifetime::Observed && !destroys
             ? LifeChange()
             : LifeChange{wholeOf(event.what), event.lifetime == Lifetime::Begins};
}

std::vector<EventNumber> numbersFrom(EventNumber first, EventNumber end) {
  std::vector<EventNumber> numbers(end - first);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

// A line of the program and what it calls. `own` is an index into the calls of the event; their number when no line of
// the program's leads to the event.
struct Call {
  std::size_t own = 0;
  bool isOfThread = false; // how the library starts or ends the thread
  CallName name;
  LifeChange life{}; // that the program's own code makes
};

class Finder {
public:
  explicit Finder(const Timeline& timeline)
      : m_timeline(timeline), m_calls(timeline.size() + 1), m_needed(timeline.size() + 1, false) {}

  std::vector<Fold> find() {
    for (EventNumber number = 1; number <= m_timeline.size(); number++)
      m_calls[number] = callOf(number);
    keepNeeded();
    std::vector<Fold> folds;
    for (EventNumber first = 1, end = 1; first <= m_timeline.size(); first = end) {
      end = first + 1;
      while (m_calls[first] && end <= m_timeline.size() && belongTogether(first, end))
        end++;
      if (end - first > 1)
        folds.push_back(
            {first, end - first, textOf(first, end), placeOf(m_calls[first]->life.object.empty() ? first : end - 1)});
    }
    return folds;
  }

  // Those that find() has left to stand for themselves.
  bool isNeeded(EventNumber number) const { return m_needed[number]; }

private:
  const WitnessEvent& event(EventNumber number) const { return m_timeline.event(number); }

  // Cached: there are few different names, and shortening one takes long.
  const CallName& nameOf(const WitnessPosition& call) {
    const auto [found, isNew] = m_names.try_emplace(call.function);
    if (isNew)
      found->second = callName(call.function);
    return found->second;
  }

  // Nothing: the event is the program's own.
  std::optional<Call> callOf(EventNumber number) {
    const WitnessEvent& one = event(number);
    LifeChange life = lifeChange(one);
    const bool changesLife = !life.object.empty();
    if (one.kind == LabelKind::Object && changesLife && !one.calls.empty() && isOwn(one.calls.front()))
      return Call{0, false, {}, std::move(life)};
    if (one.calls.empty() || !one.condition.empty())
      return std::nullopt;
    if (isMachineCode(one.calls) && (isMemory(one.kind) || one.kind == LabelKind::Object)) {
      const std::size_t own = ownCall(one.calls, number);
      return Call{own, false, {"", withoutLibraryPrefix(one.calls[own - 1].function)}};
    }
    if (!isMemory(one.kind))
      return std::nullopt;
    if (isOfThread(one))
      return Call{one.calls.size(), true, {}};
    const std::size_t own = ownCall(one.calls, number);
    if (own == 0 && changesLife)
      return Call{0, false, {}, std::move(life)};
    if (own == 0)
      return isOfVirtualCalls(one) && !one.writes ? std::optional(Call{0, false, {"", "virtual call"}}) : std::nullopt;
    if (isSystemFile(one.calls.front().file) && isAtomicCall(one.calls[own - 1].function))
      return std::nullopt;
    return Call{own, false, nameOf(one.calls[own - 1])};
  }

  // The place of a thread's creation stands behind the calls of what the library does for it at its start and end.
  bool isOfThread(const WitnessEvent& one) const {
    const auto creation = m_timeline.creationOf(one.thread);
    if (!creation)
      return false;
    const std::vector<WitnessPosition>& place = event(*creation).calls;
    return !place.empty() && one.calls.size() > place.size() &&
           std::equal(place.rbegin(), place.rend(), one.calls.rbegin());
  }

  // The index of the innermost call in the program's own code. A constructor is replaced by its caller as long as no
  // other thread can have seen the object.
  std::size_t ownCall(const std::vector<WitnessPosition>& calls, EventNumber number) {
    std::size_t own = 0;
    while (own < calls.size() && !isOwn(calls[own]))
      own++;
    std::optional<bool> isUnseenYet;
    for (std::size_t at = own; at + 1 < calls.size() && nameOf(calls[at]).isConstructor();) {
      if (!isUnseenYet)
        isUnseenYet = isUnseen(number);
      if (!*isUnseenYet)
        break;
      at++;
      while (at < calls.size() && !isOwn(calls[at]))
        at++;
      if (at < calls.size())
        own = at;
    }
    return own;
  }

  // Whether other threads access the bytes only after the event, and only constructors accessed them before it.
  bool isUnseen(EventNumber number) {
    const ByteRange range = m_timeline.rangeOf(number);
    return std::ranges::all_of(m_timeline.touching(range), [&](EventNumber other) {
      if (other == number || m_timeline.happensBefore(number, other))
        return true;
      return event(other).thread == event(number).thread && other < number &&
             (event(other).lifetime == Lifetime::Ends ||
              std::ranges::any_of(
                  event(other).calls, [&](const WitnessPosition& call) { return nameOf(call).isConstructor(); }));
    });
  }

  void keep(EventNumber number) {
    m_calls[number].reset();
    m_needed[number] = true;
  }
  void keep(const std::optional<EventNumber>& number) {
    if (number)
      keep(*number);
  }

  void keepNeeded() {
    std::vector<EventNumber> needed;
    for (EventNumber number = 1; number <= m_timeline.size(); number++)
      if (isReadAcross(number))
        needed.push_back(number);
    for (const EventNumber number : needed)
      keep(number);
    const WitnessError& error = m_timeline.witness().error;
    if (error.kind == ErrorKind::None)
      return;
    if (error.index)
      keep(m_timeline.numberOf(error.thread, *error.index));
    if (error.other)
      keep(m_timeline.numberOf(error.other->thread, error.other->index));
    const Explanation explanation = whyBug(m_timeline);
    keep(explanation.event);
    for (const Reason& reason : explanation.reasons)
      keep(reason.event);
    for (const Wait& wait : waitsOf(m_timeline))
      keep(wait.why);
  }

  // Whether the event reads from the program's own code in another thread, or is read by it.
  bool isReadAcross(EventNumber number) const {
    const auto isOthers = [&](EventNumber other) {
      return !m_calls[other] && event(other).thread != event(number).thread;
    };
    const auto source = m_timeline.readsFrom(number);
    return m_calls[number] &&
           ((source && isOthers(*source)) || std::ranges::any_of(m_timeline.readersOf(number), isOthers));
  }

  // Whether both events belong to the same call of the library. All events between them do.
  bool belongTogether(EventNumber first, EventNumber second) const {
    const WitnessEvent &a = event(first), &b = event(second);
    if (!m_calls[second] || a.thread != b.thread || m_calls[first]->isOfThread != m_calls[second]->isOfThread)
      return false;
    if (m_calls[first]->isOfThread)
      return true;
    if (m_calls[first]->life != m_calls[second]->life)
      return false;
    if (!m_calls[first]->life.object.empty())
      return isWithin(event(second - 1), b) || isWithin(b, event(second - 1));
    const std::size_t ownOfA = m_calls[first]->own, ownOfB = m_calls[second]->own;
    if (a.calls.size() - ownOfA != b.calls.size() - ownOfB)
      return false;
    if (ownOfA == a.calls.size())
      return true; // the place is not known
    const WitnessPosition &mine = a.calls[ownOfA], &theirs = b.calls[ownOfB];
    const auto behind = [](const WitnessEvent& one, std::size_t own) {
      return one.calls.begin() + static_cast<std::ptrdiff_t>(own) + 1;
    };
    return mine.line == theirs.line && mine.file == theirs.file && mine.function == theirs.function &&
           std::equal(behind(a, ownOfA), a.calls.end(), behind(b, ownOfB));
  }

  // Whether the first is done in the call that does the second, or by that.
  static bool isWithin(const WitnessEvent& inner, const WitnessEvent& outer) {
    return inner.calls.size() >= outer.calls.size() &&
           std::equal(outer.calls.rbegin(), outer.calls.rend(), inner.calls.rbegin());
  }

  WitnessPosition placeOf(EventNumber number) const {
    const std::vector<WitnessPosition>& calls = event(number).calls;
    if (m_calls[number]->own < calls.size())
      return calls[m_calls[number]->own];
    const WitnessPosition* const shown = shownPosition(calls);
    return shown ? *shown : WitnessPosition{};
  }

  // The calls of the events from `first` up to `end`, each once.
  std::string textOf(EventNumber first, EventNumber end) const {
    constexpr std::size_t mostNamed = 2;
    if (m_calls[first]->isOfThread)
      return isBeforeOwnEvents(first) ? "start of the thread" : "end of the thread";
    if (!m_calls[first]->life.object.empty())
      return lifeText(m_timeline.witness(), numbersFrom(first, end));
    std::vector<CallName> names;
    std::vector<std::vector<std::string>> locations;
    for (EventNumber number = first; number < end; number++) {
      const auto place = std::ranges::find(names, m_calls[number]->name) - names.begin();
      if (static_cast<std::size_t>(place) == names.size()) {
        names.push_back(m_calls[number]->name);
        locations.emplace_back();
      }
      locations[static_cast<std::size_t>(place)].push_back(event(number).what);
    }
    if (std::string text = textOfMachine(first, end); !text.empty())
      return text;
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < mostNamed; i++) {
      const bool isOfCompiler = names[i] == CallName{"", "virtual call"};
      text += (i == 0 ? "" : ", ") + (isOfCompiler ? names[i].function : callText(names[i], locations[i]));
    }
    return names.size() > mostNamed ? text + ", ..." : text;
  }

  // What a call has done to descriptors: "write pipe 64: 2".
  std::string textOfMachine(EventNumber first, EventNumber end) const {
    std::string text;
    for (EventNumber number = first; number < end; number++)
      if (const WitnessEvent& one = event(number); isOnDescriptor(one)) {
        const std::string result = valueWords(one);
        text += fmt::format("{}{} {}{}{}", text.empty() ? "" : ", ", operationWords(one), one.what,
                            result.empty() ? "" : ": ", result);
      }
    return text;
  }

  bool isBeforeOwnEvents(EventNumber number) const {
    const auto events = m_timeline.eventsOf(event(number).thread);
    return std::all_of(events.begin(), std::ranges::find(events, number),
                       [&](EventNumber other) { return m_calls[other] && m_calls[other]->isOfThread; });
  }

  const Timeline& m_timeline;
  std::vector<std::optional<Call>> m_calls; // by number; nothing: the event is not folded
  std::vector<bool> m_needed;               // by number
  std::unordered_map<std::string, CallName> m_names;
};

} // namespace

Folding::Folding(const Timeline& timeline) {
  Finder finder(timeline);
  m_folds = finder.find();
  for (EventNumber number = 1; number <= timeline.size(); number++)
    if (finder.isNeeded(number))
      m_needed.push_back(number);
}

// If more accesses than this follow each other at one place, they share a row.
constexpr std::size_t manyAccesses = 3;

Folding Folding::withRuns(const Witness& witness) const {
  const auto placeOf = [&](EventNumber number) { return shownPosition(witness.schedule[number - 1].calls); };
  const auto mayRun = [&](EventNumber number) {
    const WitnessEvent& event = witness.schedule[number - 1];
    return isPlainAccess(event) && isTelling(event) && !isRacing(witness.error, event) && !of(number) &&
           !std::ranges::binary_search(m_needed, number);
  };
  const auto isSamePlace = [&](EventNumber first, EventNumber second) {
    const WitnessPosition *one = placeOf(first), *other = placeOf(second);
    return one && other ? one->line == other->line && one->file == other->file : one == other;
  };
  std::vector<Fold> runs;
  const EventNumber end = witness.schedule.size() + 1;
  for (EventNumber first = 1, next = 1; first < end; first = next) {
    next = first + 1;
    if (!mayRun(first))
      continue;
    while (next < end && witness.schedule[next - 1].thread == witness.schedule[first - 1].thread && mayRun(next) &&
           isSamePlace(first, next))
      next++;
    if (next - first > manyAccesses)
      runs.push_back({first, next - first, lifeText(witness, numbersFrom(first, next)),
                      placeOf(first) ? *placeOf(first) : WitnessPosition{}});
  }
  Folding all;
  all.m_needed = m_needed;
  std::ranges::merge(m_folds, runs, std::back_inserter(all.m_folds), {}, &Fold::first, &Fold::first);
  return all;
}

const Fold* Folding::of(EventNumber number) const {
  const auto next = std::ranges::upper_bound(m_folds, number, {}, &Fold::first);
  return next != m_folds.begin() && (next - 1)->last() >= number ? &*(next - 1) : nullptr;
}

std::vector<FoldedRow> foldedRows(std::span<const EventNumber> events, const Folding& folding) {
  std::vector<FoldedRow> rows;
  for (const EventNumber number : events) {
    const Fold* const fold = folding.of(number);
    if (!fold || rows.empty() || rows.back().fold != fold) {
      rows.push_back({number, number, 1, fold});
    } else {
      rows.back().last = number;
      rows.back().events++;
    }
  }
  for (FoldedRow& row : rows)
    if (row.events == 1) // its row is as short
      row.fold = nullptr;
  return rows;
}

std::string lifeText(const Witness& witness, std::span<const EventNumber> events) {
  LifeChange all;
  bool frees = false;
  for (const EventNumber number : events) {
    const WitnessEvent& event = witness.schedule[number - 1];
    LifeChange change = lifeChange(event);
    if (change.object.empty() || (!all.object.empty() && change != all))
      return {};
    all = std::move(change);
    frees |= event.lifetime == Lifetime::Ends;
  }
  return all.object.empty() ? std::string() : (all.begins ? "allocate " : frees ? "free " : "destroy ") + all.object;
}

bool isLibraryAccess(const WitnessEvent& event) {
  if (!isMemory(event.kind) || !event.condition.empty() || !isLibraryCode(event.calls))
    return false;
  const auto own = std::ranges::find_if(event.calls, [](const auto& call) { return isOwn(call); });
  return !isAtomicCall((own - 1)->function);
}

FoldedRow rowOf(const Fold& fold) {
  return {fold.first, fold.last(), fold.events, &fold};
}

std::string foldText(const FoldedRow& row) {
  return row.fold->calls.empty() ? fmt::format("{} reads and writes", row.events)
                                 : fmt::format("{}: {} events", row.fold->calls, row.events);
}

std::string numbersText(const FoldedRow& row) {
  return row.first == row.last ? fmt::format("{}", row.first) : fmt::format("{}-{}", row.first, row.last);
}

} // namespace revisit
