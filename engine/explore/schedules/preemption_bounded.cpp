#include "explore/schedules/preemption_bounded.h"

#include "explore/ledger.h"
#include "explore/schedules/schedule_walk.h"

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
struct Alternative {
  AlternativeKind kind = AlternativeKind::Turn;
  ThreadId thread;
  unsigned preemptions = 0; // in the schedule, including this step
  Way way;                  // Number: the first to try
};

// A graph to return to, and the alternatives that are left.
struct Branching {
  ExplorationState::Mark mark;
  ThreadId running;                // the thread that took the last turn
  std::uint32_t next = 0, end = 0; // range of m_alternatives
};

class PreemptionBounded final : public Explorer {
public:
  PreemptionBounded(Program& program, MemoryModel& model, Solver& solver, const ExploreOptions& options)
      : m_state(program, model, solver, options.unroll), m_graph(m_state.graph()), m_walk(m_state, Rounds::Broken),
        m_ledger(countingDuplicates(options)) {
    m_state.permit(options);
  }

  Result<Exploration> run() override {
    const unsigned most = m_ledger.options().preemptions;
    bool isDone = false;
    for (m_bound = 0; !isDone;) {
      m_withheld = false;
      exploreRound();
      if (m_ledger.hasFailed(m_state))
        return *m_state.failure();
      m_isStopped |= m_state.failure().has_value();
      if (m_state.needsRestart()) {
        m_ledger.restart(m_graph, m_recorder, m_onRestart);
        m_bound = 0;
        m_ledger.exploration().preemptions.reset();
        m_isStopped = m_state.failure().has_value();
        continue;
      }
      if (!m_isStopped)
        m_ledger.exploration().preemptions = m_bound;
      isDone = m_isStopped || !m_withheld || m_bound == most;
      if (!isDone)
        m_bound++;
    }
    if (m_withheld || m_isStopped)
      noteCovered(!m_isStopped);
    return m_ledger.conclude(m_state);
  }

  const Exploration& progress() const override { return m_ledger.exploration(); }

private:
  bool stop() const { return m_state.failure() || m_state.needsRestart(); }
  void record(const Action& action) { tell(m_recorder, action, m_graph); }

  void noteCovered(bool finishedRound) {
    const ExplorationCounts& counts = m_ledger.exploration().counts;
    const std::string seen =
        fmt::format("{} schedules, {} different executions", counts.total(), counts.total() - counts.duplicate);
    const std::string covered =
        finishedRound  ? fmt::format("every schedule with at most {} was explored, none with more", times(m_bound))
        : m_bound == 0 ? "only some schedules without preemptions were explored"
                       : fmt::format("every schedule with fewer than {} was explored, some with {}, none with more",
                                     times(m_bound), m_bound);
    m_ledger.note(IncompleteReason::Kind::Preemptions, fmt::format("{} ({})", covered, seen));
  }

  // Explores every schedule with at most m_bound preemptions. Those with fewer were reported in earlier rounds.
  void exploreRound() {
    m_state.reset();
    record({.kind = ActionKind::Began});
    m_branchings.clear();
    m_alternatives.clear();
    m_running = {};
    m_preemptions = 0;
    bool more = true;
    while (more && !stop()) {
      if (m_ledger.limitReached() || (extend() && !finish())) {
        m_isStopped = true;
        return;
      }
      more = !stop() && backtrack();
    }
  }

  // Adds events until no thread can continue. False: the exploration must stop, or the graph leads to no new execution.
  bool extend() {
    std::vector<Turn> able;
    while (true) {
      if (m_ledger.limitReached() || !m_walk.turns(able))
        return false;
      if (able.empty())
        return true;
      open(able);
      if (!takeNext(true))
        return false;
    }
  }

  bool finish() {
    if (m_preemptions == m_bound)
      return m_ledger.finish(m_state, m_onExecution, m_recorder) || stop();
    record({.kind = ActionKind::Abandoned, .refusal = Refusal::MetBefore});
    return true;
  }

