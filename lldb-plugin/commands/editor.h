// Editors that use LLDB through its debug adapter follow the process's events. They would not notice what one of our
// commands did with the process. This class notifies them. Thread rule: the debugger's command thread.
#pragma once

#include "workspace.h"

namespace revisit::commands {

// Whether this process is an editor's debug adapter.
bool isDebugAdapter();

// Exists while a command runs. At its end, if the command moved the program, it reports the last stop to the editor,
// provided that this is a debug adapter.
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
