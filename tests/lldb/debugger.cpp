#include "debugger.h"

#include "user_frame.h"

#include <cstdlib>
#include <fmt/format.h>

namespace revisit::test {

namespace {

std::string text(const char* string) {
  return string != nullptr ? string : "";
}

std::string readFrame(lldb::SBFrame frame) {
  std::string all = fmt::format("{}:{} {{", text(frame.GetFunctionName()), lineOf(frame));
  lldb::SBValueList variables = frame.GetVariables(true, true, false, true);
  for (std::uint32_t i = 0; i < variables.GetSize(); i++) {
    lldb::SBValue variable = variables.GetValueAtIndex(i);
    EXPECT_TRUE(variable.GetError().Success()) << text(variable.GetName()) << " in " << text(frame.GetFunctionName())
                                               << ": " << text(variable.GetError().GetCString());
    all += fmt::format("{} = {}; ", text(variable.GetName()), text(variable.GetValue()));
  }
  return all + "}\n";
}

} // namespace

Debugger::Debugger() {
  setenv("LLDB_DEBUGSERVER_PATH", REVISIT_LLDB_SERVER, 1);
  lldb::SBDebugger::Initialize();
  m_debugger = lldb::SBDebugger::Create(false);
  m_debugger.SetAsync(false);
}

Debugger::~Debugger() {
  lldb::SBDebugger::Destroy(m_debugger);
}

Loaded::Loaded(const std::string& source, const std::vector<std::string>& options)
    : path(checkOne(folder.path(), source, options)) {
  Result<std::unique_ptr<ReplaySession>> loaded = ReplaySession::load(*debugger, path);
  EXPECT_TRUE(loaded.ok()) << loaded.error().what;
  if (loaded.ok())
    session = std::move(loaded.value());
}

std::string lineOf(lldb::SBFrame frame) {
  lldb::SBLineEntry line = frame.GetLineEntry();
  return fmt::format("{}:{}", text(line.GetFileSpec().GetFilename()), line.GetLine());
}

std::string readLocals(ReplaySession& session) {
  constexpr std::uint32_t maxFrames = 100;
  std::string all;
  lldb::SBProcess process = session.process().process();
  for (std::uint32_t i = 0; i < process.GetNumThreads(); i++) {
    lldb::SBThread thread = process.GetThreadAtIndex(i);
    const std::optional<unsigned> who = session.process().witnessThread(thread);
    EXPECT_TRUE(who.has_value()) << "a thread that is none of the program's";
    all += fmt::format("T{}\n", who.value_or(99));
    for (std::uint32_t f = 0; f < maxFrames; f++) {
      lldb::SBFrame frame = thread.GetFrameAtIndex(f);
      if (!frame.IsValid())
        break;
      if (!isHiddenFrame(frame))
        all += readFrame(frame);
    }
  }
  return all;
}

std::string view(ReplaySession& session) {
  lldb::SBFrame frame = session.process().process().GetSelectedThread().GetSelectedFrame();
  return session.where() + "\n" + lineOf(frame) + "\n" + readLocals(session);
}

} // namespace revisit::test
