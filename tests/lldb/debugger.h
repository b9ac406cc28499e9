// A debugger with a session for one witness, for tests of the replay core.
#pragma once

#include "replay_session.h"
#include "witnesses.h"

#include <gtest/gtest.h>

namespace revisit::test {

class Debugger {
public:
  Debugger();
  ~Debugger();
  lldb::SBDebugger& operator*() { return m_debugger; }
  lldb::SBDebugger* operator->() { return &m_debugger; }

private:
  lldb::SBDebugger m_debugger;
};

// Checks a program, loads the only witness. Fatal failures leave `session` null.
struct Loaded {
  Loaded(const std::string& source, const std::vector<std::string>& options = {});
  ReplaySession* operator->() { return session.get(); }

  TemporaryFolder folder;
  std::string path;
  Debugger debugger;
  std::unique_ptr<ReplaySession> session;
};

// "lost_update.c:10" of the frame.
std::string lineOf(lldb::SBFrame frame);

// Every local in scope of every frame of the user's, with its value, in all threads; fails for one that cannot be read.
std::string readLocals(ReplaySession& session);

// What there is to see at a stop: the stop line, the selected frame, all locals.
std::string view(ReplaySession& session);

} // namespace revisit::test
