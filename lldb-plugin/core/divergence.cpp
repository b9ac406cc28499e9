#include "divergence.h"

#include "query/timeline/event_text.h"
#include "user_frame.h"

#include <fmt/format.h>

namespace revisit {

namespace {

std::string memoryName(lldb::SBTarget target, std::uint64_t address) {
  lldb::SBAddress place = target.ResolveLoadAddress(address);
  lldb::SBSymbol symbol = place.GetSymbol();
  if (!symbol.IsValid() || symbol.GetName() == nullptr)
    return fmt::format("memory at 0x{:x}", address);
  const std::uint64_t offset = address - symbol.GetStartAddress().GetLoadAddress(target);
  return offset == 0 ? symbol.GetName() : fmt::format("{}+{}", symbol.GetName(), offset);
}

std::string lineOf(lldb::SBThread thread) {
  const std::optional<std::uint32_t> frame = thread.IsValid() ? userFrame(thread) : std::nullopt;
  if (!frame)
    return {};
  lldb::SBLineEntry line = thread.GetFrameAtIndex(*frame).GetLineEntry();
  return fmt::format("  {}:{}", line.GetFileSpec().GetFilename(), line.GetLine());
}

std::string stepText(const Timeline& timeline, const RevisitReplay& replay, lldb::SBTarget target) {
  WitnessEvent found;
  found.kind = static_cast<LabelKind>(replay.foundKind);
  switch (groupOf(found.kind)) {
  case LabelGroup::Thread: {
    const auto& threads = timeline.witness().threads;
    const char* word = found.kind == LabelKind::Create ? "create" : "join";
    return replay.foundAddress < threads.size()
               ? fmt::format("{} {}", word, threadText(timeline.witness(), static_cast<unsigned>(replay.foundAddress)))
               : fmt::format("{} of a thread that the witness does not have", word);
  }
  case LabelGroup::Object:
    return fmt::format("an operation on {}", memoryName(target, replay.foundAddress));
  case LabelGroup::Fence:
    return "a fence";
  case LabelGroup::Ending:
    if (endingOf(found.kind) == Ending::AwaitFailed)
      return "one more round of a waiting loop";
    break;
  case LabelGroup::Access:
  case LabelGroup::Condition:
  case LabelGroup::Number:
    break;
  }
  found.reads = readsMemory(found.kind);
  found.writes = found.kind == LabelKind::Write || found.kind == LabelKind::Rmw;
  found.what = memoryName(target, replay.foundAddress);
  return shortText(found, {});
}

} // namespace

std::string divergenceText(const Timeline& timeline, const RevisitReplay& replay, lldb::SBTarget target,
                           lldb::SBThread thread) {
  const std::string got = threadText(replay.divergedThread);
  const std::string line = lineOf(thread);
  if (replay.differsAt < 1 || replay.differsAt > timeline.size())
    return fmt::format("replay diverged at its end: expected nothing more, got {} {}{}", got,
                       stepText(timeline, replay, target), line);
  const EventNumber number = replay.differsAt;
  const std::string expected = threadText(timeline.event(number).thread);
  const std::string head = fmt::format("replay diverged at {}: expected {} ", number, expected);
  switch (replay.difference) {
  case REVISIT_OTHER_VALUE:
    return fmt::format("{}{}, got the value {}{}", head, eventText(timeline, number), replay.foundValue, line);
  case REVISIT_NO_STEP:
    return fmt::format("{}{}, got nothing: the thread does not go on", head, shortText(timeline, number));
  case REVISIT_NOT_ENABLED:
    return fmt::format("{}{}, got {} waiting for it{}", head, shortText(timeline, number), got, line);
  default:
    return fmt::format("{}{}, got {} {}{}", head, shortText(timeline, number), got, stepText(timeline, replay, target),
                       line);
  }
}

} // namespace revisit
