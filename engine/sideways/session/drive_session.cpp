#include "sideways/session/drive_session.h"

#include "explore/added_order.h"
#include "log/describe.h"
#include "query/timeline/event_text.h"
#include "sideways/session/opened.h"
#include "sideways/session/sideways_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace revisit {

namespace {

std::vector<std::string> threadNames(ExplorationState& state) {
  std::vector<std::string> names;
  for (const ThreadId thread : state.graph().threads())
    names.push_back(state.program().names().threadName(thread));
  return names;
}

std::string numberAndName(ExplorationState& state, ThreadId thread) {
  const std::string name = state.program().names().threadName(thread);
  return name.empty() ? threadText(thread.value()) : fmt::format("{} ({})", threadText(thread.value()), name);
}

// How a thread has ended that takes no further step.
std::string endedText(Opened& opened, ThreadId thread) {
  const ExecutionGraph& graph = opened.state().graph();
  const EventId last = graph.tail(thread);
  if (!last.valid())
    return "has not begun";
  const Label& label = *graph.event(last).label;
  switch (label.kind) {
  case LabelKind::Error: {
    const std::string message = opened.worker().messageAt(label.position);
    return fmt::format("has failed: {}{}{}", errorName(label.error), message.empty() ? "" : ": ", message);
  }
  case LabelKind::AwaitFailed:
    return "waits in a loop for what nobody does any more";
  case LabelKind::Cut:
    return "was cut at a bound";
  case LabelKind::Assume:
    return "has ended at an assumption that is false";
  default:
    return "has ended";
  }
}

} // namespace

DriveSession::DriveSession(std::unique_ptr<Opened> opened) : m_opened(std::move(opened)), m_drive(m_opened->state()) {}
DriveSession::~DriveSession() = default;

Result<std::unique_ptr<DriveSession>> DriveSession::open(CheckOptions options) {
  options.search.algorithm = Algorithm::ConDpor;
  return start(std::move(options), nullptr);
}

Result<std::unique_ptr<DriveSession>> DriveSession::open(const Witness& witness, std::size_t position) {
  Result<std::unique_ptr<DriveSession>> session = start(optionsOf(witness, 0), &witness);
  if (session && position > 0)
    if (const Status begun = (*session)->begin(witness, position); !begun)
      return begun.error();
  return session;
}

// Takes the first events of the witness's schedule.
Status DriveSession::begin(const Witness& witness, std::size_t position) {
  constexpr unsigned mostRestarts = 20;
  for (unsigned restarts = 0; restarts < mostRestarts; restarts++) {
    Sideways sideways(m_opened->state());
    if (const Status there = m_opened->follow(sideways, witness, restarts == 0, [] {}); !there)
      return there.error();
    const std::optional<std::vector<EventName>> names = sideways.renamedAll(namesOf(witness, position));
    if (names && m_drive.begin(sideways.past(), *names))
      return Done{};
    if (const std::optional<Error>& failure = m_opened->state().failure())
      return Error(*failure);
    if (!m_opened->state().needsRestart())
      break;
  }
  return Error{ErrorCode::TargetFailed, witness.program.path,
               "the steps up to there cannot be taken one by one; 'revisit drive' of the program begins at its start"};
}

Result<std::unique_ptr<DriveSession>> DriveSession::start(CheckOptions options, const Witness* witness) {
  Result<std::unique_ptr<Opened>> opened = Opened::open(std::move(options), witness);
  if (!opened)
    return opened.error();
  return std::unique_ptr<DriveSession>(new DriveSession(std::move(*opened)));
}

// After something that may run the program: does the steps again where more memory turned out to be shared.
Status DriveSession::settle() {
  constexpr unsigned mostRestarts = 50;
  for (unsigned restarts = 0; m_opened->state().needsRestart() && restarts < mostRestarts; restarts++)
    if (!m_drive.repeat() && !m_opened->state().needsRestart() && !m_opened->state().failure())
      break;
  if (const std::optional<Error>& failure = m_opened->state().failure())
    return Error(*failure);
  if (m_opened->state().needsRestart())
    return Error{ErrorCode::TargetFailed, m_opened->options().program.path,
                 "each run of the program shows more shared memory"};
  return Done{};
}

