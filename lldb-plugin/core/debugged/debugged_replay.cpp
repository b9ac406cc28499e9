#include "debugged/debugged_replay.h"

#include "debugged/replay_stacks.h"
#include "replay_session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <unistd.h>

namespace revisit {
namespace {

constexpr const char* serverVariable = "LLDB_DEBUGSERVER_PATH";
constexpr std::size_t longestOutput = 64 * 1024; // of one snapshot

// The end of the output, from the beginning of a line.
std::string shortened(std::string output) {
  if (output.size() <= longestOutput)
    return output;
  const std::size_t begin = output.find('\n', output.size() - longestOutput);
  return fmt::format("… {} bytes left out\n", output.size() - longestOutput) +
         output.substr(begin == std::string::npos ? output.size() - longestOutput : begin + 1);
}

// Must run before LLDB is initialised, and before LLDB starts a program.
Status findServer() {
  const char* given = std::getenv(serverVariable);
  const std::string server = given != nullptr ? given : REVISIT_LLDB_SERVER;
  if (access(server.c_str(), X_OK) != 0)
    return Error{ErrorCode::NotFound, server,
                 "LLDB's server is not there, without which no program can be replayed; install it (Debian: lldb-19), "
                 "or say in LLDB_DEBUGSERVER_PATH where it is, and start revisit-gui again"};
  return Done{};
}

lldb::SBDebugger makeDebugger() {
  static std::once_flag once;
  std::call_once(once, [] { lldb::SBDebugger::Initialize(); });
  lldb::SBDebugger debugger = lldb::SBDebugger::Create(false);
  debugger.SetAsync(false);
  return debugger;
}

// A session reads a file. The execution in the window may have no file, or its file may have changed.
Result<std::unique_ptr<ReplaySession>> loadSession(lldb::SBDebugger debugger, const Witness& witness) {
  namespace fs = std::filesystem;
  std::error_code code;
  std::string folder = (fs::temp_directory_path(code) / "revisit-gui-XXXXXX").string();
  if (code || mkdtemp(folder.data()) == nullptr)
    return Error{ErrorCode::NotFound, folder, "no folder can be made there; make room, or set TMPDIR to another place"};
  const std::string path = folder + "/replay.revisit";
  const Status written = writeWitness(witness, path);
  Result<std::unique_ptr<ReplaySession>> session =
      written ? ReplaySession::load(debugger, path) : Result<std::unique_ptr<ReplaySession>>(written.error());
  fs::remove_all(folder, code);
  return session;
}

} // namespace

void DebuggedReplay::nameServer() {
  setenv(serverVariable, REVISIT_LLDB_SERVER, 0);
}

Result<std::unique_ptr<DebuggedReplay>> DebuggedReplay::open(const Witness& witness,
                                                             std::function<bool()> isInterrupted) {
  if (const Status found = findServer(); !found)
    return found.error();
  lldb::SBDebugger debugger = makeDebugger();
  Result<std::unique_ptr<ReplaySession>> session = loadSession(debugger, witness);
  if (!session) {
    lldb::SBDebugger::Destroy(debugger);
    return session.error();
  }
  session.value()->process().onInterrupt(std::move(isInterrupted));
  return std::unique_ptr<DebuggedReplay>(new DebuggedReplay(debugger, std::move(session.value())));
}

DebuggedReplay::DebuggedReplay(lldb::SBDebugger debugger, std::unique_ptr<ReplaySession> session)
    : m_debugger(debugger), m_session(std::move(session)) {}

DebuggedReplay::~DebuggedReplay() {
  m_values.moved();
  m_lines.clear();
  m_session.reset();
  lldb::SBDebugger::Destroy(m_debugger);
}

// --- Moves.

Status DebuggedReplay::move(ReplayMove move) {
  ReplaySession& session = *m_session;
  switch (move) {
  case ReplayMove::Start:
    return session.start();
  case ReplayMove::ReverseContinue:
    return session.continueBackward();
  case ReplayMove::PreviousLine:
    return session.previousLine(1);
  case ReplayMove::Back:
    return session.back(1);
  case ReplayMove::Step:
    return session.step(1);
  case ReplayMove::NextLine:
    return session.nextLine(1);
  case ReplayMove::Continue:
    return session.continueForward();
  case ReplayMove::Bug:
    return session.goToBug();
  case ReplayMove::End:
    return session.goToEnd();
  case ReplayMove::BackInThread:
  case ReplayMove::StepInThread:
    break;
  }
  return moveInThread(move);
}

Status DebuggedReplay::moveInThread(ReplayMove move) {
  const bool runs = m_session->standing() != Standing::Gone;
  const auto thread =
      runs ? m_session->process().witnessThread(m_session->process().process().GetSelectedThread()) : std::optional(0u);
  if (!thread)
    return Error{ErrorCode::BadUsage, "", "choose a thread of the program first"};
  return move == ReplayMove::StepInThread ? m_session->stepThread(*thread, 1) : m_session->backThread(*thread, 1);
}

Status DebuggedReplay::goTo(SchedulePosition position) {
  return m_session->goTo(position);
}

Status DebuggedReplay::endProgram() {
  // ReplayProcess::kill() is not used here: the debugger would not notice the end, and would treat the program as
  // stopped for ever.
  m_session->process().process().Kill();
  m_last.standing = Standing::Gone; // this end is not an error
  return Done{};
}

// --- Inspecting.

Status DebuggedReplay::select(const ReplayPlace& place) {
  lldb::SBProcess process = m_session->process().process();
  lldb::SBThread thread = process.GetThreadByID(place.thread);
  if (m_session->standing() == Standing::Gone || !thread.IsValid() || !thread.GetFrameAtIndex(place.frame).IsValid())
    return Error{ErrorCode::BadUsage, "", "this frame is not there any more"};
  process.SetSelectedThread(thread);
  thread.SetSelectedFrame(place.frame);
  m_isStale = true;
  return Done{};
}

Status DebuggedReplay::watch(const std::string& expression) {
  if (std::ranges::find(m_watched, expression) == m_watched.end())
    m_watched.push_back(expression);
  m_isStale = true;
  return Done{};
}

Status DebuggedReplay::unwatch(const std::string& expression) {
  std::erase(m_watched, expression);
  m_isStale = true;
  return Done{};
}

// The debugger reports the end of a process only when its events are read.
void DebuggedReplay::drainEvents() {
  lldb::SBListener listener = m_debugger.GetListener();
  for (lldb::SBEvent event; listener.GetNextEvent(event);) {
  }
}

bool DebuggedReplay::hasEnded() {
  drainEvents();
  return m_last.standing != Standing::Gone && m_session->standing() == Standing::Gone;
}

ReplaySnapshot DebuggedReplay::snapshot(const Status& done) {
  drainEvents();
  if (!done && done.error().code == ErrorCode::Interrupted)
    m_session->select();
  const bool ranBefore = m_last.standing != Standing::Gone;
  look(m_last);
  m_last.breakpoints = readBreakpoints();
  m_last.reason = reason();
  ReplaySnapshot snapshot = m_last;
  snapshot.trouble = trouble(done, ranBefore);
  snapshot.output = shortened(m_session->process().takeOutput());
  return snapshot;
}

void DebuggedReplay::look(ReplaySnapshot& snapshot) {
  snapshot.standing = m_session->standing();
  const bool runs = snapshot.standing != Standing::Gone;
  lldb::SBProcess process = m_session->process().process();
  const std::uint32_t number = runs ? process.GetUniqueID() : 0, stopId = runs ? process.GetStopID() : 0;
  const bool hasMoved = snapshot.stop == 0 || number != m_process || stopId != m_stopId;
  if (hasMoved) {
    m_process = number;
    m_stopId = stopId;
    snapshot.stop++;
    snapshot.position = runs ? m_session->position() : 0;
    snapshot.where = runs ? m_session->where() : "";
    snapshot.threads = readThreads(*m_session);
    m_values.moved();
  } else if (m_isStale) {
    m_values.lookAgain();
  }
  snapshot.selected = selectedPlace(*m_session);
  if (hasMoved || m_isStale)
    readValues();
  m_isStale = false;
}

void DebuggedReplay::readValues() {
  m_last.locals.clear();
  m_last.watches.clear();
  lldb::SBThread thread = m_session->process().process().GetSelectedThread();
  lldb::SBFrame frame = thread.GetSelectedFrame();
  const bool isThere = m_last.selected && frame.IsValid();
  const std::string path = isThere ? framePath(*m_session, thread, frame) : "";
  if (isThere && m_last.frame() != nullptr) // otherwise it is a frame of the runtime, without variables of the user
    m_last.locals = m_values.locals(frame, path);
  for (const std::string& expression : m_watched)
    if (isThere) {
      m_last.watches.push_back(m_values.expression(frame, path, expression));
    } else {
      ReplayValue nothing;
      nothing.path = nothing.name = expression;
      nothing.text = "the program does not run";
      nothing.isError = true;
      m_last.watches.push_back(std::move(nothing));
    }
}

} // namespace revisit
