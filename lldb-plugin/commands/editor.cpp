#include "editor.h"

#include <filesystem>

namespace revisit::commands {

namespace {

// A value that changes with each stop, also for a new process; 0 when no process is stopped.
std::uint64_t stopOf(Workspace& workspace) {
  const Result<ReplaySession*> session = workspace.session();
  if (!session || session.value()->standing() == Standing::Gone)
    return 0;
  lldb::SBProcess process = session.value()->process().process();
  return std::uint64_t{process.GetUniqueID()} << 32 | process.GetStopID();
}

} // namespace

bool isDebugAdapter() {
  std::error_code code;
  static const std::string program = std::filesystem::read_symlink("/proc/self/exe", code).filename();
  return program.starts_with("lldb-dap");
}

EditorWatches::EditorWatches(Workspace& workspace)
    : m_workspace(workspace), m_before(isDebugAdapter() ? stopOf(workspace) : 0) {}

EditorWatches::~EditorWatches() {
  if (!isDebugAdapter())
    return;
  const std::uint64_t now = stopOf(m_workspace);
  if (now != 0 && now != m_before)
    m_workspace.session().value()->process().announceStop();
}

} // namespace revisit::commands
