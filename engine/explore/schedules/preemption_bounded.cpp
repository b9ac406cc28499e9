#include "explore/schedules/preemption_bounded.h"

#include "explore/schedules/schedule_walk.h"
#include "explore/session.h"

#include <algorithm>

#include <fmt/format.h>

namespace revisit {

namespace {

ExploreOptions countingDuplicates(ExploreOptions options) {
  options.checkDuplicates = true;
  return options;
}

std::string times(unsigned count) {
  return fmt::format("{} preemption{}", count, count == 1 ? "" : "s");
}

// One way to extend a graph: the thread whose event comes next, and how that event is added.
struct Way {
  AlternativeKind kind = AlternativeKind::Turn;
  ThreadId thread;
  unsigned preemptions = 0; // in the schedule, including this step
  bool taken = false;
  std::uint32_t outcome = 0;
  std::uint64_t number = 0; // the smallest to try
};

// A graph to return to, and the ways to extend it that are left.
struct Choice {
  Visit::Mark mark;
  ThreadId running;                // the thread that took the last turn
  std::uint32_t next = 0, end = 0; // range of m_ways
};

class PreemptionBounded final : public Explorer {
public:
  PreemptionBounded(Program& program, MemoryModel& model, Solver& solver, const ExploreOptions& options)
      : m_visit(program, model, solver), m_graph(m_visit.graph()), m_walk(m_visit, Rounds::Broken),
        m_session(countingDuplicates(options)) {}

  Result<Exploration> run() override;
  const Exploration& progress() const override { return m_session.exploration(); }
  Estimate estimate() const override { return {}; }

private:
  bool stop() const { return m_visit.failure() || m_visit.needsRestart(); }
  void record(const Action& action) {
    if (m_recorder)
      m_recorder->record(action, m_graph);
  }

  void exploreRound();
  bool extend();
  bool finish();
  bool backtrack();
  bool takeNext(bool isFirst);
  bool findNumber(const Label& label, Way& way);

  void open(const std::vector<Turn>& able);
  void fileTurn(const Turn& turn, unsigned preemptions);
  void fileSides(Way way, ExprId condition, bool onlyTrue);
  void file(const Way& way);
  void noteCovered(bool finishedRound);

