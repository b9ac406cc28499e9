#include "explore/states/state_walk.h"

namespace revisit {

namespace {

constexpr unsigned maxSettled = 10000; // invisible steps that are taken at once; a thread may take them for ever

} // namespace

bool StateWalk::begin() {
  m_path.clear();
  while (!m_product.resolve())
    if (learn() != Arrival::State)
      return false;
  if (m_context.options.summaries) {
    PassedStep none;
    m_control.reset(m_context.options.symbolicEdges);
    if (settleControl(none) != Arrival::State)
      return false;
  }
  m_moved = bitOf(m_context.program.mainThread());
  const Arrival arrival = settle();
  m_initialPath = m_path;
  m_initialControl = m_control.mark();
  return arrival != Arrival::Stopped && arrival != Arrival::Cut;
}

void StateWalk::undoTo(const PathMark& mark) {
  m_product.undoTo(mark.product);
  m_control.undoTo(mark.control);
  m_path.resize(mark.steps);
}

bool StateWalk::goTo(StateIndex state) {
  std::vector<StateIndex> chain;
  for (StateIndex at = state; m_context.states[at].parent.valid(); at = m_context.states[at].parent)
    chain.push_back(at);
  m_product.load(m_context.states[StateIndex(0)].name);
  m_control.undoTo(m_initialControl);
  m_path = m_initialPath;
  std::vector<Way> ways;
  for (; !chain.empty(); chain.pop_back()) {
    const VisitedState& next = m_context.states[chain.back()];
    const ThreadId thread(next.thread);
    m_product.ways(thread, ways);
    if (take(thread, ways[next.way]) != Arrival::State)
      return false;
  }
  return true;
}

void StateWalk::beginStep() {
  m_moved = 0;
  m_passed.clear();
}

void StateWalk::rebuildGraph() {
  m_context.graph.state().planner().assume(m_context.conditions.conditions(m_product.condition()));
  m_context.graph.bringTo(m_path);
}

// Learns the next step that is not known. State: it is known now.
Arrival StateWalk::learn() {
  rebuildGraph();
  if (isCut(m_product.unknownThread()))
    return Arrival::Cut;
  if (!m_context.graph.learn(m_product.unknownThread()))
    return Arrival::Stopped;
  // The solver may give up on the inputs.
  return m_context.graph.state().planner().isLost() ? Arrival::Cut : Arrival::State;
}

// The same for the control.
Arrival StateWalk::learnControl() {
  rebuildGraph();
  ExplorationState& state = m_context.graph.state();
  Result<Plan> plan = state.planner().plan();
  if (!plan)
    return Arrival::Cut;
  Result<Learnt> learnt = m_control.withSymbolicReads()->learn(*plan);
  if (!learnt)
    state.fail(learnt.error());
  else if (*learnt == Learnt::Restart)
    state.restart();
  return learnt && *learnt == Learnt::More ? Arrival::State : Arrival::Stopped;
}

// Learns what the threads that moved do next, whatever they have read. Where no run shows it, their states tell.
Arrival StateWalk::settleControl(PassedStep& passed) {
  while (!m_control.settle(passed)) {
    const Arrival learnt = m_control.mayLearn() ? learnControl() : Arrival::Cut;
    if (learnt == Arrival::Stopped)
      return learnt;
    if (learnt == Arrival::Cut || !m_control.isKnown())
      m_control.giveUp(passed);
  }
  return Arrival::State;
}

Arrival StateWalk::advance(ThreadId thread, const Way& way) {
  const bool hasControl = m_context.options.summaries;
  const Label& label = m_product.label(thread);
  m_moved |= bitOf(thread);
  if (label.kind == LabelKind::Create)
    m_moved |= label.child.value() < maxThreadBits ? bitOf(label.child) : 0;
  if (m_context.observer)
    m_context.observer->passes(thread, way, m_product);
  PassedStep passed{.thread = thread, .way = way};
  if (hasControl) {
    passed.label = &m_control.label(thread);
    passed.before = isMemory(label.kind) ? m_product.content(label.location) : Cell{};
  }
  m_path.push_back({thread, way, label.awaitStart, false});
  m_slice.take(thread, label);
  const Observation seen = m_product.step(thread, way);
  if (m_listener)
    m_listener->passes(thread, label);
  if (m_product.threadCount() > maxThreadBits) {
    m_context.ledger.note(IncompleteReason::Kind::Limit, "the stateful search follows at most 32 threads");
    return Arrival::Stopped;
  }
  while (!m_product.resolve())
    if (const Arrival learnt = learn(); learnt != Arrival::State)
      return learnt;
  m_slice.took(thread, label, seen);
  if (hasControl) {
    m_control.step(seen, passed);
    if (const Arrival arrival = settleControl(passed); arrival != Arrival::State)
      return arrival;
    m_passed.push_back(std::move(passed));
  }
  m_path.back().failsRound = m_product.roundFailed();
  return Arrival::State;
}

// A thread whose next step is invisible and has exactly one way, which is then in m_ways. Invalid: there is no such
// thread.
ThreadId StateWalk::threadToSettle() {
  for (ThreadBits left = m_safeSets.candidates(); left != 0; left &= left - 1) {
    const ThreadId thread = firstOf(left);
    if (!m_safeSets.isInvisible(thread))
      continue;
    m_product.ways(thread, m_ways);
    if (m_ways.size() == 1)
      return thread;
  }
  return {};
}

Arrival StateWalk::settle() {
  for (unsigned steps = 0; steps < maxSettled; steps++) {
    const ThreadId next = threadToSettle();
    if (!next.valid())
      break;
    const bool isOmitted = m_slice.omits(m_product.label(next));
    if (const Arrival arrival = advance(next, Way(m_ways.front())); arrival != Arrival::State) {
      if (!isOmitted || arrival != Arrival::Cut)
        return arrival;
      m_slice.addAll(); // other threads would not go on
      m_context.isVoid = true;
      return Arrival::Stopped;
    }
  }
  m_slice.settled();
  if (!m_product.isStuckInSection())
    return Arrival::State;
  // Others may wait for what the thread took in the section; the search does not go on from there.
  if (const ThreadId inside = m_product.inSection(); inside.valid()) {
    const PositionId position = m_product.label(inside).position;
    if (m_context.noteShown(signOf(Shown::Section, position.value())))
      m_context.ledger.note(IncompleteReason::Kind::Limit,
                            "the stateful search does not follow a thread that waits for ever in an atomic section",
                            position);
  }
  return Arrival::Nowhere;
}

bool StateWalk::stepKnown(ThreadId thread, const Way& way, Moves* moves) {
  const Label& label = m_product.label(thread);
  m_product.step(thread, way);
  const bool isKnown = m_product.resolve();
  if (isKnown && moves)
    moves->add(m_context.program, m_product, thread, label);
  return isKnown;
}

// Takes the step and the invisible ones after it, without a run of the program: the path may not lead here. False: that
// is not known so far. The caller undoes it.
bool StateWalk::peek(ThreadId thread, const Way& way, Moves* moves) {
  if (!stepKnown(thread, way, moves))
    return false;
  for (unsigned steps = 0; steps < maxSettled; steps++) {
    const ThreadId next = threadToSettle();
    if (!next.valid())
      break;
    if (!stepKnown(next, Way(m_ways.front()), moves))
      return false;
  }
  return true;
}

bool StateWalk::leadsToVisited(ThreadId thread) {
  const ProductState::Mark mark = m_product.mark();
  m_product.ways(thread, m_ways);
  if (m_ways.empty())
    return false;
  const bool isVisited = peek(thread, Way(m_ways.front()), nullptr) && m_context.states.find(m_product.name()).valid();
  m_product.undoTo(mark);
  return isVisited;
}

} // namespace revisit
