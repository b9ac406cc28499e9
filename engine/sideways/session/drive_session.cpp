#include "sideways/session/drive_session.h"

#include "check/worker/launch.h"
#include "explore/findings/findings.h"
#include "explore/ledger.h"
#include "log/describe.h"
#include "query/timeline/event_text.h"
#include "sideways/drive.h"
#include "sideways/session/opened.h"
#include "target/restore_witness.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit {

struct DriveSession::Driven {
  explicit Driven(CheckOptions checkOptions)
      : options(std::move(checkOptions)), model(makeModel(options.search.model)), worker(options) {}
  const CheckOptions options;
  std::unique_ptr<MemoryModel> model;
  Worker worker;
  std::optional<ExplorationState> state;
  std::optional<Drive> drive;

  std::vector<std::string> threadNames() {
    std::vector<std::string> names;
    for (const ThreadId thread : state->graph().threads())
      names.push_back(state->program().names().threadName(thread));
    return names;
  }
};

DriveSession::DriveSession(std::unique_ptr<Driven> driven) : m_driven(std::move(driven)) {}
DriveSession::~DriveSession() = default;

Result<std::unique_ptr<DriveSession>> DriveSession::open(CheckOptions options) {
  options.search.algorithm = Algorithm::ConDpor;
  options.explore.unroll = options.bounds.unroll;
  return start(std::move(options), nullptr);
}

Result<std::unique_ptr<DriveSession>> DriveSession::open(const Witness& witness) {
  return start(optionsOf(witness, 0), &witness);
}

Result<std::unique_ptr<DriveSession>> DriveSession::start(CheckOptions options, const Witness* witness) {
  const Result<instrument::Image> image = openInstrumented(options.program.path);
  if (!image)
    return image.error();
  if (witness)
    if (const Status status = witness->checkAgainst(image.value().buildId()); !status)
      return status.error();
  auto driven = std::make_unique<Driven>(std::move(options));
  if (const Status launched = driven->worker.launch(image.value()); !launched)
    return launched.error();
  if (witness)
    if (const Status restored = restoreFrom(*witness, driven->worker.oracle()); !restored)
      return restored.error();
  Driven& parts = *driven;
  parts.state.emplace(parts.worker.cache(), *parts.model, parts.worker.solver(), parts.options.explore.unroll);
  parts.state->permit(parts.options.explore);
  parts.drive.emplace(*parts.state);
  return std::unique_ptr<DriveSession>(new DriveSession(std::move(driven)));
}

// After something that may run the program: does the steps again where more memory turned out to be shared.
Status DriveSession::settle() {
  constexpr unsigned mostRestarts = 50;
  Driven& parts = *m_driven;
  for (unsigned restarts = 0; parts.state->needsRestart() && restarts < mostRestarts; restarts++)
    if (!parts.drive->repeat() && !parts.state->needsRestart() && !parts.state->failure())
      break;
  if (parts.state->failure()) {
    Error failure = *parts.state->failure();
    return failure;
  }
  if (parts.state->needsRestart())
    return Error{ErrorCode::TargetFailed, parts.options.program.path,
                 "each run of the program shows more shared memory"};
  return Done{};
}

Result<std::vector<DrivenThread>> DriveSession::threads() {
  Driven& parts = *m_driven;
  std::vector<DriveThread> all = parts.drive->threads();
  while (parts.state->needsRestart()) {
    if (const Status settled = settle(); !settled)
      return settled.error();
    all = parts.drive->threads();
  }
  if (const Status settled = settle(); !settled)
    return settled.error();
  std::vector<DrivenThread> threads;
  ExplorationState& state = *parts.state;
  for (const DriveThread& one : all) {
    DrivenThread& thread = threads.emplace_back();
    thread.number = one.thread.value();
    thread.name = state.program().names().threadName(one.thread);
    thread.makesDifference = one.makesDifference;
    if (!one.label)
      continue;
    WitnessEvent next = describeNext(state.program(), *one.label);
    thread.next = shortText(next, parts.threadNames());
    thread.place = placeText(next);
    if (!one.isAble)
      thread.waits = describeWaiting(state.graph(), state.program().names(), {one.thread, one.label});
    if (one.ways < 2)
      continue;
    for (const Choice& choice : parts.drive->waysOf(one.thread)) {
      const ExplorationState::Mark mark = state.mark();
      const EventId event = state.add(one.thread, *one.label, choice);
      thread.ways.push_back(
          eventText(describeEvent(state.graph(), state.program(), nullptr, event), parts.threadNames()));
      state.undoTo(mark);
    }
  }
  return threads;
}

Result<std::string> DriveSession::step(unsigned thread, std::size_t way) {
  Driven& parts = *m_driven;
  const std::vector<Choice> ways = parts.drive->waysOf(ThreadId(thread));
  if (const Status settled = settle(); !settled)
    return settled.error();
  if (ways.empty())
    return Error{ErrorCode::BadUsage, threadText(thread), "it cannot take a step now"};
  if (way >= ways.size())
    return Error{ErrorCode::BadUsage, threadText(thread), fmt::format("its step has {} ways", ways.size())};
  parts.drive->step(ThreadId(thread), ways[way]);
  if (const Status settled = settle(); !settled)
    return settled.error();
  const EventId event = parts.state->graph().tail(ThreadId(thread));
  return eventText(describeEvent(parts.state->graph(), parts.state->program(), nullptr, event), parts.threadNames());
}

Result<std::size_t> DriveSession::untilDifference() {
  std::size_t steps = m_driven->drive->untilDifference();
  while (m_driven->state->needsRestart()) {
    if (const Status settled = settle(); !settled)
      return settled.error();
    steps += m_driven->drive->untilDifference();
  }
  if (const Status settled = settle(); !settled)
    return settled.error();
  return steps;
}

bool DriveSession::undo() {
  return m_driven->drive->undo();
}

std::size_t DriveSession::steps() const {
  return m_driven->drive->steps();
}

Result<Witness> DriveSession::finish() {
  Driven& parts = *m_driven;
  constexpr unsigned mostRestarts = 50;
  for (unsigned restarts = 0; restarts < mostRestarts; restarts++) {
    parts.drive->toEnd();
    if (!parts.state->needsRestart())
      break;
    if (const Status settled = settle(); !settled)
      return settled.error();
  }
  if (const Status settled = settle(); !settled)
    return settled.error();
  std::optional<Result<Witness>> witness;
  ExplorationLedger ledger(parts.options.explore);
  ledger.finish(
      *parts.state,
      [&](const Execution& execution) {
        const std::vector<Bug> bugs = bugsOf(execution);
        witness = parts.worker.makeWitness(execution, bugs.empty() ? std::nullopt : std::optional(bugs.front()));
      },
      nullptr);
  if (!witness)
    return Error{ErrorCode::TargetFailed, "", "nothing can be said of this execution"};
  return std::move(*witness);
}

} // namespace revisit
