// Stops of a replay: its breakpoints, the reasons of stops, and errors.
#include "base/file_name.h"
#include "debugged/debugged_replay.h"

#include "replay_session.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace revisit {
namespace {

Error gone(const BreakpointId& id) {
  return {ErrorCode::BadUsage, std::to_string(id.number), "this breakpoint is not there any more"};
}

std::string lineText(const SourceLine& line) {
  return fmt::format("{}:{}", fileName(line.file), line.line);
}

std::string eventsText(const std::vector<EventNumber>& events) {
  constexpr std::size_t most = 8;
  const std::vector<EventNumber> first(events.begin(), events.begin() + std::min(most, events.size()));
  return fmt::format("{} {}{}", events.size() == 1 ? "event" : "events", fmt::join(first, ", "),
                     events.size() > most ? ", …" : "");
}

std::string changeText(lldb::SBWatchpoint watchpoint) {
  const char* name = watchpoint.GetWatchSpec();
  return name != nullptr && *name != '\0'
             ? fmt::format("{} changes", name)
             : fmt::format("{} bytes at {:#x} change", watchpoint.GetWatchSize(), watchpoint.GetWatchAddress());
}

std::string sentence(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text.ends_with('.') ? text : text + ".";
}

std::string exitText(lldb::SBProcess process) {
  if (!process.IsValid() || process.GetState() != lldb::eStateExited)
    return "the program is gone";
  const char* description = process.GetExitDescription();
  return description != nullptr && *description != '\0'
             ? fmt::format("the program has ended ({}, status {})", description, process.GetExitStatus())
             : fmt::format("the program has ended with status {}", process.GetExitStatus());
}

} // namespace

lldb::SBTarget DebuggedReplay::target() {
  return m_session->process().target();
}

Status DebuggedReplay::toggleLine(const SourceLine& line) {
  const auto found = std::ranges::find(m_lines, line, &LineBreakpoint::line);
  lldb::SBTarget target = this->target();
  if (found != m_lines.end()) {
    target.BreakpointDelete(found->breakpoint.GetID());
    m_lines.erase(found);
    return Done{};
  }
  lldb::SBBreakpoint breakpoint = target.BreakpointCreateByLocation(line.file.c_str(), line.line);
  if (breakpoint.GetNumLocations() == 0) {
    target.BreakpointDelete(breakpoint.GetID());
    return Error{ErrorCode::BadUsage, lineText(line), "the program has no code at this line; choose another line"};
  }
  m_lines.push_back({breakpoint, line});
  return Done{};
}

Status DebuggedReplay::breakAtEvents(const EventFilter& filter, const std::string& text) {
  const Result<EventBreakpoint> added = m_session->breakpoints().add(filter, text);
  return added ? Status(Done{}) : Status(added.error());
}

Status DebuggedReplay::breakAtChange(ValueId variable) {
  lldb::SBValue value = m_values.value(variable);
  lldb::SBError error;
  const lldb::SBWatchpoint watchpoint = value.IsValid() ? value.Watch(true, false, true, error) : lldb::SBWatchpoint();
  if (watchpoint.IsValid() && error.Success())
    return Done{};
  return Error{ErrorCode::BadUsage, value.IsValid() && value.GetName() != nullptr ? value.GetName() : "",
               fmt::format("the debugger cannot watch this value{}{}; up to four variables of at most eight bytes can "
                           "be watched while the program runs",
                           error.GetCString() != nullptr ? ": " : "",
                           error.GetCString() != nullptr ? error.GetCString() : "")};
}

Status DebuggedReplay::removeBreakpoint(const BreakpointId& id) {
  lldb::SBTarget target = this->target();
  switch (id.kind) {
  case BreakpointKind::Events:
    return m_session->breakpoints().remove(id.number);
  case BreakpointKind::Variable:
    return target.DeleteWatchpoint(static_cast<lldb::watch_id_t>(id.number)) ? Status(Done{}) : Status(gone(id));
  case BreakpointKind::Line:
    break;
  }
  const auto removed = std::erase_if(
      m_lines, [&](LineBreakpoint& each) { return each.breakpoint.GetID() == static_cast<int>(id.number); });
  return removed != 0 && target.BreakpointDelete(static_cast<lldb::break_id_t>(id.number)) ? Status(Done{})
                                                                                           : Status(gone(id));
}