  Visit m_visit;
  ExecutionGraph& m_graph;
  ScheduleWalk m_walk;
  ExplorationSession m_session;
  unsigned m_bound = 0;       // of this round
  bool m_withheld = false;    // the round left out a schedule because of its bound
  bool m_isStopped = false;   // a limit was reached
  ThreadId m_running;         // the thread that took the last turn; invalid at first
  unsigned m_preemptions = 0; // in the schedule so far
  std::vector<Choice> m_choices;
  std::vector<Way> m_ways;
};

Result<Exploration> PreemptionBounded::run() {
  const unsigned most = m_session.options().preemptions;
  bool isDone = false;
  for (m_bound = 0; !isDone;) {
    m_withheld = false;
    exploreRound();
    if (m_session.hasFailed(m_visit))
      return *m_visit.failure();
    m_isStopped |= m_visit.failure().has_value();
    if (m_visit.needsRestart()) {
      m_session.restart(m_graph, m_recorder, m_onRestart);
      m_bound = 0;
      m_isStopped = m_visit.failure().has_value();
      continue;
    }
    isDone = m_isStopped || !m_withheld || m_bound == most;
    if (!isDone)
      m_bound++;
  }
  if (m_withheld || m_isStopped)
    noteCovered(!m_isStopped);
  return m_session.conclude(m_visit);
}

void PreemptionBounded::noteCovered(bool finishedRound) {
  const ExplorationCounts& counts = m_session.exploration().counts;
  const std::string seen =
      fmt::format("{} schedules, {} different executions", counts.total(), counts.total() - counts.duplicate);
  const std::string covered =
      finishedRound  ? fmt::format("every schedule with at most {} was explored, none with more", times(m_bound))
      : m_bound == 0 ? "only some schedules without preemptions were explored"
                     : fmt::format("every schedule with fewer than {} was explored, some with {}, none with more",
                                   times(m_bound), m_bound);
  m_session.note(IncompleteReason::Kind::Preemptions, fmt::format("{} ({})", covered, seen));
}

// Explores every schedule with at most m_bound preemptions. Those with fewer were reported in earlier rounds.
void PreemptionBounded::exploreRound() {
  m_visit.reset();
  record({.kind = ActionKind::Began});
  m_choices.clear();
  m_ways.clear();
  m_running = {};
  m_preemptions = 0;
  bool more = true;
  while (more && !stop()) {
    if (m_session.limitReached() || (extend() && !finish())) {
      m_isStopped = true;
      return;
    }
    more = !stop() && backtrack();
  }
}

// Adds events until no thread can continue. False: the exploration must stop, or the graph leads to no new execution.
bool PreemptionBounded::extend() {
  std::vector<Turn> able;
  while (true) {
    if (m_session.limitReached() || !m_walk.turns(able))
      return false;
    if (able.empty())
      return true;
    open(able);
    if (!takeNext(true))
      return false;
  }
}

bool PreemptionBounded::finish() {
  if (m_preemptions == m_bound)
    return m_session.finish(m_visit, m_onExecution, m_recorder) || stop();
  record({.kind = ActionKind::Abandoned, .refusal = Refusal::MetBefore});
  return true;
}

bool PreemptionBounded::backtrack() {
  while (!m_choices.empty()) {
    const Choice choice = m_choices.back();
    m_visit.undoTo(choice.mark);
    m_ways.resize(choice.end);
    if (choice.next == choice.end) {
      m_choices.pop_back();
      continue;
    }
    record({.kind = ActionKind::BackedUp});
    if (takeNext(false))
      return true;
    if (stop())
      return false;
  }
  return false;
}

// Takes the next way of the newest choice. False: it leads to no new execution.
bool PreemptionBounded::takeNext(bool isFirst) {
  m_running = m_choices.back().running;
  Way way = m_ways[m_choices.back().next++];
  const Label& label = *m_visit.program().next(m_graph.state(way.thread));
  if (label.kind == LabelKind::Enumerate && !findNumber(label, way)) {
    record(isFirst ? Action{.kind = ActionKind::Abandoned, .refusal = Refusal::Infeasible, .thread = way.thread}
                   : Action{.kind = ActionKind::SkippedChoice,
                            .refusal = Refusal::Infeasible,
                            .alternative = way.kind,
                            .thread = way.thread});
    return false;
  }
  StepChoice choice = m_walk.newest(label);
  choice.taken = way.taken;
  choice.outcome = way.outcome;
  choice.number = way.number;
  m_session.exploration().work.eventsAdded++;
  const EventId event = m_visit.add(way.thread, label, choice);
  m_preemptions = way.preemptions;
  if (isScheduled(label.kind))
    m_running = way.thread;
  record({.kind = isFirst ? ActionKind::Added : ActionKind::Chose,
          .alternative = way.kind,
          .thread = way.thread,
          .event = event});
  // A failed round that a newer write made stale: the schedule without this round has no more preemptions and shows the
  // same.
  if (const bool changes = m_graph.event(event).writes || label.kind == LabelKind::AwaitFailed;
      !changes || !leadsOn(m_graph))
    return true;
  record({.kind = ActionKind::Abandoned, .refusal = Refusal::StaleRound, .thread = way.thread, .event = event});
  return false;
}

// Finds the smallest feasible number from way.number on, and files the larger ones.
bool PreemptionBounded::findNumber(const Label& label, Way& way) {
  const SmallestValue found = m_visit.smallest(label.value.expr, way.number);
  if (found.sat != Sat::Yes || !found.value)
    return false;
  way.number = *found.value;
  if (way.number < m_visit.widest(label.value.expr)) {
    Way next = way;
    next.number++;
    file(next);
    m_choices.back().end++;
  }
  return true;
}

// Files the ways to continue. The running thread comes first, if it can continue.
void PreemptionBounded::open(const std::vector<Turn>& able) {
  const auto running = std::ranges::find(able, m_running, &Turn::thread);
  const bool preempts = running != able.end() && isScheduled(running->label->kind);
  m_choices.push_back({m_visit.mark(), m_running, static_cast<std::uint32_t>(m_ways.size()), 0});
  if (running != able.end())
    fileTurn(*running, m_preemptions);
  for (auto turn = able.begin(); turn != able.end(); ++turn) {
    if (turn == running)
      continue;
    if (preempts && m_preemptions == m_bound) {
      m_withheld = true;
      continue;
    }
    fileTurn(*turn, m_preemptions + (preempts ? 1 : 0));
  }
  m_choices.back().end = static_cast<std::uint32_t>(m_ways.size());
}

// Files all ways to add the thread's next event.
void PreemptionBounded::fileTurn(const Turn& turn, unsigned preemptions) {
  const Label& label = *turn.label;
  Way way{.thread = turn.thread, .preemptions = preemptions};
  if (mayOnlyRead(label))
    return fileSides(way, m_visit.storesFrom(m_graph.lastWrite(label.location), label), false);
  switch (label.kind) {
  case LabelKind::Constraint:
    return fileSides(way, label.value.expr, false);
  case LabelKind::Assume: // a false one before any other thread exists shows nothing (rule 5)
    return fileSides(way, label.value.expr, m_visit.alone(turn.thread));
  case LabelKind::Enumerate:
    way.kind = AlternativeKind::Number;
    return file(way);
  case LabelKind::Object:
    for (unsigned outcome = 0; outcome < m_walk.outcomes(turn.thread, label); outcome++) {
      way.outcome = outcome;
      file(way);
      way.kind = AlternativeKind::Outcome;
    }
    return;
  default:
    return file(way);
  }
}

void PreemptionBounded::fileSides(Way way, ExprId condition, bool onlyTrue) {
  const bool canHold = m_walk.canBe(condition, true);
  if (canHold) {
    way.taken = true;
    file(way);
    way.taken = false;
    way.kind = AlternativeKind::Side;
  }
  if (!canHold || (!onlyTrue && m_walk.canBe(condition, false)))
    file(way);
}

void PreemptionBounded::file(const Way& way) {
  const bool isFirst = m_choices.back().next == m_ways.size();
  m_ways.push_back(way);
  if (m_recorder && !isFirst)
    m_recorder->consider({.kind = way.kind, .thread = way.thread, .taken = way.taken, .outcome = way.outcome}, m_graph);
}

} // namespace

std::unique_ptr<Explorer> makePreemptionBounded(Program& program, MemoryModel& model, Solver& solver,
                                                ExploreOptions options) {
  return std::make_unique<PreemptionBounded>(program, model, solver, options);
}

} // namespace revisit
