// The search itself: the walk in depth-first order, and what it asks its policies and tells them.
#include "explore/states/state_search.h"

#include "explore/states/livelocks.h"
#include "explore/states/search_policies.h"

#include <bit>
#include <random>
#include <utility>

namespace revisit {

namespace {

constexpr std::uint32_t completedRounds = 32; // of a loop, where a path is continued to a full execution

// One execution may be shown for several reasons.
ExploreOptions withoutDuplicates(ExploreOptions options) {
  options.checkDuplicates = false;
  return options;
}

class StateSearch final : public Explorer {
public:
  StateSearch(Program& program, MemoryModel& model, Solver& solver, const ExploreOptions& options,
              const StateSearchOptions& search)
      : m_policies(search.policies ? search.policies : std::make_shared<SearchPolicies>()),
        m_context(program, model, solver, withoutDuplicates(options), search, *m_policies), m_walk(m_context),
        m_random(options.seed) {}

  Result<Exploration> run() override {
    m_context.recorder = m_recorder;
    m_context.observer = m_recorder ? m_recorder->ofStates() : nullptr;
    m_context.onExecution = m_onExecution;
    ExplorationState& state = m_context.graph.state();
    while (true) {
      reset();
      const bool isDone = begin() && search() && closeCycles();
      if (state.failure() || !(m_context.isVoid || (!isDone && state.needsRestart())))
        break;
      m_context.ledger.restart(state.graph(), m_recorder, m_onRestart);
    }
    if (m_context.ledger.hasFailed(state))
      return *state.failure();
    if (m_context.conditions.solverGaveUp())
      state.planner().noteUnknown();
    StateSpace& space = m_context.space();
    space.states = m_context.states.size();
    space.bytes = m_context.states.bytes() + m_context.product.bytes() + m_context.actions.bytes() +
                  m_context.control.bytes() + m_sources->bytes();
    space.omitted = m_context.slice->count();
    if (m_summaries)
      m_summaries->count(space);
    return m_context.ledger.conclude(state);
  }

  const Exploration& progress() const override { return m_context.ledger.exploration(); }

private:
  const StateSearchOptions& options() const { return m_context.options; }

  void reset() {
    m_context.reset();
    m_sleep = m_policies->sleepSets(m_context);
    m_sources = m_policies->sources(m_context, *m_sleep);
    m_walk.listen(m_sources.get());
    m_cycles = m_policies->cycles(m_context, m_walk);
    if (options().summaries)
      m_summaries = m_policies->pruning(m_context, *m_sleep);
    m_findings.emplace(m_context, m_walk);
    if (m_context.observer)
      m_context.observer->began(m_context.actions);
  }

  bool begin() {
    if (!m_walk.begin())
      return false;
    open(m_context.states.insert(m_context.product.name()).index);
    tell(SearchStepKind::Entered, m_context.stack.top());
    return m_findings->judge(m_walk.moved());
  }

  // Explores until the stack is empty. False: the search stops early.
  bool search() {
    while (!m_context.stack.isEmpty()) {
      if (m_context.ledger.limitReached())
        return false;
      Frame& frame = m_context.stack.top();
      if (frame.thread.valid() && frame.way < frame.ways.size()) {
        if (!takeWay())
          return false;
        continue;
      }
      if (frame.thread.valid())
        endThread(frame);
      if (chooseThread(frame))
        continue;
      if (m_context.slice->hasGrown()) // not earlier: the rest of the path shows what else it lacks
        return !(m_context.isVoid = true);
      if (!close())
        return false;
    }
    return true;
  }

  void open(StateIndex state) {
    Frame& frame = m_context.stack.push();
    frame.state = state;
    frame.mark = m_walk.mark();
    frame.able = m_context.product.able();
    frame.safe = m_walk.safeSets().of(frame.able);
    m_context.states[state].isOpen = true;
    StateSpace& space = m_context.space();
    space.states = m_context.states.size();
    space.depth = std::max<std::uint64_t>(space.depth, m_context.stack.depth());
    if (m_summaries)
      m_summaries->opened(true);
    m_sleep->opened(m_walk.moved());
    m_sources->opened();
  }