Status DebuggedReplay::enableBreakpoint(const BreakpointId& id, bool isEnabled) {
  lldb::SBTarget target = this->target();
  if (id.kind == BreakpointKind::Events)
    return m_session->breakpoints().enable(id.number, isEnabled);
  if (id.kind == BreakpointKind::Variable) {
    lldb::SBWatchpoint watchpoint = target.FindWatchpointByID(static_cast<lldb::watch_id_t>(id.number));
    if (!watchpoint.IsValid())
      return gone(id);
    watchpoint.SetEnabled(isEnabled);
    return Done{};
  }
  lldb::SBBreakpoint breakpoint = target.FindBreakpointByID(static_cast<lldb::break_id_t>(id.number));
  if (!breakpoint.IsValid())
    return gone(id);
  breakpoint.SetEnabled(isEnabled);
  return Done{};
}

std::vector<ReplayBreakpoint> DebuggedReplay::readBreakpoints() {
  std::vector<ReplayBreakpoint> all;
  for (LineBreakpoint& each : m_lines)
    all.push_back({{BreakpointKind::Line, static_cast<unsigned>(each.breakpoint.GetID())},
                   each.breakpoint.IsEnabled(),
                   lineText(each.line),
                   "line",
                   each.line,
                   {}});
  for (const EventBreakpoint& each : m_session->breakpoints().all())
    all.push_back(
        {{BreakpointKind::Events, each.id}, each.enabled, each.text, eventsText(each.events), {}, each.events});
  lldb::SBTarget target = this->target();
  for (std::uint32_t i = 0; i < target.GetNumWatchpoints(); i++) {
    lldb::SBWatchpoint each = target.GetWatchpointAtIndex(i);
    all.push_back({{BreakpointKind::Variable, static_cast<unsigned>(each.GetID())},
                   each.IsEnabled(),
                   changeText(each),
                   "variable",
                   {},
                   {}});
  }
  return all;
}

std::string DebuggedReplay::reason() {
  std::string text;
  const auto add = [&](const ReplayBreakpoint& breakpoint) {
    text += (text.empty() ? "Stopped by: " : "; ") + breakpoint.what;
  };
  if (m_last.standing == Standing::AtEvent) {
    for (const ReplayBreakpoint& breakpoint : m_last.breakpoints)
      if (breakpoint.isEnabled && std::ranges::binary_search(breakpoint.events, m_last.position))
        add(breakpoint);
    return text;
  }
  if (m_last.standing != Standing::Between)
    return text;
  lldb::SBProcess process = m_session->process().process();
  for (std::uint32_t i = 0; i < process.GetNumThreads(); i++) {
    lldb::SBThread thread = process.GetThreadAtIndex(i);
    const lldb::StopReason why = thread.GetStopReason();
    if (why != lldb::eStopReasonBreakpoint && why != lldb::eStopReasonWatchpoint)
      continue;
    const BreakpointId id{why == lldb::eStopReasonBreakpoint ? BreakpointKind::Line : BreakpointKind::Variable,
                          static_cast<unsigned>(thread.GetStopReasonDataAtIndex(0))};
    const auto found = std::ranges::find(m_last.breakpoints, id, &ReplayBreakpoint::id);
    if (found != m_last.breakpoints.end())
      add(*found);
  }
  return text;
}

ReplayTrouble DebuggedReplay::trouble(const Status& done, bool ranBefore) {
  if (m_last.standing == Standing::Diverged)
    return {TroubleKind::Broken,
            sentence(m_last.where) +
                " Go back, or start it again: each start is the witness's execution again. When it "
                "diverges without anything having been changed, run 'revisit check' again."};
  if (!done && done.error().code == ErrorCode::Interrupted)
    return {TroubleKind::Refused, "Interrupted: the program stands where it had come to."};
  if (!done) {
    const Error& error = done.error();
    const TroubleKind kind = error.code == ErrorCode::BadUsage ? TroubleKind::Refused : TroubleKind::Broken;
    return {kind, error.where.empty() ? sentence(error.what) : error.where + ": " + sentence(error.what)};
  }
  if (ranBefore && m_last.standing == Standing::Gone)
    return {TroubleKind::Broken, sentence(exitText(m_session->process().process())) +
                                     " Start or Bug starts it again; a move leads back to "
                                     "where it was."};
  return {};
}

} // namespace revisit
