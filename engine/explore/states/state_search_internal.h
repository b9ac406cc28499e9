// The stateful search: its stack, and what it does in each state. Included by its own sources only.
#pragma once

#include "explore/ledger.h"
#include "explore/states/explored_graph.h"
#include "explore/states/path_graph.h"
#include "explore/states/search_observer.h"
#include "explore/states/stack_clocks.h"
#include "explore/states/state_search.h"
#include "explore/states/state_store.h"

#include <array>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <unordered_set>

namespace revisit {

// The threads to explore from a state, and why.
struct SourceSet {
  ThreadBits threads = 0;
  SourceRule rule = SourceRule::SafeSet;
  ThreadBits closed = 0; // see SourceRule
};

class StateSearch final : public Explorer {
public:
  StateSearch(Program& program, MemoryModel& model, Solver& solver, const ExploreOptions& options,
              StateSearchOptions search);

  Result<Exploration> run() override;
  const Exploration& progress() const override { return m_ledger.exploration(); }

private:
  using Set = VisibleActions::Set;

  // A thread that was explored from a state before, and what it did next.
  struct Sleeping {
    ThreadId thread;
    ActionId action;
    Set later = 0; // the actions that followed
  };
  // A state on the stack, in the words of the paper: `backtrack`, `current`, `done`.
  struct Frame {
    StateIndex state;
    ProductState::Mark mark; // the product at this state
    ControlState::Mark control;
    std::size_t steps = 0; // of the path up to this state
    ThreadBits able = 0, safe = 0, backtrack = 0, done = 0;
    ThreadBits idle = 0; // threads whose step leads back to this state, or into a section that never ends
    std::array<ThreadBits, maxThreadBits> current{};
    Set later = 0;
    bool closesCycle = false; // a step leads to a state on the stack
    bool isCut = false;       // a step is not followed, because of a bound
    std::vector<Sleeping> sleeping;
    ThreadBits covered = 0; // threads that count as explored because they sleep
    // The step that is being explored.
    ThreadId thread; // invalid: none
    const Label* label = nullptr;
    ActionId action;
    bool releases = false; // a mutex that it holds
    Set laterOfStep = 0;   // the actions that followed it
    bool isLive = false;   // one of its ways leads somewhere
    std::size_t way = 0;
    std::vector<Way> ways;
  };
  // What is known of a state on the stack, for its summary: where nothing can fail by the steps explored so far.
  struct Premise {
    PredicateId holds;
    PredicateId ofStep;             // by the ways of the present step; invalid: none was explored
    const Label* label = nullptr;   // of that step, with symbols
    std::vector<PassedStep> passed; // its way, with the invisible steps after it
  };
  enum class Arrival : std::uint8_t {
    State,
    Nowhere, // the program does not go on from there
    Cut,     // it does, but the search does not
    Stopped
  };

  void reset();
  bool begin();
  bool search();
  void open(StateIndex state);
  bool takeWay();
  std::optional<bool> reach(std::size_t depth, ThreadId thread, std::size_t number);
  void endThread(Frame& frame);
  bool chooseThread(Frame& frame);
  bool close();
  void leave();

  // Steps.
  Arrival advance(ThreadId thread, const Way& way);
  Arrival settle();
  void rebuildGraph();
  Arrival learn();
  Arrival learnControl();
  Arrival settleControl(PassedStep& passed);
  bool isCut(ThreadId thread);
  std::string whatGrows(ThreadId thread, const PathGraph::GrowingLoop& loop);
  void noteWaitInSection(const Label& operation);
  bool isInvisible(ThreadId thread);
  bool passesOmitted(std::span<const PassedStep> steps) const;
  ThreadId threadToSettle();
  ThreadId preferred(ThreadBits candidates);
  bool stepKnown(ThreadId thread, const Way& way);
  bool peek(ThreadId thread, const Way& way);
  template <class Look> void lookAhead(StateIndex from, ThreadBits threads, Look&& look);
  bool leadsToVisited(ThreadId thread);

  // Source sets.
  SourceSet sourcesOf(const Frame& frame, ThreadId explored) const;
  void addLater(Frame& frame, Set later);
  // Later actions of these threads, which are among `later`, depend on the step that is being explored from the state.
  void grow(Frame& frame, ThreadBits threads, Set later) {
    ThreadBits& current = frame.current[frame.thread.value()];
    if (m_observer && (threads & ~current) != 0)
      m_observer->grows(frame.state, frame.thread, threads & ~current, frame.action, later);
    current |= threads;
  }
  void tellStack(ActionId action);
  void tellStack(Set actions);
  ActionId actionOf(ThreadId thread);
  Set pendingActions(const Frame& frame);

