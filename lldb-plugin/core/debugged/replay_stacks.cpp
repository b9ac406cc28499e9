#include "debugged/replay_stacks.h"

#include "query/timeline/event_text.h"
#include "replay_session.h"
#include "user_frame.h"

#include <fmt/format.h>

#include <array>
#include <climits>

namespace revisit {
namespace {

constexpr unsigned mostFrames = 300;

std::optional<SourceLine> lineOf(lldb::SBFrame& frame) {
  const lldb::SBLineEntry entry = frame.GetLineEntry();
  std::array<char, PATH_MAX> path{};
  if (!entry.IsValid() || entry.GetLine() == 0 || entry.GetFileSpec().GetPath(path.data(), path.size()) == 0)
    return std::nullopt;
  return SourceLine{path.data(), entry.GetLine()};
}

std::string functionOf(lldb::SBFrame& frame) {
  const char* name = frame.GetDisplayFunctionName();
  return name != nullptr ? name : fmt::format("{:#x}", frame.GetPC());
}

std::vector<ReplayFrame> readFrames(lldb::SBThread& thread) {
  const std::optional<std::uint32_t> users = userFrame(thread);
  std::vector<ReplayFrame> frames;
  for (unsigned i = 0; i < mostFrames; i++) {
    lldb::SBFrame frame = thread.GetFrameAtIndex(i);
    if (!frame.IsValid())
      break;
    if (!isHiddenFrame(frame))
      frames.push_back({i, functionOf(frame), lineOf(frame), users == i});
  }
  return frames;
}

} // namespace

std::vector<ReplayThread> readThreads(ReplaySession& session) {
  const std::optional<unsigned> focus = session.focus();
  std::vector<ReplayThread> threads;
  lldb::SBProcess process = session.process().process();
  if (!focus)
    return threads;
  for (std::uint32_t i = 0; i < process.GetNumThreads(); i++) {
    lldb::SBThread each = process.GetThreadAtIndex(i);
    ReplayThread thread;
    thread.id = each.GetThreadID();
    thread.thread = session.process().witnessThread(each);
    thread.title =
        thread.thread ? threadText(session.witness(), *thread.thread) : fmt::format("thread {}", each.GetThreadID());
    thread.isFocus = thread.thread == focus;
    thread.frames = readFrames(each);
    threads.push_back(std::move(thread));
  }
  return threads;
}

std::optional<ReplayPlace> selectedPlace(ReplaySession& session) {
  lldb::SBThread thread = session.process().process().GetSelectedThread();
  if (session.standing() == Standing::Gone || !thread.IsValid())
    return std::nullopt;
  return ReplayPlace{thread.GetThreadID(), thread.GetSelectedFrame().GetFrameID()};
}

std::string framePath(ReplaySession& session, lldb::SBThread thread, lldb::SBFrame frame) {
  const std::uint32_t depth = thread.GetNumFrames() - frame.GetFrameID();
  return fmt::format("{}:{}:{}", session.process().witnessThread(thread).value_or(UINT_MAX), depth, functionOf(frame));
}

} // namespace revisit
