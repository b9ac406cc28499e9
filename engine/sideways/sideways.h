// Moves from an execution to another one: what could have happened at an event instead, and the nearest execution in
// which it does.
//
// An outcome o at an event e is judged on the events that it needs, and on nothing else: those before e in program
// order, what the outcome names (the write that is read from, the operation that e comes after), and the causal
// prefixes of both. It is possible if e can be added to them with that outcome. Where coherence of these events is the
// only obstacle, their other orders of coherence are tried.
//
// Taking it makes a backward revisit that nothing is refused for: what is needed is kept, then e is added, and then, in
// the order of the old schedule, each old event that is still consistent, until no more can be kept. From there the
// threads go on as near to the old execution as they can: the same order, the same sources and sides where their steps
// are the same, otherwise the newest writes and what the old inputs decide.
//
// Thread rule: as ExplorationState.
#pragma once

#include "explore/schedules/schedule_walk.h"
#include "sideways/extension.h"

#include <functional>

namespace revisit {

enum class TakenEnding : std::uint8_t {
  Whole,      // the state's graph is an execution
  LooksAgain, // it is none: a round of a waiting loop fails, and its thread looks again
  Repeats,    // the threads go on for ever
  Failed      // ExplorationState::failure or needsRestart says why
};

struct Taken {
  Judgement judgement;  // if it is not Possible, nothing was taken
  std::size_t kept = 0; // old events that were kept
  TakenEnding ending = TakenEnding::Whole;
  bool isExecution() const { return judgement.verdict == Verdict::Possible && ending == TakenEnding::Whole; }
};

// In a schedule: before its event of this index, a thread that could go on gives its turn to another one.
struct Preemption {
  EventName before;
  ThreadId to;
  friend bool operator==(const Preemption&, const Preemption&) = default;
};

class Sideways {
public:
  // Keeps the reference. The state must have no reductions.
  explicit Sideways(ExplorationState& state) : m_state(state), m_walk(state, Rounds::Whole) {}

  // The full execution in the state's graph is the one to move from. May run the program and ask the solver.
  void adopt();
  const Past& past() const { return m_past; }
  // The label of an event, or of the step that a thread waits to take at the end. Null when there is no such event.
  const Label* labelAt(const EventName& name) const;

  // What could have happened at the event instead, each in turn to be judged; the nearest in the schedule first.
  std::vector<Outcome> outcomesAt(const EventName& name);
  // The events that the outcome needs, beside the event itself. Any result but None: why no execution has it.
  // O(threads).
  Obstacle needsOf(const Outcome& outcome, EventCounts& needed) const;
  // Makes the state's graph that of these events.
  void makeNeeds(const Outcome& outcome);
  // The first decision of the schedule that turns out otherwise with these inputs; nothing: the path is the same.
  std::optional<Outcome> decisionWith(const Assignment& inputs) const;
  // From now on these are the old inputs, which decide where nothing else does.
  void setInputs(Assignment inputs) { m_inputs = std::move(inputs); }
  // Asked from time to time while events are added; true: the state fails with Interrupted.
  void stopWhen(std::function<bool()> stop) { m_stop = std::move(stop); }
  // The state's graph is void afterwards. O(events) and what the solver takes.
  Judgement judge(const Outcome& outcome);
  // Makes the state's graph the nearest full execution in which it happens. `keep`: old events that stay, besides what
  // the outcome needs; they must not depend on the event.
  Taken take(const Outcome& outcome, const EventCounts& keep = {});

  // Does the events again, each as far as it is possible, and goes on to the end. Accesses that were no events then are
  // done on the newest writes. Then the execution is adopted. False: the exploration has failed or has to begin again
  // (ExplorationState::failure, needsRestart).
  bool follow(std::span<const FollowedEvent> events);
  // The name here of an event of the list that was followed last: where more memory is shared than when the list was
  // made, a thread has more events. No event if it could not be done.
  EventName renamed(const EventName& name) const;
  // The same for these events of the list, in this order, which has the events of a thread in their own order: with
  // those between them that were none then. Nothing if one of them could not be done.
  std::optional<std::vector<EventName>> renamedAll(std::span<const EventName> names) const;
  // The reverse. No event if the list did not have it. O(log events).
  EventName oldNameOf(const EventName& name) const;
  // The same for the first events of each thread: how many of the list's are among them. O(threads * log events).
  EventCounts oldCounts(const EventCounts& counts) const;

