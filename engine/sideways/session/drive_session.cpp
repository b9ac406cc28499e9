#include "sideways/session/drive_session.h"

#include "log/describe.h"
#include "query/timeline/event_text.h"
#include "sideways/session/opened.h"

#include <fmt/format.h>

namespace revisit {

namespace {

std::vector<std::string> threadNames(ExplorationState& state) {
  std::vector<std::string> names;
  for (const ThreadId thread : state.graph().threads())
    names.push_back(state.program().names().threadName(thread));
  return names;
}

} // namespace

DriveSession::DriveSession(std::unique_ptr<Opened> opened) : m_opened(std::move(opened)), m_drive(m_opened->state()) {}
DriveSession::~DriveSession() = default;

Result<std::unique_ptr<DriveSession>> DriveSession::open(CheckOptions options) {
  options.search.algorithm = Algorithm::ConDpor;
  return start(std::move(options), nullptr);
}

Result<std::unique_ptr<DriveSession>> DriveSession::open(const Witness& witness) {
  return start(optionsOf(witness, 0), &witness);
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
  for (const DriveThread& one : all) {
    DrivenThread& thread = threads.emplace_back();
    thread.number = one.thread.value();
    thread.name = state.program().names().threadName(one.thread);
    thread.makesDifference = one.makesDifference;
    if (!one.label)
      continue;
    WitnessEvent next = describeNext(state.program(), *one.label);
    thread.next = shortText(next, threadNames(m_opened->state()));
    thread.place = placeText(next);
    if (!one.isAble)
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

Result<std::string> DriveSession::step(unsigned thread, std::size_t way) {
  const std::vector<Choice> ways = m_drive.waysOf(ThreadId(thread));
  if (const Status settled = settle(); !settled)
    return settled.error();
  if (ways.empty())
    return Error{ErrorCode::BadUsage, threadText(thread), "it cannot take a step now"};
  if (way >= ways.size())
    return Error{ErrorCode::BadUsage, threadText(thread), fmt::format("its step has {} ways", ways.size())};
  m_drive.step(ThreadId(thread), ways[way]);
  if (const Status settled = settle(); !settled)
    return settled.error();
  const EventId event = m_opened->state().graph().tail(ThreadId(thread));
  return eventText(describeEvent(m_opened->state().graph(), m_opened->state().program(), nullptr, event),
                   threadNames(m_opened->state()));
}

Result<std::size_t> DriveSession::untilDifference() {
  std::size_t steps = m_drive.untilDifference();
  while (m_opened->state().needsRestart()) {
    if (const Status settled = settle(); !settled)
      return settled.error();
    steps += m_drive.untilDifference();
  }
  if (const Status settled = settle(); !settled)
    return settled.error();
  return steps;
}

bool DriveSession::undo() {
  return m_drive.undo();
}

std::size_t DriveSession::steps() const {
  return m_drive.steps();
}

Result<Witness> DriveSession::finish() {
  constexpr unsigned mostRestarts = 50;
  for (unsigned restarts = 0; restarts < mostRestarts; restarts++) {
    m_drive.toEnd();
    if (!m_opened->state().needsRestart())
      break;
    if (const Status settled = settle(); !settled)
      return settled.error();
  }
  if (const Status settled = settle(); !settled)
    return settled.error();
  return m_opened->describe();
}

} // namespace revisit