  // Takes the step, and tells of it. Invisible ones come after it.
  Arrival takeStep(Frame& frame, const Way& way) {
    const Arrival arrival = m_walk.advance(frame.thread, way);
    frame.action = m_context.actions.of(frame.thread, *frame.label);
    if (arrival == Arrival::State && m_context.product.label(frame.thread).continuesSection &&
        !frame.label->continuesSection)
      frame.action = m_context.actions.ofSection(frame.thread);
    if (arrival != Arrival::Stopped)
      m_sources->stepped();
    return arrival == Arrival::State ? m_walk.settle() : arrival;
  }

  bool takeWay() {
    Frame& frame = m_context.stack.top();
    m_walk.beginStep();
    if (m_context.observer)
      m_context.observer->leaves(frame.state);
    m_sources->stepping();
    const Arrival arrival = takeStep(frame, Way(frame.ways[frame.way++]));
    if (arrival == Arrival::Stopped)
      return false;
    m_context.ledger.exploration().work.eventsAdded++;
    frame.isLive |= arrival == Arrival::Cut;
    frame.isCut |= arrival == Arrival::Cut;
    if (m_summaries)
      m_summaries->took(m_walk.passed());
    if (arrival == Arrival::State) {
      if (const std::optional<bool> goesOn = reach(frame))
        return *goesOn;
    } else {
      if (m_summaries)
        m_summaries->noteWay({});
      tellEdge(SearchStepKind::Vain, frame);
    }
    m_walk.undoTo(frame.mark);
    return true;
  }

  // The present way has led to a state. If the search goes on from there, it is opened, and the result is whether the
  // search goes on at all. Nothing: it was met before.
  std::optional<bool> reach(Frame& frame) {
    m_context.space().steps++;
    const auto [index, isNew] = m_context.states.insert(m_context.product.name());
    VisitedState& state = m_context.states[index];
    if (isNew) {
      state.parent = frame.state;
      state.thread = static_cast<std::uint8_t>(frame.thread.value());
      state.way = static_cast<std::uint16_t>(frame.way - 1);
    }
    const bool isAgain = !isNew && options().stateless && !state.isOpen && !state.isDead;
    if (isNew || isAgain) {
      m_sources->led(index, true);
      if (isAgain)
        tellEdge(SearchStepKind::Met, frame, index);
      const ThreadId thread = frame.thread;
      open(index);
      if (isNew)
        tell(SearchStepKind::Entered, m_context.stack.top(), {}, thread);
      return leaveOut() || m_findings->judge(m_walk.moved());
    }
    if (m_summaries) {
      m_summaries->noteWay(index);
      if (m_context.slice->isOn() && index == frame.state && m_summaries->passesOmitted()) // it may change memory
        m_context.slice->addAll();
    }
    if (index != frame.state && !state.isDead) {
      m_context.space().met++;
      frame.isLive = true;
      if (state.isOpen) {
        m_cycles->met(frame);
        m_context.slice->addAll(); // the graph of a cycle has all steps
      }
      m_sources->led(index, false);
      m_sources->followed(frame, state.later);
    }
    tellEdge(index == frame.state ? SearchStepKind::Vain : SearchStepKind::Met, frame, index);
    return std::nullopt;
  }

  // All ways of the thread's step were explored.
  void endThread(Frame& frame) {
    if (m_summaries)
      m_summaries->endStep();
    if (frame.isLive) {
      frame.done |= bitOf(frame.thread);
      m_sleep->explored();
    } else {
      frame.idle |= bitOf(frame.thread);
      frame.later = m_context.actions.with(frame.later, frame.action);
      frame.safe &= ~frame.idle;
    }
    const ThreadId explored = std::exchange(frame.thread, ThreadId());
    // A cycle must not leave out a thread for ever, and nobody knows what follows a step that is not followed.
    if (frame.closesCycle || frame.isCut || frame.safe == 0)
      frame.safe = frame.able & ~frame.idle;
    const SourceSet sources = frame.closesCycle ? SourceSet{frame.safe, SourceRule::Cycle}
                              : frame.isCut     ? SourceSet{frame.safe, SourceRule::Limit}
                                                : m_sources->judge(frame, explored);
    frame.backtrack = sources.threads;
    tell(SearchStepKind::Judged, frame, sources, explored);
  }