  // The preemptions of the past in this order of all its events. The state's graph is that of the past afterwards, as
  // far as it can be followed. O(events * threads).
  std::vector<Preemption> preemptions(std::span<const EventName> order);
  // Makes the state's graph the full execution in which threads go on as long as they can, except for these
  // preemptions, in this order; otherwise as near to the past as goOn() is. The preemptions that it then has: one that
  // does not come up is left out, and a round of a waiting loop that fails is put off, which may be one. Nothing: a
  // failure or a restart.
  std::optional<std::vector<Preemption>> doSchedule(std::span<const Preemption> preemptions);
  // Leaves out preemptions of the past, half of them at first, at last one by one, as long as `accepts` says so of the
  // execution in the state's graph, which is then adopted. What is left of them. Ends early at a failure, a restart, or
  // when `isLate`.
  std::vector<Preemption> leaveOut(std::vector<Preemption> preemptions, const std::function<bool()>& accepts,
                                   const std::function<bool()>& isLate);

private:
  struct Bounds;
  struct Places;
  Judgement place(const Outcome& outcome, const EventCounts& keep);
  bool followOne(const FollowedEvent& event);
  bool awaits(const Outcome& outcome) const;
  bool isAwaitedThere(const Outcome& outcome);
  bool addOther(const EventName& name);
  bool addPending(const Outcome& outcome, Judgement& judgement);
  Judgement placeAwaited(const std::vector<EventName>& names, const Outcome& outcome);
  void keepCauses(const EventName& name);
  Sat search(const Outcome& outcome, const std::function<bool()>& isReady, std::size_t& budget);
  Sat searchFrom(const Outcome& outcome, const std::function<bool()>& isReady, std::size_t& budget);
  bool isCoherenceForced() const;
  bool isOld(EventId event) const;
  Judgement addAll(std::span<const EventName> names, const Outcome& outcome);
  bool isOverwritten(ThreadId thread, EventId source) const;
  void addOne(const EventName& name, const Label& label, const Choice& choice, const Outcome& outcome,
              Judgement& judgement);
  Bounds boundsOf(const EventName& name, const Outcome& outcome) const;
  EventId nextPlace(Places& places, const EventName& name, const Label& label, const Outcome& outcome);
  Choice choiceOf(const EventName& name, const Label& label, const Outcome& outcome);
  void addWays(const EventName& name, const Label& label, std::vector<Outcome>& outcomes);
  NamedManner mannerOfWay(ThreadId thread, const Label& label, const Way& way);
  std::vector<EventName> eventsIn(const EventCounts& counts) const;
  bool isKept(const EventName& name) const { return name.isEvent() && name.index < countOf(m_kept, name.thread); }
  EventId keptOrInitial(EventName write, LocationId location) const;
  std::optional<Choice> oldChoice(const PastEvent& event);
  std::optional<Choice> fittingOld(ThreadId thread, const PastEvent& event);
  std::optional<Choice> placedAmongOld(ThreadId thread, const PastEvent& event, Choice choice);
  bool addOld(const EventName& name);
  std::vector<EventName> nextToKeep() const;
  bool isNextToKeep(const EventName& name) const;
  void keepMore(const Outcome& outcome, Judgement& judgement);
  bool complete(const Outcome& outcome, Taken& taken);
  std::uint32_t keepable(ThreadId thread) const;
  bool goOn();
  std::size_t pick(const std::vector<Turn>& able, bool oldOnesWait);
  EventId likeOld(const EventName& write, LocationId location) const;
  Choice choose(ThreadId thread, const Label& label);
  Choice inTurn(const Turn& turn);
  bool couldGoOn(ThreadId thread);
  Choice newest(ThreadId thread, const Label& label);
  Choice mostKeeping(ThreadId thread, const Label& label, std::optional<Way> wish = {},
                     const Observation* seen = nullptr);
  std::size_t keptCount() const;
  std::size_t keptBehind(ThreadId thread, const Label& label, const Choice& choice);
  std::optional<Way> wayOfOldInputs(const Label& label, StepContext& step) const;
  EventId add(ThreadId thread, const Label& label, const Choice& choice);
  void begin();

  ExplorationState& m_state;
  ScheduleWalk m_walk;
  Past m_past;
  std::vector<std::optional<Label>> m_waiting; // by thread: the step that it waits to take at the end
  std::optional<Assignment> m_inputs;          // of the past
  std::function<bool()> m_stop;
  std::size_t m_added = 0;                            // events, since m_stop was asked last
  EventName m_moved;                                  // the event of the outcome that is tried
  EventCounts m_kept;                                 // of the past, in the graph
  bool m_looksAhead = false;                          // what is added is undone again
  std::size_t m_lookedAt = 0;                         // events that were added so for this move
  bool m_isEarly = false;                             // an old operation was kept behind another one than in the past
  std::vector<std::vector<std::uint32_t>> m_followed; // by thread and old index: the index of the followed event
  std::vector<bool> m_guided;                         // by thread: it has taken the past's steps so far
};

} // namespace revisit
