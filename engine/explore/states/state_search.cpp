#include "explore/states/state_search_internal.h"

#include <bit>
#include <utility>

namespace revisit {

using Sources = StateSearchOptions::Sources;

namespace {

constexpr std::uint32_t completedRounds = 32; // of a loop, where a path is continued to a full execution

constexpr unsigned mostSettled = 10000; // invisible steps that are taken at once; a thread may take them for ever

// One execution may be shown for several reasons.
ExploreOptions withoutDuplicates(ExploreOptions options) {
  options.checkDuplicates = false;
  return options;
}

} // namespace

std::unique_ptr<Explorer> makeStateSearch(Program& program, MemoryModel& model, Solver& solver, ExploreOptions options,
                                          StateSearchOptions search) {
  return std::make_unique<StateSearch>(program, model, solver, options, search);
}

StateSearch::StateSearch(Program& program, MemoryModel& model, Solver& solver, const ExploreOptions& options,
                         StateSearchOptions search)
    : m_options(search), m_program(program), m_conditions(program.pool(), solver), m_product(program, m_conditions),
      m_graph(program, model, solver, completedRounds), m_ledger(withoutDuplicates(options)), m_random(options.seed),
      m_slice(program, m_product, search.flaws.slice), m_control(program, m_product, m_slice),
      m_summaries(program, m_product, m_control, m_conditions, search.flaws.summaries), m_futures(program, m_actions) {}

void StateSearch::reset() {
  m_graph.reset();
  m_conditions.clear();
  m_actions.clear();
  m_states.clear();
  m_followers.clear();
  m_summaries.clear();
  m_futures.clear();
  m_safe.clear();
  m_product.reset();
  m_slice.reset(m_options.slicing && m_options.summaries,
                m_ledger.options().errors.of(ErrorKind::Race) != Treatment::Ignored);
  m_isVoid = false;
  m_clocks.clear();
  m_depth = 0;
  m_path.clear();
  m_hasCycle = false;
  m_shown.clear();
  m_executions.clear();
  m_released.clear();
  m_ledger.exploration().space = StateSpace{};
  if (m_observer)
    m_observer->began(m_actions);
}

Result<Exploration> StateSearch::run() {
  m_observer = m_recorder ? m_recorder->ofStates() : nullptr;
  while (true) {
    reset();
    const bool isDone = begin() && search() && closeCycles();
    if (m_graph.state().failure() || !(m_isVoid || (!isDone && m_graph.state().needsRestart())))
      break;
    m_ledger.restart(m_graph.state().graph(), m_recorder, m_onRestart);
  }
  if (m_ledger.hasFailed(m_graph.state()))
    return *m_graph.state().failure();
  if (m_conditions.solverGaveUp())
    m_graph.state().planner().noteUnknown();
  StateSpace& space = *m_ledger.exploration().space;
  space.states = m_states.size();
  space.bytes = m_states.bytes() + m_product.bytes() + m_actions.bytes();
  space.bytes += m_summaries.bytes() + m_safe.capacity() * sizeof(Safe) + m_control.bytes();
  space.summaries = m_summaries.count();
  space.conditions = m_summaries.conditions();
  space.predicates = m_options.summaries ? m_summaries.predicates().count() : 0;
  space.omitted = m_slice.count();
  for (const Followers& followers : m_followers)
    space.bytes += sizeof followers + followers.steps.capacity() * sizeof(Followers::Step);
  return m_ledger.conclude(m_graph.state());
}

bool StateSearch::begin() {
  while (!m_product.resolve())
    if (learn() != Arrival::State)
      return false;
  if (m_options.summaries) {
    PassedStep none;
    m_control.reset(m_options.symbolicEdges);
    if (settleControl(none) != Arrival::State)
      return false;
  }
  m_moved = bitOf(m_program.mainThread());
  const Arrival arrival = settle();
  if (arrival == Arrival::Stopped || arrival == Arrival::Cut)
    return false;
  m_initialPath = m_path;
  m_initialControl = m_control.mark();
  open(m_states.insert(m_product.name()).index);
  tell(SearchStepKind::Entered, top());
  return judge(m_moved);
}

// Explores until the stack is empty. False: the search stops early.
bool StateSearch::search() {
  while (m_depth > 0) {
    if (m_ledger.limitReached())
      return false;
    Frame& frame = top();
    if (frame.thread.valid() && frame.way < frame.ways.size()) {
      if (!takeWay())
        return false;
      continue;
    }
    if (frame.thread.valid())
      endThread(frame);
    if (chooseThread(frame))
      continue;
    if (m_slice.hasGrown()) // not earlier: the rest of the path shows what else it lacks
      return !(m_isVoid = true);
    if (!close())
      return false;
  }
  return true;
}

void StateSearch::open(StateIndex state) {
  if (m_depth == m_frames.size())
    m_frames.emplace_back();
  Frame& frame = m_frames[m_depth++];
  std::vector<Way> ways = std::move(frame.ways);
  std::vector<Sleeping> sleeping = std::move(frame.sleeping);
  ways.clear();
  sleeping.clear();
  frame = {};
  frame.ways = std::move(ways);
  frame.sleeping = std::move(sleeping);
  frame.state = state;
  frame.mark = m_product.mark();
  frame.control = m_control.mark();
  frame.steps = m_path.size();
  frame.able = frame.safe = m_product.able();
  m_states[state].isOpen = true;
  if (m_options.summaries) {
    m_premises.resize(std::max(m_premises.size(), m_depth));
    m_premises[m_depth - 1] = {.holds = m_summaries.predicates().always()};
  }
  StateSpace& space = *m_ledger.exploration().space;
  space.states = m_states.size();
  space.depth = std::max<std::uint64_t>(space.depth, m_depth);
  if (m_options.safeSets || m_slice.isOn())
    for (ThreadBits left = frame.able; left != 0; left &= left - 1)
      if (const ThreadId thread = firstOf(left); isInvisible(thread)) {
        frame.safe = bitOf(thread);
        break;
      }
  inheritSleep();
  noteRaces();
  if (m_options.sources == Sources::Eager && !m_options.flaws.withoutPending)
    forEachThread(m_product.going() & ~frame.able, [&](ThreadId thread) { tellStack(actionOf(thread)); });
}

// Whether the thread's step commutes with everything that other threads can do: it touches nothing that they touch.
bool StateSearch::isInvisible(ThreadId thread) {
  if (m_slice.omits(m_product.label(thread)))
    return true;
  if (!m_options.safeSets)
    return false;
  switch (m_product.label(thread).kind) {
  case LabelKind::Fence:
  case LabelKind::Create:
  case LabelKind::Join:
  case LabelKind::Constraint:
  case LabelKind::Assume:
  case LabelKind::Enumerate:
    return true;
  case LabelKind::Object: // which block the thread takes depends on others, but all choices are equal up to its name
    return m_product.label(thread).operation == ObjectOp::BlockTake;
  case LabelKind::Read:
  case LabelKind::Write:
  case LabelKind::Rmw:
  case LabelKind::Cas:
  case LabelKind::End:
  case LabelKind::Exit:
  case LabelKind::Error:
  case LabelKind::Blocked:
  case LabelKind::AwaitFailed:
  case LabelKind::Cut:
  case LabelKind::Unsupported:
    return false;
  }
  return false;
}

bool StateSearch::passesOmitted(std::span<const PassedStep> steps) const {
  return std::ranges::any_of(steps, [&](const PassedStep& step) { return m_slice.omits(*step.label); });
}

ActionId StateSearch::actionOf(ThreadId thread) {
  return m_actions.of(thread, m_product.label(thread));
}

// Makes the graph of the path. It has no place for rounds that failed; what they decided about inputs still holds.
void StateSearch::rebuildGraph() {
  m_graph.state().planner().assume(m_conditions.conditions(m_product.condition()));
  m_graph.bringTo(m_path);
}

// Learns the next step that is not known. State: it is known now.
StateSearch::Arrival StateSearch::learn() {
  rebuildGraph();
  if (isCut(m_product.unknownThread()))
    return Arrival::Cut;
  if (!m_graph.learn(m_product.unknownThread()))
    return Arrival::Stopped;
  return m_graph.state().planner().isLost() ? Arrival::Cut : Arrival::State; // the solver may give up on the inputs
}

// The same for the control.
StateSearch::Arrival StateSearch::learnControl() {
  rebuildGraph();
  ExplorationState& state = m_graph.state();
  Result<Plan> plan = state.planner().plan();
  if (!plan)
    return Arrival::Cut;
  Result<Learnt> learnt = m_control.general()->learn(*plan);
  if (!learnt)
    state.fail(learnt.error());
  else if (*learnt == Learnt::Restart)
    state.restart();
  return learnt && *learnt == Learnt::More ? Arrival::State : Arrival::Stopped;
}

// Learns what the threads that moved do next, whatever they have read. Where no run shows it, their states tell.
StateSearch::Arrival StateSearch::settleControl(PassedStep& passed) {
  while (!m_control.settle(passed)) {
    const Arrival learnt = m_control.mayLearn() ? learnControl() : Arrival::Cut;
    if (learnt == Arrival::Stopped)
      return learnt;
    if (learnt == Arrival::Cut || !m_control.isKnown())
      m_control.giveUp(passed);
  }
  return Arrival::State;
}

// Takes the step and what follows from it at once.
StateSearch::Arrival StateSearch::advance(ThreadId thread, const Way& way) {
  const Label& label = m_product.label(thread);
  m_moved |= bitOf(thread);
  if (label.kind == LabelKind::Create)
    m_moved |= label.child.value() < maxThreadBits ? bitOf(label.child) : 0;
  if (m_observer)
    m_observer->passes(thread, way, m_product);
  PassedStep passed{.thread = thread, .way = way};
  if (m_options.summaries) {
    passed.label = &m_control.label(thread);
    passed.before = isMemory(label.kind) ? m_product.content(label.location) : Cell{};
  }
  m_path.push_back({thread, way, label.awaitStart, false});
  m_slice.take(thread, label);
  const Observation seen = m_product.step(thread, way);
  if (label.kind == LabelKind::Create)
    m_clocks.order(thread, label.child);
  else if (label.kind == LabelKind::Join)
    m_clocks.order(label.child, thread);
  if (m_product.threadCount() > maxThreadBits) {
    m_ledger.note(IncompleteReason::Kind::Limit, "the stateful search follows at most 32 threads");
    return Arrival::Stopped;
  }
  while (!m_product.resolve())
    if (const Arrival learnt = learn(); learnt != Arrival::State)
      return learnt;
  m_slice.took(thread, label, seen);
  if (m_options.summaries) {
    m_control.step(seen, passed);
    if (const Arrival arrival = settleControl(passed); arrival != Arrival::State)
      return arrival;
    m_passed.push_back(std::move(passed));
  }
  m_path.back().failsRound = m_product.roundFailed();
  if (m_noted)
    noteMoves(thread, label);
  return Arrival::State;
}

// The thread whose next step is invisible and can happen in one way only, which is m_ways then; invalid: none.
ThreadId StateSearch::threadToSettle() {
  for (ThreadBits left = m_options.safeSets || m_slice.isOn() ? m_product.able() : 0; left != 0; left &= left - 1) {
    const ThreadId thread = firstOf(left);
    if (!isInvisible(thread))
      continue;
    m_product.ways(thread, m_ways);
    if (m_ways.size() == 1)
      return thread;
  }
  return {};
}

// Takes invisible steps that can happen in one way only. There is nothing to choose, so no state is stored in between.
StateSearch::Arrival StateSearch::settle() {
  for (unsigned steps = 0; steps < mostSettled; steps++) {
    const ThreadId next = threadToSettle();
    if (!next.valid())
      break;
    const bool isOmitted = m_slice.omits(m_product.label(next));
    if (const Arrival arrival = advance(next, Way(m_ways.front())); arrival != Arrival::State) {
      if (isOmitted && arrival == Arrival::Cut) { // other threads would not go on
        m_slice.addAll();
        m_isVoid = true;
        return Arrival::Stopped;
      }
      return arrival;
    }
  }
  m_slice.settled();
  if (!m_product.isStuckInSection())
    return Arrival::State;
  // Others may wait for what the thread took in the section; the search does not go on from there.
  if (const ThreadId inside = m_product.inSection(); inside.valid())
    noteWaitInSection(m_product.label(inside));
  return Arrival::Nowhere;
}

bool StateSearch::takeWay() {
  const std::size_t depth = m_depth;
  const ThreadId thread = top().thread;
  const Way way = top().ways[top().way++];
  const std::size_t number = top().way - 1;
  const Label* const label = &m_product.label(thread);
  ActionId action = m_actions.of(thread, *label);
  m_moved = 0;
  m_passed.clear();
  if (m_observer)
    m_observer->leaves(top().state);
  if (m_options.sources == Sources::Persistent)
    m_clocks.returnTo(depth - 1);
  Arrival arrival = advance(thread, way);
  if (arrival == Arrival::State && m_product.label(thread).continuesSection && !label->continuesSection)
    action = m_actions.ofSection(thread);
  orderStep(depth - 1, thread, action);
  if (arrival == Arrival::State)
    arrival = settle();
  if (arrival == Arrival::Stopped)
    return false;
  m_ledger.exploration().work.eventsAdded++;
  Frame& frame = m_frames[depth - 1];
  frame.action = action;
  if (m_options.sources == Sources::Eager)
    tellStack(action);
  frame.isLive |= arrival == Arrival::Cut;
  frame.isCut |= arrival == Arrival::Cut;
  if (m_options.summaries)
    m_premises[depth - 1].passed.swap(m_passed);
  if (arrival == Arrival::State) {
    if (const std::optional<bool> goesOn = reach(depth, thread, number))
      return *goesOn;
  } else {
    noteWay(depth - 1, {});
    tellEdge(SearchStepKind::Vain, frame);
  }
  m_product.undoTo(frame.mark);
  m_control.undoTo(frame.control);
  m_path.resize(frame.steps);
  return true;
}

// The way with this number has led to a state. If the search goes on from there, it is opened, and the result is
// whether the search goes on at all. Nothing: it was met before.
std::optional<bool> StateSearch::reach(std::size_t depth, ThreadId thread, std::size_t number) {
  Frame& frame = m_frames[depth - 1];
  m_ledger.exploration().space->steps++;
  const auto [index, isNew] = m_states.insert(m_product.name());
  VisitedState& state = m_states[index];
  if (isNew) {
    state.parent = frame.state;
    state.thread = static_cast<std::uint8_t>(thread.value());
    state.way = static_cast<std::uint16_t>(number);
  }
  const bool isAgain = !isNew && m_options.stateless && !state.isOpen && !state.isDead;
  if (isNew || isAgain) {
    noteEdge(frame, index);
    if (isAgain)
      tellEdge(SearchStepKind::Met, frame, index);
    open(index);
    if (isNew)
      tell(SearchStepKind::Entered, top(), {}, thread);
    return leaveOut() || judge(m_moved);
  }
  noteWay(depth - 1, index);
  if (m_slice.isOn() && index == frame.state && passesOmitted(m_premises[depth - 1].passed)) // it may change memory
    m_slice.addAll();
  if (index != frame.state && !state.isDead) {
    m_ledger.exploration().space->met++;
    frame.isLive = true;
    frame.closesCycle |= state.isOpen && !m_options.flaws.withoutClosing;
    m_hasCycle |= state.isOpen;
    if (state.isOpen) // the graph of a cycle has all steps
      m_slice.addAll();
    if (m_options.sources == Sources::Eager)
      tellStack(state.later);
    addLater(frame, state.later);
    noteEdge(frame, index);
  }
  tellEdge(index == frame.state ? SearchStepKind::Vain : SearchStepKind::Met, frame, index);
  return std::nullopt;
}

// All ways of the thread's step were explored.
void StateSearch::endThread(Frame& frame) {
  endStep();
  if (frame.isLive) {
    frame.done |= bitOf(frame.thread);
    sleep(frame, frame.thread);
  } else {
    frame.idle |= bitOf(frame.thread);
    frame.later = m_actions.with(frame.later, frame.action);
    frame.safe &= ~frame.idle;
  }
  const ThreadId explored = std::exchange(frame.thread, ThreadId());
  // A cycle must not leave out a thread for ever, and nobody knows what follows a step that is not followed.
  if (frame.closesCycle || frame.isCut || frame.safe == 0)
    frame.safe = frame.able & ~frame.idle;
  const SourceSet sources = frame.closesCycle                          ? SourceSet{frame.safe, SourceRule::Cycle}
                            : frame.isCut                              ? SourceSet{frame.safe, SourceRule::Limit}
                            : m_options.sources == Sources::Races      ? sourcesByRaces(frame, explored)
                            : m_options.sources == Sources::Persistent ? sourcesByBacktracking(frame, explored)
                                                                       : sourcesOf(frame, explored);
  frame.backtrack = sources.threads;
  tell(SearchStepKind::Judged, frame, sources, explored);
}

bool StateSearch::chooseThread(Frame& frame) {
  ThreadBits wanted = frame.done == 0 ? frame.safe : frame.backtrack & frame.safe;
  const ThreadBits asleep = asleepIn(frame);
  if (m_options.sources == Sources::Lazy)
    while ((wanted & asleep & ~frame.covered) != 0) {
      coverAsleep(frame, bitOf(firstOf(wanted & asleep & ~frame.covered)));
      if (!frame.closesCycle && !frame.isCut)
        frame.backtrack = sourcesOf(frame, frame.thread).threads;
      wanted = frame.backtrack & frame.safe;
    }
  const ThreadBits candidates = wanted & ~(frame.done | frame.idle | asleep);
  if (candidates == 0)
    return false;
  frame.thread = preferred(candidates);
  frame.current[frame.thread.value()] = bitOf(frame.thread);
  frame.isLive = false;
  frame.way = 0;
  frame.label = &m_product.label(frame.thread);
  frame.action = actionOf(frame.thread);
  frame.releases = releasesMutex(frame.thread);
  frame.laterOfStep = 0;
  m_product.ways(frame.thread, frame.ways);
  beginStep(frame.thread);
  return true;
}

ThreadId StateSearch::preferred(ThreadBits candidates) {
  if (std::has_single_bit(candidates))
    return firstOf(candidates);
  for (ThreadBits left = candidates; left != 0 && m_options.sources != Sources::All; left &= left - 1)
    if (leadsToVisited(firstOf(left)))
      return firstOf(left);
  if (m_options.randomOrder) {
    std::uniform_int_distribution<int> any(0, std::popcount(candidates) - 1);
    for (int skipped = any(m_random); skipped > 0; skipped--)
      candidates &= candidates - 1;
    return firstOf(candidates);
  }
  for (const ThreadId thread : m_options.order)
    if ((candidates & bitOf(thread)) != 0)
      return thread;
  return firstOf(candidates);
}

bool StateSearch::stepKnown(ThreadId thread, const Way& way) {
  const Label& label = m_product.label(thread);
  m_product.step(thread, way);
  const bool isKnown = m_product.resolve();
  if (isKnown && m_noted)
    noteMoves(thread, label);
  return isKnown;
}

// Takes the step and the invisible ones after it, without a run of the program: the path may not lead here. False: that
// is not known so far. The caller undoes it.
bool StateSearch::peek(ThreadId thread, const Way& way) {
  if (!stepKnown(thread, way))
    return false;
  for (unsigned steps = 0; steps < mostSettled; steps++) {
    const ThreadId next = threadToSettle();
    if (!next.valid())
      break;
    if (!stepKnown(next, Way(m_ways.front())))
      return false;
  }
  return true;
}

// Whether the first way of the thread's step leads to a state that was visited, as far as that is known.
bool StateSearch::leadsToVisited(ThreadId thread) {
  const ProductState::Mark mark = m_product.mark();
  m_product.ways(thread, m_ways);
  if (m_ways.empty())
    return false;
  const bool isVisited = peek(thread, Way(m_ways.front())) && m_states.find(m_product.name()).valid();
  m_product.undoTo(mark);
  return isVisited;
}

// The state at the top of the stack was explored. False: the search stops.
bool StateSearch::close() {
  Frame& frame = top();
  VisitedState& state = m_states[frame.state];
  const Set pending = pendingActions(frame);
  frame.later = m_actions.united(frame.later, pending);
  if (m_options.sources == Sources::Races) {
    m_followers.resize(m_states.size());
    m_followers[frame.state.value()].pending = pending;
  }
  if (m_options.sources == Sources::Persistent)
    coverAsleep(frame, frame.able & asleepIn(frame)); // what can follow is asked for after the search
  state.isDead |= isEnd(frame) && m_product.inSection().valid();
  tell(state.isDead ? SearchStepKind::Dead : isEnd(frame) ? SearchStepKind::Ended : SearchStepKind::Left, frame);
  if (isEnd(frame) && !state.isDead && !judgeEnd(frame.idle))
    return false;
  summarise();
  leave();
  return true;
}

// Goes back from the state at the top of the stack to the one before.
void StateSearch::leave() {
  const Frame& frame = top();
  const StateIndex left = frame.state;
  VisitedState& state = m_states[left];
  state.later = m_actions.united(state.later, frame.later); // a stateless search may have left it before
  state.done |= frame.done;
  state.isOpen = false;
  m_depth--;
  if (m_depth == 0 || !top().thread.valid())
    return;
  Frame& parent = top();
  m_product.undoTo(parent.mark);
  m_path.resize(parent.steps);
  addLater(parent, state.later);
  parent.isLive |= !state.isDead;
  noteWay(m_depth - 1, left);
  m_control.undoTo(parent.control);
}

// A step about this state on the stack, or from it.
SearchStep StateSearch::stepOf(SearchStepKind kind, const Frame& frame) {
  return {.kind = kind,
          .from = frame.state,
          .thread = frame.thread,
          .able = frame.able,
          .safe = frame.safe,
          .backtrack = frame.backtrack,
          .done = frame.done,
          .idle = frame.idle,
          .asleep = asleepIn(frame),
          .current = frame.current};
}

void StateSearch::record(SearchStepKind kind, const Frame& frame, const SourceSet& sources, ThreadId thread,
                         std::string_view summary) {
  SearchStep step = stepOf(kind, frame);
  step.rule = sources.rule;
  step.state = frame.state;
  step.from = kind == SearchStepKind::Entered && m_depth > 1 ? m_frames[m_depth - 2].state : StateIndex();
  step.thread = thread;
  step.closed = sources.closed;
  step.summary = summary;
  m_observer->record(step, m_product);
}

// A step that leads to a state that is not new, or nowhere.
void StateSearch::recordEdge(SearchStepKind kind, const Frame& from, StateIndex to) {
  SearchStep step = stepOf(kind, from);
  step.state = to;
  step.isOpen = to.valid() && m_states[to].isOpen;
  step.isAgain = kind == SearchStepKind::Met && m_options.stateless && !step.isOpen && !m_states[to].isDead;
  m_observer->record(step, m_product);
}

} // namespace revisit
