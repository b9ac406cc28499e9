#include "explore/schedules/forward_search.h"

#include "explore/goal_guide.h"
#include "explore/ledger.h"
#include "explore/schedules/schedule_walk.h"

#include <algorithm>
#include <random>
#include <unordered_set>

namespace revisit {

namespace {

using Known = std::unordered_set<GraphIdentity>;

// What may be given up of a schedule so that the goal comes into reach.
struct Manner {
  GoalGuide::Loss loss = GoalGuide::Loss::Early;
  std::uint32_t weight = 1; // of a thread that was put off
  bool isFair = false;      // threads take turns on objects
};
constexpr std::uint32_t heavy = 40;
constexpr Manner manners[] = {{},
                              {},
                              {.loss = GoalGuide::Loss::AtEnd, .weight = 0, .isFair = true},
                              {.weight = 0, .isFair = true},
                              {.loss = GoalGuide::Loss::AtEnd},
                              {.weight = heavy},
                              {.loss = GoalGuide::Loss::AtEnd, .weight = heavy},
                              {.loss = GoalGuide::Loss::AtEnd, .isFair = true}};

// One schedule towards a goal after another, each up to where the goal is out of reach.
class ForwardSearch {
public:
  // `finish` is told when the state's graph is an execution.
  ForwardSearch(ExplorationState& state, ExplorationLedger& ledger, GoalGuide& guide, std::function<void()> finish)
      : m_state(state), m_walk(state, Rounds::Whole), m_ledger(ledger), m_guide(guide), m_finish(std::move(finish)) {}

  // Until the goal was found, a limit was reached, or the exploration has failed or has to begin again, or a number of
  // schedules was tried in vain.
  void run() {
    for (unsigned tried = 0; tried < mostSchedules; tried++) {
      m_manner = manners[tried % std::size(manners)];
      m_state.reset();
      m_decisions.clear();
      countOperations();
      while (true) {
        const End end = extend();
        if (end == End::Whole)
          m_finish();
        if (end == End::Stopped || isStopped() || (end == End::Whole && ++m_whole == mostWhole))
          return;
        if (!takeBack())
          break;
      }
      putOff();
    }
  }

private:
  enum class End : std::uint8_t { Whole, Lost, Stopped };
  // A step that could have happened in another way.
  struct Decision {
    ExplorationState::Mark mark;
    Turn turn;
    Way next;
  };

  static constexpr unsigned mostSchedules = 16, mostTakenBack = 16, mostWhole = 6;

  bool isStopped() {
    return m_state.failure() || m_state.needsRestart() || m_state.facts().has("sections") || m_ledger.limitReached();
  }

  // Goes on to the end of the execution, or to where the goal is out of reach.
  End extend() {
    std::vector<Turn> able;
    while (!isStopped() && m_walk.turns(able)) {
      if (able.empty())
        return End::Whole;
      const Turn* best = nullptr;
      std::uint64_t bestTurn = 0;
      for (const Turn& turn : able)
        if (const std::uint64_t rank = rankOf(turn); !best || rank < bestTurn) {
          best = &turn;
          bestTurn = rank;
        }
      if (!take(*best, Way::first()))
        break;
      if (isLost())
        return End::Lost;
    }
    return isStopped() || !m_isPossible ? End::Stopped : End::Lost;
  }

  std::uint64_t rankOf(const Turn& turn) {
    const std::size_t thread = turn.thread.value();
    std::uint64_t places = thread < m_putOff.size() ? m_putOff[thread] * m_manner.weight : 0;
    if (m_manner.isFair && thread < m_operations.size())
      places += m_operations[thread] / 2;
    return m_guide.turn(m_state.graph(), turn.thread, *turn.label) + places * GoalGuide::later;
  }

  void countOperations() {
    const ExecutionGraph& graph = m_state.graph();
    m_operations.clear();
    for (const EventId id : graph.events())
      countOperation(graph.event(id).thread, *graph.event(id).label);
  }