  // Source sets from races.
  struct Followers {
    struct Step {
      StateIndex to;
      ThreadId thread;
      ActionId action;
    };
    std::vector<Step> steps;
    Set pending = 0; // the next actions of threads that are not enabled
  };
  void noteEdge(const Frame& frame, StateIndex to);
  ThreadBits reversalsOf(const Frame& frame, ThreadId explored, ThreadBits chosen);
  SourceSet sourcesByRaces(const Frame& frame, ThreadId explored);

  // Backtrack sets.
  void noteRaces();
  void noteRacesOf(ThreadId thread, const Label& next, ActionId action);
  void noteRacesOf(Set later);
  bool exploreToo(Frame& frame, ThreadId thread) const;
  bool releasesMutex(ThreadId thread) const;
  void orderStep(std::size_t depth, ThreadId thread, ActionId action);
  SourceSet sourcesByBacktracking(Frame& frame, ThreadId explored) const;

  // Sleep sets.
  void sleep(Frame& frame, ThreadId thread);
  void inheritSleep();
  static ThreadBits asleepIn(const Frame& frame);
  // Whether no thread can move from this state, which was explored.
  static bool isEnd(const Frame& frame) { return frame.done == 0 && (frame.able & asleepIn(frame)) == 0; }
  void coverAsleep(Frame& frame, ThreadBits threads);

  // Cycles.
  bool closeCycles();
  ExploredGraph exploredGraph();
  void addEdges(StateIndex from, std::vector<ExploredEdge>& edges);
  void completeLater(const ExploredGraph& graph);
  std::vector<ThreadBits> missingIn(const ExploredGraph& graph);
  ThreadBits missingSources(StateIndex state, std::span<const ExploredEdge> edges);
  ThreadBits movable(StateIndex state);
  bool expand(StateIndex state, ThreadBits threads, SourceRule rule);
  bool goTo(StateIndex state);

  // Livelocks.
  struct Lasso;
  void noteMoves(ThreadId thread, const Label& step);
  bool judgeLivelocks(const ExploredGraph& graph);
  bool goRound();
  std::optional<Lasso> lassoIn(const ExploredGraph& graph, const std::vector<StateIndex>& states);
  Lasso lassoOf(const ExploredGraph& part, const std::vector<StateIndex>& states, std::uint32_t component,
                ThreadBits movers);
  ThreadBits notIdleAt(StateIndex state);
  bool showLasso(const Lasso& lasso);

  // Summaries.
  bool leaveOut();
  std::optional<Summaries::Known> nothingLeftToFail();
  bool hasFuture(ThreadId thread, Futures::Future& future);
  bool mayWaitOrLeak(const std::vector<Futures::Future>& futures) const;
  bool mayRace(const std::vector<Futures::Future>& futures) const;
  void beginStep(ThreadId thread);
  void noteWay(std::size_t depth, StateIndex to);
  void endStep();
  void summarise();
  PredicateId withoutLaterInputs(PredicateId holds);
  PredicateId holdsAtEnd();
  PredicateId holdsWithoutRaces();
  // Where nothing can fail from a state on.
  struct Safe {
    VectorTable::Name control = 0; // of the path on which the state was left
    PredicateId holds, withValues; // Summaries::Known
  };
  Safe& safeIn(StateIndex state);
  PredicateId safeAfter(std::size_t depth, StateIndex to);
  static bool changesNothing(std::span<const PassedStep> steps);

  // Findings.
  bool judge(ThreadBits moved);
  bool judgeThread(ThreadId thread);
  bool judgeRaces(ThreadId thread);
  bool conflict(const Label& mine, const Label& theirs) const;
  bool judgeReaders();
  bool futileWait(ThreadId reader, ThreadId writer, ObjectId lock);
  bool judgeEnd(ThreadBits idle);
  bool show(ThreadId first, ThreadId second = {});
  template <class Complete> bool showWith(Complete&& complete);
  bool finish();

