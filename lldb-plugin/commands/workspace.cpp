#include "workspace.h"

#include "interrupt_watch.h"

#include <map>
#include <mutex>
#include <utility>

namespace revisit::commands {

namespace {

// By debugger id. Entries are removed when their debuggers end. At the end of the process the remaining ones are not
// touched, because LLDB may already be unloaded.
struct Registry {
  std::mutex mutex;
  std::map<lldb::user_id_t, std::unique_ptr<Workspace>> workspaces;
};

Registry& registry() {
  static Registry& theRegistry = *new Registry;
  return theRegistry;
}

void forget(lldb::user_id_t debugger, void*) {
  std::unique_ptr<Workspace> last;
  const std::lock_guard lock(registry().mutex);
  if (const auto found = registry().workspaces.find(debugger); found != registry().workspaces.end()) {
    last = std::move(found->second);
    registry().workspaces.erase(found);
  }
}

} // namespace

Workspace& Workspace::of(lldb::SBDebugger debugger) {
  const std::lock_guard lock(registry().mutex);
  std::unique_ptr<Workspace>& workspace = registry().workspaces[debugger.GetID()];
  if (!workspace) {
    workspace = std::make_unique<Workspace>(debugger);
    debugger.AddDestroyCallback(forget, nullptr);
  }
  return *workspace;
}

bool Workspace::exists(lldb::SBDebugger debugger) {
  const std::lock_guard lock(registry().mutex);
  return registry().workspaces.contains(debugger.GetID());
}

Status Workspace::load(const std::string& path, const std::optional<std::vector<std::string>>& arguments) {
  Result<std::unique_ptr<ReplaySession>> loaded = ReplaySession::load(m_debugger, path, arguments);
  if (!loaded)
    return loaded.error();
  forgetExecution();
  m_moves.reset();
  m_driven.reset();
  m_execution = 0;
  m_stop = {};
  if (m_session) {
    lldb::SBTarget old = m_session->process().target();
    m_session.reset();
    m_debugger.DeleteTarget(old);
  }
  m_session = std::move(loaded.value());
  lldb::SBCommandInterpreter interpreter = m_debugger.GetCommandInterpreter();
  m_session->process().onInterrupt(
      [interpreter] { return InterruptWatch::interrupted() || interpreter.WasInterrupted(); });
  lldb::SBTarget target = m_session->process().target();
  m_debugger.SetSelectedTarget(target);
  return Done{};
}

void Workspace::forgetExecution() {
  m_constraints.reset();
  m_listCursor.reset();
  m_listedOutcomes.reset();
}

Result<ReplaySession*> Workspace::session() {
  if (!m_session)
    return Error{ErrorCode::BadUsage, "", "no witness is loaded; 'revisit load FILE' loads one"};
  if (!m_session->process().target().IsValid())
    return Error{ErrorCode::BadUsage, "", "the witness's target was deleted; 'revisit load FILE' loads it again"};
  if (const lldb::StateType state = m_session->process().process().GetState();
      state == lldb::eStateRunning || state == lldb::eStateStepping)
    return Error{ErrorCode::BadUsage, "", "the program is running; 'process interrupt' or Ctrl-C stops it"};
  if (m_session->execution() != m_execution)
    forgetExecution();
  m_execution = m_session->execution();
  return m_session.get();
}

Result<Moves*> Workspace::moves() {
  const Result<ReplaySession*> loaded = session();
  if (!loaded)
    return loaded.error();
  if (!m_moves) {
    Result<std::unique_ptr<Moves>> opened = Moves::open(loaded.value()->trail());
    if (!opened)
      return opened.error();
    m_moves = std::move(opened.value());
    lldb::SBCommandInterpreter interpreter = m_debugger.GetCommandInterpreter();
    m_moves->stopWhen(
        [interpreter]() mutable { return InterruptWatch::interrupted() || interpreter.WasInterrupted(); });
  }
  return m_moves.get();
}

Result<Constraints*> Workspace::constraints() {
  const Result<ReplaySession*> loaded = session();
  if (!loaded)
    return loaded.error();
  if (!m_constraints) {
    Result<Constraints> made = Constraints::make(loaded.value()->timeline());
    if (!made)
      return made.error();
    m_constraints = std::move(made.value());
  }
  return &*m_constraints;
}

bool Workspace::takeStop() {
  const Result<ReplaySession*> loaded = session();
  if (!loaded || loaded.value()->standing() == Standing::Gone)
    return false;
  lldb::SBProcess process = loaded.value()->process().process();
  const Stop now{loaded.value()->position(), process.GetUniqueID(), process.GetStopID()};
  return std::exchange(m_stop, now) != now;
}

void Workspace::armStops() {
  if (const Result<ReplaySession*> loaded = session(); loaded && loaded.value()->standing() != Standing::Gone)
    loaded.value()->beforeResume();
}

} // namespace revisit::commands