  void countOperation(ThreadId thread, const Label& label) {
    m_operations.resize(std::max<std::size_t>(m_operations.size(), thread.value() + 1), 0);
    m_operations[thread.value()] += label.kind == LabelKind::Object;
  }

  // Adds the step in the first possible way that is not before `from`. Returns false if no such way is possible, or if
  // the exploration must stop.
  bool take(const Turn& turn, const Way& from) {
    Way way;
    if (differsIn(*turn.label) != Differs::Never) {
      GraphStep step = m_walk.step(turn.thread, *turn.label);
      const std::optional<Way> first = firstWay(*turn.label, step, from).possible();
      m_isPossible = first.has_value();
      if (!first)
        return false;
      way = *first;
      if (const std::optional<Way> next = wayAfter(*turn.label, step, way))
        m_decisions.push_back({m_state.mark(), turn, *next});
    }
    m_ledger.exploration().work.eventsAdded++;
    countOperation(turn.thread, *turn.label);
    m_state.add(turn.thread, *turn.label, onNewest(m_state.graph(), *turn.label, way));
    return !isStopped();
  }

  // Once only the main thread is left to wait for the others, it is an execution, whatever it lacks.
  bool isLost() {
    const ExecutionGraph& graph = m_state.graph();
    const std::optional<ThreadId> because = m_guide.lostBy(graph, m_manner.loss);
    m_because = because.value_or(ThreadId());
    return because && std::ranges::any_of(graph.going(), [](ThreadId thread) { return thread.value() != 0; });
  }

  // Goes back to the newest step of the thread because of which the goal is out of reach that can happen in another
  // way, and takes that. False: there is none.
  bool takeBack() {
    while (!m_decisions.empty() && m_takenBack < mostTakenBack && !isStopped()) {
      const Decision decision = m_decisions.back();
      m_decisions.pop_back();
      if (m_because.valid() && decision.turn.thread != m_because)
        continue;
      m_takenBack++;
      m_state.undoTo(decision.mark);
      countOperations();
      if (take(decision.turn, decision.next))
        return true;
    }
    return false;
  }

  // The thread goes later in the next schedule. If that did not help the last time, threads go in another order.
  void putOff() {
    const std::size_t threads = m_state.graph().threadCount();
    m_putOff.resize(std::max(m_putOff.size(), threads), 0);
    m_takenBack = 0;
    if (m_because.valid() && m_because != m_lastPutOff) {
      m_putOff[m_because.value()]++;
      m_lastPutOff = m_because;
      return;
    }
    m_lastPutOff = {};
    for (std::size_t thread = 1; thread < threads; thread++)
      m_putOff[thread] = static_cast<std::uint32_t>(m_random() % threads);
  }

  ExplorationState& m_state;
  ScheduleWalk m_walk;
  ExplorationLedger& m_ledger;
  GoalGuide& m_guide;
  std::function<void()> m_finish;
  std::vector<Decision> m_decisions;
  ThreadId m_because, m_lastPutOff;
  Manner m_manner;                         // of this schedule
  std::vector<std::uint32_t> m_operations; // by thread: on objects, in the graph
  std::vector<std::uint32_t> m_putOff;     // by thread
  bool m_isPossible = true;                // the step that was taken last
  unsigned m_whole = 0;                    // executions
  unsigned m_takenBack = 0;                // in this schedule
  std::mt19937 m_random{1};
};

class ForwardFirst final : public Explorer {
public:
  ForwardFirst(Program& program, std::unique_ptr<MemoryModel> model, Solver& solver, const ExploreOptions& options,
               MakeCompleteSearch makeComplete)
      : m_model(std::move(model)), m_options(options), m_guide(*dynamic_cast<GoalGuide*>(options.goal)),
        m_state(program, *m_model, solver, options.unroll), m_ledger(options), m_makeComplete(std::move(makeComplete)) {
    m_state.permit(options);
  }