  bool backtrack() {
    while (!m_branchings.empty()) {
      const Branching branching = m_branchings.back();
      m_state.undoTo(branching.mark);
      m_alternatives.resize(branching.end);
      if (branching.next == branching.end) {
        m_branchings.pop_back();
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

  // Takes the next alternative of the newest branching. False: it leads to no new execution.
  bool takeNext(bool isFirst) {
    m_running = m_branchings.back().running;
    Alternative alternative = m_alternatives[m_branchings.back().next++];
    const Label& label = *m_state.knownLabel(alternative.thread);
    if (alternative.kind == AlternativeKind::Number && !findNumber(label, alternative)) {
      record(isFirst
                 ? Action{.kind = ActionKind::Abandoned, .refusal = Refusal::Infeasible, .thread = alternative.thread}
                 : Action{.kind = ActionKind::SkippedChoice,
                          .refusal = Refusal::Infeasible,
                          .alternative = alternative.kind,
                          .thread = alternative.thread});
      return false;
    }
    m_ledger.exploration().work.eventsAdded++;
    const EventId event = m_state.add(alternative.thread, label, onNewest(m_graph, label, alternative.way));
    m_preemptions = alternative.preemptions;
    if (isScheduled(label.kind))
      m_running = alternative.thread;
    record({.kind = isFirst ? ActionKind::Added : ActionKind::Chose,
            .alternative = alternative.kind,
            .thread = alternative.thread,
            .event = event});
    // A failed round that a newer write made stale: the schedule without this round has no more preemptions and shows
    // the same.
    if (const bool changes = m_graph.event(event).writes || label.kind == LabelKind::AwaitFailed;
        !changes || m_ledger.options().goal || !leadsOn(m_graph))
      return true;
    record(
        {.kind = ActionKind::Abandoned, .refusal = Refusal::StaleRound, .thread = alternative.thread, .event = event});
    return false;
  }

  // Finds the smallest feasible number from alternative.way on, and files the larger ones.
  bool findNumber(const Label& label, Alternative& alternative) {
    GraphStep step = m_walk.step(alternative.thread, label);
    const FoundWay found = firstWay(label, step, alternative.way);
    if (found.sat != Sat::Yes)
      return false;
    alternative.way = found.way;
    if (const std::optional<Way> larger = wayAfter(label, step, found.way)) {
      Alternative next = alternative;
      next.way = *larger;
      file(next);
      m_branchings.back().end++;
    }
    return true;
  }

  // Files the alternatives to continue. The running thread comes first, if it can continue.
  void open(const std::vector<Turn>& able) {
    const auto running = std::ranges::find(able, m_running, &Turn::thread);
    const bool preempts = running != able.end() && isScheduled(running->label->kind);
    m_branchings.push_back({m_state.mark(), m_running, static_cast<std::uint32_t>(m_alternatives.size()), 0});
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
    m_branchings.back().end = static_cast<std::uint32_t>(m_alternatives.size());
  }

  // Files all alternatives to add the thread's next event. Of a number only the first: the others follow as it is
  // taken.
  void fileTurn(const Turn& turn, unsigned preemptions) {
    const Label& label = *turn.label;
    GraphStep step = m_walk.step(turn.thread, label);
    Alternative alternative{.thread = turn.thread, .preemptions = preemptions, .way = Way::first()};
    switch (differsIn(label)) {
    case Differs::Never:
      return file(alternative);
    case Differs::Number:
      alternative.kind = AlternativeKind::Number;
      return file(alternative);
    case Differs::Side:
    case Differs::Outcome:
      alternative.way = firstWay(label, step).way;
      file(alternative);
      alternative.kind = differsIn(label) == Differs::Side ? AlternativeKind::Side : AlternativeKind::Outcome;
      while (const std::optional<Way> next = nextWay(label, step, alternative.way)) {
        alternative.way = *next;
        file(alternative);
      }
    }
  }

  void file(const Alternative& alternative) {
    const bool isFirst = m_branchings.back().next == m_alternatives.size();
    m_alternatives.push_back(alternative);
    if (m_recorder && !isFirst)
      m_recorder->consider({.kind = alternative.kind, .thread = alternative.thread, .way = alternative.way}, m_graph);
  }

  ExplorationState m_state;
  ExecutionGraph& m_graph;
  ScheduleWalk m_walk;
  ExplorationLedger m_ledger;
  unsigned m_bound = 0;       // of this round
  bool m_withheld = false;    // the round left out a schedule because of its bound
  bool m_isStopped = false;   // a limit was reached
  ThreadId m_running;         // the thread that took the last turn; invalid at first
  unsigned m_preemptions = 0; // in the schedule so far
  std::vector<Branching> m_branchings;
  std::vector<Alternative> m_alternatives;
};

} // namespace

std::unique_ptr<Explorer> makePreemptionBounded(Program& program, MemoryModel& model, Solver& solver,
                                                ExploreOptions options) {
  return std::make_unique<PreemptionBounded>(program, model, solver, options);
}

} // namespace revisit