Result<std::vector<DrivenThread>> DriveSession::threads() {
  std::vector<DriveThread> all = m_drive.threads();
  while (m_opened->state().needsRestart()) {
    if (const Status settled = settle(); !settled)
      return settled.error();
    all = m_drive.threads();
  }
  if (const Status settled = settle(); !settled)
    return settled.error();
  std::vector<DrivenThread> threads;
  ExplorationState& state = m_opened->state();
  const auto inside =
      std::ranges::find_if(all, [](const DriveThread& one) { return one.isAble && !isScheduled(one.label->kind); });
  for (const DriveThread& one : all) {
    DrivenThread& thread = threads.emplace_back();
    thread.number = one.thread.value();
    thread.name = state.program().names().threadName(one.thread);
    thread.makesDifference = one.makesDifference;
    if (!one.label) {
      thread.ended = endedText(*m_opened, one.thread);
      continue;
    }
    WitnessEvent next = describeNext(state.program(), *one.label);
    thread.next = shortText(next, threadNames(m_opened->state()));
    thread.place = placeText(next);
    if (!one.isAble && inside != all.end())
      thread.waits = fmt::format("its turn: {} has not finished its step", numberAndName(state, inside->thread));
    else if (!one.isAble)
      thread.waits = describeWaiting(state.graph(), state.program().names(), {one.thread, one.label});
    if (one.ways < 2)
      continue;
    for (const Choice& choice : m_drive.waysOf(one.thread)) {
      const ExplorationState::Mark mark = state.mark();
      const EventId event = state.add(one.thread, *one.label, choice);
      thread.ways.push_back(
          eventText(describeEvent(state.graph(), state.program(), nullptr, event), threadNames(m_opened->state())));
      state.undoTo(mark);
    }
  }
  return threads;
}

// Why the thread can take no step now.
std::string DriveSession::whyNot(ThreadId thread) {
  ExplorationState& state = m_opened->state();
  const ExecutionGraph& graph = state.graph();
  if (thread.value() >= graph.threadCount() || !graph.created(thread))
    return "there is no such thread here; 'list' shows those that there are";
  if (graph.ended(thread))
    return "it " + endedText(*m_opened, thread);
  if (const Result<std::vector<DrivenThread>> all = threads())
    for (const DrivenThread& one : all.value())
      if (one.number == thread.value() && !one.waits.empty())
        return "it waits for " + one.waits;
  return "it cannot take a step now";
}

Result<std::string> DriveSession::step(unsigned thread, std::size_t way) {
  const ExecutionGraph& graph = m_opened->state().graph();
  const bool isThere = thread < graph.threadCount() && graph.created(ThreadId(thread));
  const std::vector<Choice> ways = isThere ? m_drive.waysOf(ThreadId(thread)) : std::vector<Choice>();
  if (const Status settled = settle(); !settled)
    return settled.error();
  if (ways.empty())
    return Error{ErrorCode::BadUsage, threadText(thread), whyNot(ThreadId(thread))};
  if (way >= ways.size())
    return Error{ErrorCode::BadUsage, threadText(thread),
                 ways.size() == 1 ? "its step has one way only"
                                  : fmt::format("its step has {} ways, from 1", ways.size())};
  m_drive.step(ThreadId(thread), ways[way]);
  if (const Status settled = settle(); !settled)
    return settled.error();
  return history(1).front();
}

Result<std::vector<std::string>> DriveSession::untilDifference() {
  std::size_t steps = m_drive.untilDifference();
  while (m_opened->state().needsRestart()) {
    if (const Status settled = settle(); !settled)
      return settled.error();
    steps += m_drive.untilDifference();
  }
  if (const Status settled = settle(); !settled)
    return settled.error();
  return history(steps);
}

std::vector<std::string> DriveSession::history(std::size_t most) {
  ExplorationState& state = m_opened->state();
  const std::vector<EventId> events = eventsAsAdded(state.graph());
  std::vector<std::string> texts;
  for (const EventId id : std::span(events).last(std::min(most, events.size()))) {
    const WitnessEvent event = describeEvent(state.graph(), state.program(), nullptr, id);
    texts.push_back(
        fmt::format("{} {}  {}", threadText(event.thread), eventText(event, threadNames(state)), placeText(event)));
  }
  return texts;
}

bool DriveSession::undo() {
  return m_drive.undo();
}

std::size_t DriveSession::steps() const {
  return m_drive.steps();
}

Result<DrivenExecution> DriveSession::finish() {
  constexpr unsigned mostRestarts = 50;
  DrivenExecution driven;
  for (unsigned restarts = 0; restarts < mostRestarts; restarts++) {
    const std::size_t taken = m_drive.steps();
    m_drive.toEnd();
    const bool hasGoneOn = m_drive.steps() != taken;
    Result<Witness> witness = Error{ErrorCode::Internal, "", "the execution has no end"};
    if (!m_opened->state().needsRestart() && !m_opened->state().failure()) {
      const std::vector<EventId> order = eventsAsAdded(m_opened->state().graph());
      witness = m_opened->describe(std::span(order).first(taken), driven.taken);
    }
    if (hasGoneOn)
      m_drive.undo();
    const bool mustRepeat = m_opened->state().needsRestart();
    if (const Status settled = settle(); !settled)
      return settled.error();
    if (!witness && !mustRepeat)
      return witness.error();
    if (mustRepeat)
      continue;
    driven.witness = std::move(*witness);
    return driven;
  }
  return Error{ErrorCode::TargetFailed, m_opened->options().program.path,
               "each run of the program shows more shared memory"};
}

} // namespace revisit
