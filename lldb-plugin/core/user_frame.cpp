#include "user_frame.h"

#include "program/positions.h"
#include "runtime_library.h"

#include <cstring>
#include <string>

namespace revisit {

namespace {

constexpr std::uint32_t maxFrames = 400;

std::string sourceOf(lldb::SBFrame& frame) {
  const lldb::SBFileSpec file = frame.GetLineEntry().GetFileSpec();
  if (!file.IsValid() || file.GetFilename() == nullptr)
    return {};
  return std::string(file.GetDirectory() != nullptr ? file.GetDirectory() : "") + "/" + file.GetFilename();
}

} // namespace

bool isHiddenFrame(lldb::SBFrame frame) {
  // A system library may have debug information too.
  const lldb::SBFileSpec module = frame.GetModule().GetFileSpec();
  const bool isRuntime = module.GetFilename() != nullptr && std::strcmp(module.GetFilename(), runtimeLibrary) == 0;
  const bool isSystem = module.GetDirectory() != nullptr && isSystemFile(std::string(module.GetDirectory()) + "/");
  return isRuntime || isSystem || sourceOf(frame).empty();
}

std::optional<std::uint32_t> userFrame(lldb::SBThread thread) {
  std::optional<std::uint32_t> second;
  for (std::uint32_t i = 0; i < maxFrames; i++) {
    lldb::SBFrame frame = thread.GetFrameAtIndex(i);
    if (!frame.IsValid())
      break;
    if (isHiddenFrame(frame))
      continue;
    if (!isSystemFile(sourceOf(frame)))
      return i;
    if (!second)
      second = i;
  }
  return second;
}

std::string userLine(lldb::SBThread thread) {
  const std::optional<std::uint32_t> number = thread.IsValid() ? userFrame(thread) : std::nullopt;
  if (!number)
    return {};
  lldb::SBFrame frame = thread.GetFrameAtIndex(*number);
  return sourceOf(frame) + ":" + std::to_string(frame.GetLineEntry().GetLine());
}

} // namespace revisit