  // The observer.
  void tell(SearchStepKind kind, const Frame& frame, const SourceSet& sources = {}, ThreadId thread = {}) {
    if (m_observer)
      record(kind, frame, sources, thread);
  }
  static SearchStep stepOf(SearchStepKind kind, const Frame& frame);
  void record(SearchStepKind kind, const Frame& frame, const SourceSet& sources, ThreadId thread,
              std::string_view summary = {});
  void tellEdge(SearchStepKind kind, const Frame& from, StateIndex to = {}) {
    if (m_observer)
      recordEdge(kind, from, to);
  }
  void recordEdge(SearchStepKind kind, const Frame& from, StateIndex to);

  Frame& top() { return m_frames[m_depth - 1]; }

  StateSearchOptions m_options;
  Program& m_program;
  PathConditions m_conditions;
  ProductState m_product;
  VisibleActions m_actions;
  StateStore m_states;
  PathGraph m_graph;
  ExplorationLedger m_ledger;
  std::mt19937_64 m_random;
  SearchObserver* m_observer = nullptr; // may be null

  std::vector<Followers> m_followers;  // by state; Sources::Races
  StackClocks m_clocks;                // Sources::Persistent
  Slice m_slice;                       // m_options.slicing
  bool m_isVoid = false;               // the search was left because the slice has grown
  ControlState m_control;              // m_options.summaries
  ControlState::Mark m_initialControl; // before the first step on the stack
  Summaries m_summaries;
  Futures m_futures;                // m_options.slicing
  std::vector<Premise> m_premises;  // of the states on the stack
  std::vector<Safe> m_safe;         // by state that was left or left out
  std::vector<PassedStep> m_passed; // since the state at the top of the stack
  std::vector<Frame> m_frames;      // the first m_depth are the stack
  std::size_t m_depth = 0;
  std::vector<PathStep> m_path, m_initialPath;
  ThreadBits m_moved = 0; // threads whose next step is another one since the last state
  bool m_hasCycle = false;
  Moves* m_noted = nullptr; // where the steps that are taken are noted
  std::vector<Way> m_ways;  // scratch
  // What identifies a finding, so that it is shown once: its kind and the rest.
  enum class Sign : std::uint64_t { Error, Exit, Bound, Race, Reader, Section, End, Lasso, Growth };
  template <class... Parts> static std::vector<std::uint64_t> signOf(Sign sign, Parts... parts) {
    return {static_cast<std::uint64_t>(sign), static_cast<std::uint64_t>(parts)...};
  }
  std::set<std::vector<std::uint64_t>> m_shown;
  // By reader, writer and lock: states from which the others can still release the lock.
  std::map<std::tuple<ThreadId, ThreadId, ObjectId>, std::set<std::pair<VectorTable::Name, VectorTable::Name>>>
      m_released;
  std::unordered_set<GraphIdentity> m_executions; // that were shown
};

// Takes each step of these threads from a state, with the invisible ones after it, and calls look(edge, isKnown) in the
// state to which it leads; isKnown: as peek(). `edge.to` is valid if that state was visited. Afterwards the product is
// at `from`.
template <class Look> void StateSearch::lookAhead(StateIndex from, ThreadBits threads, Look&& look) {
  m_product.load(m_states[from].name);
  const ProductState::Mark here = m_product.mark();
  m_product.keepLoopsPassed(true);
  std::vector<Way> ways;
  for (threads &= m_product.able(); threads != 0; threads &= threads - 1) {
    const ThreadId thread = firstOf(threads);
    const Label& label = m_product.label(thread);
    m_product.ways(thread, ways);
    for (std::size_t way = 0; way < ways.size(); way++) {
      ExploredEdge edge{
          .thread = thread, .way = static_cast<std::uint16_t>(way), .action = m_actions.of(thread, label)};
      m_noted = &edge.moves;
      const bool isKnown = peek(thread, ways[way]);
      m_noted = nullptr;
      if (isKnown && m_product.label(thread).continuesSection && !label.continuesSection)
        edge.action = m_actions.ofSection(thread);
      if (isKnown && !m_product.isStuckInSection())
        edge.to = m_states.find(m_product.name());
      look(edge, isKnown);
      m_product.undoTo(here);
    }
  }
  m_product.keepLoopsPassed(false);
}

// Reports the execution that this completion makes of the path. False: the search stops.
template <class Complete> bool StateSearch::showWith(Complete&& complete) {
  m_graph.recordTo(m_recorder);
  rebuildGraph();
  const bool isWhole = complete();
  m_graph.recordTo(nullptr);
  return isWhole ? finish() : m_graph.state().planner().isLost();
}

} // namespace revisit
