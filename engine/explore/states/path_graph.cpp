#include "explore/states/path_graph.h"

#include "explore/sections.h"
#include "program/cut.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace revisit {

namespace {

// The steps without the rounds of waiting loops that failed.
std::vector<PathStep> withoutFailedRounds(std::span<const PathStep> path) {
  std::vector<bool> isDropped(path.size());
  std::map<ThreadId, std::vector<std::size_t>> rounds; // the steps of each thread's present round
  for (std::size_t i = 0; i < path.size(); i++) {
    std::vector<std::size_t>& round = rounds[path[i].thread];
    if (path[i].startsRound)
      round.clear();
    round.push_back(i);
    if (!path[i].failsRound)
      continue;
    for (const std::size_t step : round)
      isDropped[step] = true;
    round.clear();
  }
  std::vector<PathStep> kept;
  for (std::size_t i = 0; i < path.size(); i++)
    if (!isDropped[i])
      kept.push_back(path[i]);
  return kept;
}

} // namespace

void PathGraph::reset() {
  m_state.reset();
  m_endings.clear();
  m_steps.clear();
  m_marks.clear();
  tell(m_recorder, {.kind = ActionKind::Began}, m_state.graph());
}

void PathGraph::recordTo(Recorder* recorder) {
  m_recorder = recorder;
  if (recorder)
    reset();
}

void PathGraph::addEvent(ThreadId thread, const Label& label, const Choice& choice) {
  const EventId event = m_state.add(thread, label, choice);
  tell(m_recorder, {.kind = ActionKind::Added, .thread = thread, .event = event}, m_state.graph());
}

void PathGraph::add(const PathStep& step) {
  ExecutionGraph& graph = m_state.graph();
  const Label& label = *m_state.program().next(graph.state(step.thread));
  m_marks.push_back(m_state.mark());
  m_steps.push_back(step);
  // The end of a thread is no step of a path, but a join observes it.
  if (label.kind == LabelKind::Join && !graph.ended(label.child))
    addEvent(label.child, *m_state.program().next(graph.state(label.child)), {});
  addEvent(step.thread, label, onNewest(graph, label, step.way));
}

void PathGraph::bringTo(std::span<const PathStep> path) {
  const std::vector<PathStep> steps = withoutFailedRounds(path);
  while (true) {
    const auto common = static_cast<std::size_t>(std::ranges::mismatch(m_steps, steps).in1 - m_steps.begin());
    if (common < m_marks.size()) {
      m_state.undoTo(m_marks[common]);
      m_marks.resize(common);
      m_steps.resize(common);
    }
    for (std::size_t i = common; i < steps.size(); i++)
      add(steps[i]);
    if (!m_state.needsRestart())
      return;
    reset(); // what the graph noted of the program changes how events are added, but not which
  }
}

bool PathGraph::learn(ThreadId thread) {
  m_state.nextLabel(thread);
  return !m_state.failure() && !m_state.needsRestart();
}

std::optional<PathGraph::GrowingLoop> PathGraph::growingLoop(ThreadId thread, std::size_t most) {
  struct Activation {
    GrowingLoop loop;
    std::set<StateId> states;
    std::optional<EventId> newRound; // the first new state of the present round stands before this event
  };
  const ExecutionGraph& graph = m_state.graph();
  const Program& program = m_state.program();
  std::map<std::uint32_t, Activation> activations; // by loop
  for (const EventId id : graph.events(thread)) {
    const StateId state = graph.event(id).before;
    for (const LoopStep& step : program.loopSteps(program.loopsBefore(state))) {
      Activation& activation = activations[step.loop];
      if (!step.isRound())
        activation = {};
      else if (const std::optional<EventId> first = std::exchange(activation.newRound, std::nullopt)) {
        activation.loop.back = step.back;
        activation.loop.rounds.push_back(*first);
      }
    }
    for (auto& [loop, activation] : activations)
      if (activation.states.insert(state).second && !activation.newRound)
        activation.newRound = id;
  }
  const auto growing =
      std::ranges::find_if(activations, [&](const auto& entry) { return entry.second.loop.rounds.size() > most; });
  return growing != activations.end() ? std::optional(std::move(growing->second.loop)) : std::nullopt;
}

bool PathGraph::complete(ThreadId first, ThreadId second) {
  const std::vector<PathStep> path = m_steps;
  while (!m_state.failure()) {
    leavePath();
    switch (walkOn(first, second)) {
    case Walk::Ended:
      return true;
    case Walk::Stopped:
      return false;
    case Walk::Again:
      reset(); // as in bringTo
      bringTo(path);
    }
  }
  return false;
}

