#include "replay_session.h"

#include "instrument/image.h"
#include "query/timeline/event_text.h"
#include "user_frame.h"
#include "witness/event_words.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace revisit {

namespace {

Error atTheEdge(const char* what) {
  return {ErrorCode::BadUsage, "", what};
}

Status checkProgram(const Witness& witness) {
  std::error_code code;
  if (!std::filesystem::exists(witness.program.path, code))
    return Error{ErrorCode::NotFound, witness.program.path,
                 "the program of this witness is not there any more; build it again, then run 'revisit check'"};
  const Result<instrument::Image> image = instrument::Image::open(witness.program.path);
  if (!image)
    return image.error();
  return witness.checkAgainst(image.value().buildId());
}

} // namespace

Result<std::unique_ptr<ReplaySession>> ReplaySession::load(lldb::SBDebugger debugger, const std::string& path,
                                                           const std::optional<std::vector<std::string>>& arguments) {
  Result<Witness> witness = readWitness(path);
  if (!witness)
    return witness.error();
  if (arguments)
    witness.value().program.arguments = *arguments;
  if (const Status status = checkProgram(witness.value()); !status)
    return status.error();
  const std::string program = witness.value().program.path;
  Result<Timeline> timeline = Timeline::make(std::move(witness.value()));
  if (!timeline)
    return timeline.error();
  lldb::SBError error;
  lldb::SBTarget target = debugger.CreateTarget(program.c_str(), nullptr, nullptr, true, error);
  if (!target.IsValid())
    return Error{ErrorCode::TargetFailed, program,
                 fmt::format("LLDB cannot read the program: {}",
                             error.GetCString() != nullptr ? error.GetCString() : "no reason given")};
  debugger.SetSelectedTarget(target);
  std::unique_ptr<ReplaySession> session(new ReplaySession(path, std::move(timeline.value())));
  Result<std::unique_ptr<ReplayProcess>> process = ReplayProcess::create(debugger, target, session->m_timeline);
  if (!process)
    return process.error();
  session->m_process = std::move(process.value());
  return session;
}

ReplaySession::~ReplaySession() {
  if (m_process)
    m_process->kill();
}

Standing ReplaySession::standing() {
  m_process->refresh();
  return m_process->standing();
}

Status ReplaySession::requireProcess() {
  if (standing() == Standing::Gone)
    return Error{ErrorCode::BadUsage, "", "the program does not run; 'revisit run' or 'revisit goto' starts it"};
  return Done{};
}

ReplaySession::Place ReplaySession::place() {
  return standing() == Standing::AtEnd ? end() : position();
}

// --- Moves.

Status ReplaySession::travel(Place target) {
  if (target > end())
    return Error{ErrorCode::BadUsage, "", fmt::format("there are {} events", m_timeline.size())};
  const SchedulePosition events = std::min(target, m_timeline.size());
  const Standing now = standing();
  const bool onTheWay = now == Standing::Start || now == Standing::AtEvent || now == Standing::Between;
  const bool exact = now == Standing::Start || now == Standing::AtEvent;
  const bool arrived = onTheWay && position() == events && (exact || target == end());
  if (!arrived && onTheWay && position() < events) {
    if (const Status status = m_process->runTo(events); !status)
      return status.error();
  } else if (!arrived && !(now == Standing::AtEnd && target == end())) {
    if (const Status status = checkProgram(witness()); !status)
      return status.error();
    if (const Status status = m_process->startAt(events); !status)
      return status.error();
  }
  if (target == end() && m_process->standing() == Standing::AtEvent)
    if (const Status status = m_process->resume(0); !status)
      return status.error();
  select();
  return Done{};
}

Status ReplaySession::move(Place target) {
  const Moment from = moment();
  const bool began = standing() != Standing::Gone;
  const Status status = travel(target);
  if (status && began)
    remember(from);
  return status;
}

void ReplaySession::remember(Moment from) {
  if (moment() == from)
    return;
  m_history.remember(from);
}

Status ReplaySession::goTo(SchedulePosition target) {
  if (target > m_timeline.size())
    return Error{ErrorCode::BadUsage, "", fmt::format("there are {} events", m_timeline.size())};
  return move(target);
}

Status ReplaySession::goToEnd() {
  return move(end());
}

Status ReplaySession::goToBug() {
  return move(showsAtEnd() ? end() : m_timeline.subject());
}

Status ReplaySession::step(unsigned count) {
  if (standing() == Standing::Gone)
    return start();
  if (place() == end())
    return atTheEdge("this is the end of the execution; 'revisit back' goes back");
  return move(std::min<Place>(place() + count, end()));
}

Status ReplaySession::back(unsigned count) {
  if (const Status status = requireProcess(); !status)
    return status.error();
  const Place here = place();
  // Between two events, the first step back goes to the event that was just done.
  const Place from = m_process->standing() == Standing::Between ? here + 1 : here;
  if (from == 0)
    return atTheEdge("this is the start of the execution");
  return move(from > count ? from - count : 0);
}

Status ReplaySession::stepThread(unsigned thread, unsigned count) {
  SchedulePosition target = standing() == Standing::Gone ? 0 : position();
  for (unsigned i = 0; i < count; i++) {
    const std::optional<EventNumber> next = m_timeline.nextOf(thread, target);
    if (!next && i == 0)
      return atTheEdge("this thread has no later event");
    if (!next)
      break;
    target = *next;
  }
  return move(target);
}