  bool chooseThread(Frame& frame) {
    const ThreadBits candidates = m_sources->wanted(frame) & ~(frame.done | frame.idle | m_sleep->asleep());
    if (candidates == 0)
      return false;
    frame.thread = preferred(candidates);
    frame.current[frame.thread.value()] = bitOf(frame.thread);
    frame.isLive = false;
    frame.way = 0;
    frame.label = &m_context.product.label(frame.thread);
    frame.action = m_context.nextAction(frame.thread);
    frame.laterOfStep = 0;
    m_context.product.ways(frame.thread, frame.ways);
    if (m_summaries)
      m_summaries->beginStep();
    return true;
  }

  ThreadId preferred(ThreadBits candidates) {
    if (std::has_single_bit(candidates))
      return firstOf(candidates);
    const bool isAll = options().sources == StateSearchOptions::Sources::All;
    for (ThreadBits left = isAll ? 0 : candidates; left != 0; left &= left - 1)
      if (m_walk.leadsToVisited(firstOf(left)))
        return firstOf(left);
    if (options().randomOrder) {
      std::uniform_int_distribution<int> any(0, std::popcount(candidates) - 1);
      for (int skipped = any(m_random); skipped > 0; skipped--)
        candidates &= candidates - 1;
      return firstOf(candidates);
    }
    for (const ThreadId thread : options().order)
      if ((candidates & bitOf(thread)) != 0)
        return thread;
    return firstOf(candidates);
  }

  // Whether a summary says that nothing can fail from the state at the top of the stack on, which was just reached.
  // Then it is left, as if it had been explored.
  bool leaveOut() {
    const std::optional<Summaries::Known> known = m_summaries ? m_summaries->find() : std::nullopt;
    if (!known)
      return false;
    Frame& frame = m_context.stack.top();
    frame.later = known->later;
    m_context.space().leftOut++;
    if (m_context.observer)
      tell(SearchStepKind::LeftOut, frame, {}, {}, m_summaries->text(known->predicate));
    if (options().onLeftOut)
      options().onLeftOut(m_context.product);
    m_sources->leftOut(frame.later);
    leave();
    return true;
  }

  // Whether no thread can move from this state at the top of the stack, which was explored.
  bool isEnd(const Frame& frame) const { return frame.done == 0 && (frame.able & m_sleep->asleep()) == 0; }

  // The state at the top of the stack was explored. False: the search stops.
  bool close() {
    Frame& frame = m_context.stack.top();
    VisitedState& state = m_context.states[frame.state];
    const VisibleActions::Set pending = m_sources->close(frame);
    frame.later = m_context.actions.united(frame.later, pending);
    const bool ends = isEnd(frame);
    state.isDead |= ends && m_context.product.inSection().valid();
    tell(state.isDead ? SearchStepKind::Dead : ends ? SearchStepKind::Ended : SearchStepKind::Left, frame);
    if (ends && !state.isDead && !m_findings->judgeEnd(frame.idle))
      return false;
    if (m_summaries)
      m_summaries->close(ends);
    leave();
    return true;
  }

  // Goes back from the state at the top of the stack to the one before.
  void leave() {
    const Frame& frame = m_context.stack.top();
    const StateIndex left = frame.state;
    VisitedState& state = m_context.states[left];
    state.later = m_context.actions.united(state.later, frame.later); // a stateless search may have left it before
    state.done |= frame.done;
    state.isOpen = false;
    m_context.stack.pop();
    if (m_context.stack.isEmpty() || !m_context.stack.top().thread.valid())
      return;
    Frame& parent = m_context.stack.top();
    m_sources->followed(parent, state.later);
    parent.isLive |= !state.isDead;
    if (m_summaries)
      m_summaries->noteWay(left);
    m_walk.undoTo(parent.mark);
  }