PathGraph::Walk PathGraph::walkOn(ThreadId first, ThreadId second) {
  constexpr std::size_t more = 2000; // events after the path; loops may have no bound that stops them before
  unsigned blocks = 64;              // that threads take, in loops that may do nothing else
  const std::size_t most = m_steps.size() + more;
  ScheduleWalk walk(m_state, Rounds::Whole);
  std::vector<Turn> able;
  std::vector<std::size_t> turns;
  while (true) {
    if (!walk.turns(able))
      return Walk::Stopped;
    if (able.empty())
      return Walk::Ended;
    if (m_state.graph().eventCount() > most || blocks == 0) {
      cutAll();
      return Walk::Ended;
    }
    turns.resize(m_state.graph().threadCount());
    const auto wanted = std::ranges::find(able, first, &Turn::thread);
    const Turn turn = wanted != able.end()
                          ? *wanted
                          : *std::ranges::min_element(able, {}, [&](const Turn& t) { return turns[t.thread.value()]; });
    turns[turn.thread.value()]++;
    first = std::exchange(second, {});
    blocks -= isOperation(*turn.label, ObjectOp::BlockTake) ? 1 : 0;
    addEvent(turn.thread, *turn.label, defaultChoice(walk, turn.thread, *turn.label));
    if (m_state.needsRestart())
      return Walk::Again;
  }
}

// `argument`: of the label with which the thread ends.
void PathGraph::endThread(ThreadId thread, LabelKind kind, std::uint64_t argument) {
  Label& ending = m_endings.emplace_back();
  ending.kind = kind;
  ending.endsJointRound = kind == LabelKind::AwaitFailed;
  ending.argument = argument;
  ending.position = m_state.graph().event(m_state.graph().tail(thread)).label->position;
  addEvent(thread, ending, {});
}

void PathGraph::cutAll() {
  for (const ThreadId thread : m_state.graph().going())
    endThread(thread, LabelKind::Cut, static_cast<std::uint64_t>(CutBy::Loop));
}

std::vector<std::size_t> PathGraph::eventsAfter(std::span<const PathStep> beginning, std::span<const PathStep> whole) {
  const ExecutionGraph& graph = m_state.graph();
  std::vector<std::size_t> before, events;
  bringTo(beginning);
  for (const ThreadId thread : graph.threads())
    before.push_back(graph.events(thread).size());
  bringTo(whole);
  before.resize(graph.threadCount());
  for (const ThreadId thread : graph.threads())
    events.push_back(graph.events(thread).size() - std::min(before[thread.value()], graph.events(thread).size()));
  return events;
}

// The end of a thread that has ended, which is no step of a path; null: it has not, or its end is in the graph.
const Label* PathGraph::endOf(ThreadId thread) {
  const ExecutionGraph& graph = m_state.graph();
  const bool goesOn = graph.created(thread) && !graph.ended(thread);
  const Label* const next = goesOn ? m_state.program().next(graph.state(thread)) : nullptr;
  return next && isTerminal(next->kind) && next->kind != LabelKind::AwaitFailed ? next : nullptr;
}

bool PathGraph::endJointly(const std::vector<std::size_t>& events) {
  leavePath();
  for (std::uint32_t t = 0; t < events.size(); t++)
    if (events[t] != 0)
      endThread(ThreadId(t), LabelKind::AwaitFailed, events[t]);
    else if (const Label* const next = endOf(ThreadId(t)))
      addEvent(ThreadId(t), *next, {});
  return true;
}

bool PathGraph::completeFutilely() {
  ScheduleWalk walk(m_state, Rounds::Whole);
  const ExecutionGraph& graph = m_state.graph();
  leavePath();
  for (std::uint32_t t = 0; t < graph.threadCount(); t++) {
    const ThreadId thread(t);
    const ExplorationState::Mark before = m_state.mark();
    for (bool goesOn = graph.created(thread) && !graph.ended(thread); goesOn;) {
      const Label* const label = m_state.nextLabel(thread);
      if (!label)
        return false;
      goesOn = m_state.steps().enabled(thread, *label);
      if (!goesOn)
        break;
      addEvent(thread, *label, defaultChoice(walk, thread, *label));
      if (m_state.needsRestart())
        return false;
      goesOn = !isTerminal(label->kind);
    }
    if (sectionsHold(m_state))
      continue;
    m_state.undoTo(before);
    tell(m_recorder, {.kind = ActionKind::BackedUp}, m_state.graph());
  }
  return true;
}

// The first way in which the step can happen.
Choice PathGraph::defaultChoice(ScheduleWalk& walk, ThreadId thread, const Label& label) {
  GraphStep step = walk.step(thread, label);
  return onNewest(m_state.graph(), label, firstWay(label, step).way);
}

} // namespace revisit