Status ReplaySession::backThread(unsigned thread, unsigned count) {
  if (const Status status = requireProcess(); !status)
    return status.error();
  SchedulePosition target = position();
  for (unsigned i = 0; i < count; i++) {
    const std::optional<EventNumber> last = target == 0 ? std::nullopt : m_timeline.lastOf(thread, target - 1);
    if (!last && i == 0)
      return atTheEdge("this thread has no earlier event");
    if (!last)
      break;
    target = *last;
  }
  return move(target);
}

SchedulePosition ReplaySession::nextStop() {
  const SchedulePosition here = standing() == Standing::Gone ? 0 : position();
  const std::optional<EventNumber> next = m_breakpoints.nextAfter(here);
  const SchedulePosition bug = m_timeline.subject();
  if (showsAtEnd() || bug <= here)
    return next.value_or(0);
  return std::min(next.value_or(bug), bug);
}

bool ReplaySession::showsAtEnd() const {
  return witness().goal.text.empty() && isOfWaiting(witness().error.kind) && !witness().error.index;
}

Status ReplaySession::continueForward() {
  if (standing() == Standing::AtEnd)
    return atTheEdge("this is the end of the execution; 'revisit reverse-continue' goes back");
  if (m_process->standing() == Standing::Gone)
    if (const Status status = m_process->startAt(0); !status)
      return status.error();
  const Moment from = moment();
  if (const Status status = m_process->resume(nextStop()); !status)
    return status.error();
  select();
  remember(from);
  return Done{};
}

// Runs from the start to the position and stops at the user's own breakpoints on the way.
Result<unsigned> ReplaySession::stopsBefore(SchedulePosition before, SchedulePosition& last) {
  if (const Status status = m_process->startAt(0); !status)
    return status.error();
  unsigned stops = 0;
  for (;;) {
    if (const Status status = m_process->resume(before); !status)
      return status.error();
    if (const Status status = m_process->checkInterrupt(); !status)
      return status.error();
    if (m_process->standing() != Standing::Between || position() >= before)
      return stops;
    stops++;
    last = position();
  }
}

Status ReplaySession::continueBackward() {
  if (const Status status = requireProcess(); !status)
    return status.error();
  const Moment from = moment();
  const SchedulePosition before = std::min<Place>(from.place, m_timeline.size());
  if (before == 0)
    return atTheEdge("this is the start of the execution");
  const std::optional<EventNumber> event = m_breakpoints.lastBefore(from.place == end() ? end() : before);
  SchedulePosition last = 0;
  unsigned stops = 0;
  if (m_process->hasUserStops()) {
    const Result<unsigned> found = stopsBefore(before, last);
    if (!found)
      return found.error();
    stops = found.value();
  }
  if (stops == 0 || (event && *event > last)) {
    const Status status = travel(event.value_or(0));
    remember(from);
    return status;
  }
  if (const Status status = m_process->startAt(0); !status)
    return status.error();
  for (unsigned i = 0; i < stops && m_process->checkInterrupt(); i++)
    if (const Status status = m_process->resume(0); !status)
      return status.error();
  select();
  remember(from);
  return Done{};
}

Status ReplaySession::undo() {
  if (!m_history.past())
    return atTheEdge("there is no move to take back");
  const Moment from = moment(), target = *m_history.past();
  const Status status = returnTo(target);
  if (!status)
    return status.error();
  m_history.undone(from);
  return Done{};
}

Status ReplaySession::redo() {
  if (!m_history.future())
    return atTheEdge("there is no move to do again");
  const Moment from = moment(), target = *m_history.future();
  const Status status = returnTo(target);
  if (!status)
    return status.error();
  m_history.redone(from);
  return Done{};
}

void ReplaySession::beforeResume() {
  m_process->armStop(nextStop());
}

Status ReplaySession::beforeStart() {
  const Status status = m_process->prepareStart(0);
  m_process->armStop(nextStop());
  return status;
}

// --- The present position.

std::optional<unsigned> ReplaySession::focus() {
  switch (standing()) {
  case Standing::Gone:
    return std::nullopt;
  case Standing::Start:
    return 0;
  case Standing::AtEvent:
    return m_timeline.event(position()).thread;
  case Standing::AtEnd:
    return witness().error.thread;
  case Standing::Diverged:
    return m_process->divergedThread();
  default:
    return m_process->currentThread();
  }
}

void ReplaySession::select() {
  const std::optional<unsigned> thread = focus();
  if (!thread)
    return;
  lldb::SBProcess process = m_process->process();
  m_process->look([&] {
    for (std::uint32_t i = 0; i < process.GetNumThreads(); i++) {
      lldb::SBThread each = process.GetThreadAtIndex(i);
      if (const std::optional<std::uint32_t> frame = userFrame(each))
        each.SetSelectedFrame(*frame);
    }
  });
  lldb::SBThread chosen = m_process->threadOf(*thread);
  if (chosen.IsValid())
    process.SetSelectedThread(chosen);
}

std::string ReplaySession::where() {
  switch (standing()) {
  case Standing::Gone:
    return "the program does not run; 'revisit run' or 'revisit goto' starts it";
  case Standing::Diverged:
    return m_process->divergence();
  case Standing::AtEnd: {
    std::string text = stopLine(m_timeline, m_timeline.size()) + "\nend: no thread can continue";
    for (const WitnessWaiting& waiting : witness().error.waiting)
      text += fmt::format("\n  {} waits for {}  {}", threadText(witness(), waiting.thread),
                          awaitedWords(witness(), waiting), placeText(waiting.position));
    return text;
  }
  default:
    return stopLine(m_timeline, position());
  }
}

} // namespace revisit