  // Explores these threads too from a state that was visited.
  bool expand(StateIndex state, ThreadBits threads, SourceRule rule) {
    if (!m_walk.goTo(state))
      return false;
    const VisitedState known = m_context.states[state];
    open(state);
    Frame& frame = m_context.stack.top();
    frame.done = known.done;
    frame.later = known.later;
    frame.safe = frame.backtrack = known.done | threads;
    frame.closesCycle = true;
    if (m_summaries)
      m_summaries->opened(false);
    tell(SearchStepKind::Reopened, frame, {frame.backtrack, rule});
    return search();
  }

  bool closeCycles() {
    while (m_cycles->hasCycle()) {
      if (m_context.ledger.limitReached())
        return false;
      const ExploredGraph graph = m_cycles->graph();
      const std::vector<ThreadBits> missing = m_cycles->missingIn(graph);
      bool isDone = true;
      for (std::uint32_t state = 0; state < missing.size(); state++)
        if (missing[state] != 0) {
          isDone = false;
          const SourceRule rule = graph.isCycle[graph.component[state]] ? SourceRule::Cycle : SourceRule::Dependent;
          if (!expand(StateIndex(state), missing[state], rule))
            return false;
        }
      if (isDone)
        return judgeLivelocks(m_context, m_walk, *m_findings, graph);
    }
    return true;
  }

  // A step about this state on the stack, or from it.
  SearchStep stepOf(SearchStepKind kind, const Frame& frame) const {
    return {.kind = kind,
            .from = frame.state,
            .thread = frame.thread,
            .able = frame.able,
            .safe = frame.safe,
            .backtrack = frame.backtrack,
            .done = frame.done,
            .idle = frame.idle,
            .asleep = m_sleep->asleep(),
            .current = frame.current};
  }

  void tell(SearchStepKind kind, const Frame& frame, const SourceSet& sources = {}, ThreadId thread = {},
            std::string_view summary = {}) {
    if (!m_context.observer)
      return;
    SearchStep step = stepOf(kind, frame);
    step.rule = sources.rule;
    step.state = frame.state;
    const bool isFirst = kind != SearchStepKind::Entered || m_context.stack.depth() < 2;
    step.from = isFirst ? StateIndex() : m_context.stack[m_context.stack.depth() - 2].state;
    step.thread = thread;
    step.closed = sources.closed;
    step.summary = summary;
    m_context.observer->record(step, m_context.product);
  }

  // A step that leads to a state that is not new, or nowhere.
  void tellEdge(SearchStepKind kind, const Frame& from, StateIndex to = {}) {
    if (!m_context.observer)
      return;
    SearchStep step = stepOf(kind, from);
    step.state = to;
    step.isOpen = to.valid() && m_context.states[to].isOpen;
    step.isAgain = kind == SearchStepKind::Met && options().stateless && !step.isOpen && !m_context.states[to].isDead;
    m_context.observer->record(step, m_context.product);
  }

  std::shared_ptr<const SearchPolicies> m_policies;
  SearchContext m_context;
  StateWalk m_walk;
  std::mt19937_64 m_random;
  // New in each search.
  std::unique_ptr<SleepSets> m_sleep;
  std::unique_ptr<SourcePolicy> m_sources;
  std::unique_ptr<CycleClosing> m_cycles;
  std::unique_ptr<StateSummaries> m_summaries; // null: without summaries
  std::optional<StateFindings> m_findings;
};

} // namespace

SearchContext::SearchContext(Program& ofProgram, MemoryModel& model, Solver& solver, const ExploreOptions& explore,
                             const StateSearchOptions& search, const SearchPolicies& policies)
    : options(search), program(ofProgram), conditions(program.pool(), solver), product(program, conditions),
      graph(program, model, solver, completedRounds), ledger(explore),
      slice(policies.slice(program, product, judges(ErrorKind::Race))), control(program, product, *slice) {}

void SearchContext::reset() {
  graph.reset();
  conditions.clear();
  actions.clear();
  states.clear();
  stack.clear();
  product.reset();
  slice->reset(options.slicing && options.summaries);
  isVoid = false;
  shown.clear();
  ledger.exploration().space = StateSpace{};
}

std::unique_ptr<Explorer> makeStateSearch(Program& program, MemoryModel& model, Solver& solver, ExploreOptions options,
                                          StateSearchOptions search) {
  return std::make_unique<StateSearch>(program, model, solver, options, search);
}

} // namespace revisit
