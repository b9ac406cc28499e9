// Editors that drive LLDB through its debug adapter follow the process's events; what a command of ours did with the
// process they would not notice. This tells them.
// Thread rule: the debugger's command thread.
#pragma once

#include "workspace.h"

namespace revisit::commands {

// Whether this process is an editor's debug adapter.
bool isDebugAdapter();

// While one lives, a command runs. Afterwards the editor, if this is one's debug adapter, hears of the last stop when
// the command moved the program.
class EditorWatches {
public:
  explicit EditorWatches(Workspace& workspace);
  ~EditorWatches();
  EditorWatches(const EditorWatches&) = delete;
  EditorWatches& operator=(const EditorWatches&) = delete;

private:
  Workspace& m_workspace;
  std::uint64_t m_before;
};

} // namespace revisit::commands