  Result<Exploration> run() override {
    if (!m_recorder && !lookForward()) {
      if (m_ledger.hasFailed(m_state))
        return *m_state.failure();
      return m_ledger.conclude(m_state);
    }
    return exploreAll();
  }

  const Exploration& progress() const override {
    if (!m_complete)
      return m_ledger.exploration();
    m_shown = joined(m_complete->progress());
    return m_shown;
  }

private:
  // False: the goal was found, or the exploration ends here.
  bool lookForward() {
    constexpr unsigned mostRestarts = 100;
    for (unsigned restarts = 0; restarts < mostRestarts; restarts++) {
      ForwardSearch(m_state, m_ledger, m_guide, [&] { finish(); }).run();
      if (m_state.failure() || m_ledger.limitReached())
        return false;
      if (!m_state.needsRestart())
        return true;
      m_known.clear();
      m_ledger.restart(m_state.graph(), m_recorder, m_onRestart);
      m_state.reset();
    }
    return true;
  }

  void finish() {
    if (m_known.contains(identify(m_state.graph())))
      return;
    m_guide.learn(m_state.graph());
    const auto tell = [&](const Execution& execution) {
      m_known.insert(identify(execution.graph));
      if (m_onExecution)
        m_onExecution(execution);
    };
    m_ledger.finish(m_state, tell, m_recorder);
  }

  Result<Exploration> exploreAll() {
    const Exploration& before = m_ledger.conclude(m_state);
    ExploreOptions options = m_options;
    if (options.timeoutSeconds > 0)
      options.timeoutSeconds = std::max(options.timeoutSeconds - before.seconds, options.timeoutSeconds / 10);
    if (options.maxExecutions > 0)
      options.maxExecutions -= std::min(before.counts.total(), options.maxExecutions - 1);
    m_complete = m_makeComplete(options);
    m_complete->learn(m_state.facts());
    m_state.reset();
    m_complete->setRecorder(m_recorder);
    m_complete->onExecution([&](const Execution& execution) {
      if (!m_known.empty() && m_known.erase(identify(execution.graph)) != 0)
        m_twice.of(execution.kind)++;
      if (m_onExecution)
        m_onExecution(execution);
    });
    m_complete->onRestart([&] {
      m_known.clear();
      m_twice = {};
      m_isVoid = true;
      if (m_onRestart)
        m_onRestart();
    });
    Result<Exploration> explored = m_complete->run();
    if (explored)
      return joined(*explored);
    return explored;
  }

  // With the executions of the short search that were not met again.
  Exploration joined(Exploration exploration) const {
    if (m_isVoid)
      return exploration;
    const Exploration& before = m_ledger.exploration();
    addCounts(exploration, before);
    exploration.counts.complete -= m_twice.complete;
    exploration.counts.erroneous -= m_twice.erroneous;
    exploration.counts.deadlocked -= m_twice.deadlocked;
    exploration.counts.blocked -= m_twice.blocked;
    exploration.counts.cut -= m_twice.cut;
    exploration.seconds += before.seconds;
    return exploration;
  }

  std::unique_ptr<MemoryModel> m_model;
  const ExploreOptions m_options;
  GoalGuide& m_guide;
  ExplorationState m_state;
  ExplorationLedger m_ledger; // of the short search
  MakeCompleteSearch m_makeComplete;
  std::unique_ptr<PieceExplorer> m_complete;
  Known m_known;             // executions of the short search that were not met again
  ExplorationCounts m_twice; // those that were
  bool m_isVoid = false;     // the complete search has begun again
  mutable Exploration m_shown;
};

} // namespace

std::unique_ptr<Explorer> makeForwardFirst(Program& program, std::unique_ptr<MemoryModel> model, Solver& solver,
                                           const ExploreOptions& options, MakeCompleteSearch makeComplete) {
  return std::make_unique<ForwardFirst>(program, std::move(model), solver, options, std::move(makeComplete));
}

} // namespace revisit
