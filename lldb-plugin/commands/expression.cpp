#include "expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace revisit::commands {

namespace {

constexpr std::uint64_t addressSize = 8;
constexpr std::uint32_t expressionMicroseconds = 500000;

std::optional<std::uint64_t> addressIn(const std::string& text) {
  const bool isHexadecimal = text.starts_with("0x") || text.starts_with("0X");
  const char* const begin = text.data() + (isHexadecimal ? 2 : 0);
  const char* const end = text.data() + text.size();
  std::uint64_t address = 0;
  const auto [last, error] = std::from_chars(begin, end, address, isHexadecimal ? 16 : 10);
  return error == std::errc() && last == end ? std::optional(address) : std::nullopt;
}

ByteRange bytesAt(const Timeline& timeline, std::uint64_t address) {
  std::uint64_t size = 0;
  for (const EventNumber number : timeline.touching({address, 1}))
    if (const ByteRange range = timeline.rangeOf(number); range.address == address)
      size = std::max(size, range.size);
  return {address, size == 0 ? addressSize : size};
}

lldb::SBValue globalNamed(lldb::SBTarget target, const std::string& text) {
  const std::size_t end = std::min(text.find_first_of(".[-"), text.size());
  lldb::SBValue variable = target.FindFirstGlobalVariable(text.substr(0, end).c_str());
  return end == text.size() || !variable.IsValid() ? variable
                                                   : variable.GetValueForExpressionPath(text.substr(end).c_str());
}

// The load address of the program's variables when it runs; an access to a variable in the witness gives it.
std::optional<std::uint64_t> loadBias(ReplaySession& session) {
  lldb::SBTarget target = session.process().target();
  for (const WitnessEvent& event : session.witness().schedule) {
    lldb::SBValue variable = event.address == 0 ? lldb::SBValue() : globalNamed(target, event.what);
    if (variable.IsValid() && variable.GetAddress().GetFileAddress() != LLDB_INVALID_ADDRESS)
      return event.address - variable.GetAddress().GetFileAddress();
  }
  return std::nullopt;
}

// Nothing when the value is not in memory.
std::optional<ByteRange> bytesOf(ReplaySession& session, lldb::SBValue value) {
  if (!value.IsValid() || value.GetError().Fail() || value.GetByteSize() == 0)
    return std::nullopt;
  lldb::SBAddress place = value.GetAddress();
  const lldb::addr_t address = value.GetLoadAddress();
  if (session.process().alive())
    return address == LLDB_INVALID_ADDRESS ? std::nullopt : std::optional(ByteRange{address, value.GetByteSize()});
  const std::optional<std::uint64_t> bias = loadBias(session);
  if (!bias || !place.IsValid() || place.GetFileAddress() == LLDB_INVALID_ADDRESS)
    return std::nullopt;
  return ByteRange{*bias + place.GetFileAddress(), value.GetByteSize()};
}

lldb::SBValue evaluate(lldb::SBFrame frame, const std::string& text) {
  lldb::SBExpressionOptions options;
  options.SetAllowJIT(false);
  options.SetSuppressPersistentResult(true);
  options.SetIgnoreBreakpoints(true);
  options.SetTryAllThreads(false);
  options.SetAutoApplyFixIts(false);
  options.SetTimeoutInMicroSeconds(expressionMicroseconds);
  return frame.EvaluateExpression(text.c_str(), options);
}

std::optional<ByteRange> bytesOfExpression(ReplaySession& session, const std::string& text) {
  lldb::SBFrame frame = session.process().process().GetSelectedThread().GetSelectedFrame();
  if (session.standing() == Standing::Gone || !frame.IsValid())
    return bytesOf(session, globalNamed(session.process().target(), text));
  if (const auto range = bytesOf(session, frame.GetValueForVariablePath(text.c_str())))
    return range;
  return bytesOf(session, evaluate(frame, text));
}

// The range of all locations that have this name or are parts of it.
std::optional<ByteRange> bytesOfName(const Timeline& timeline, const std::string& name) {
  std::optional<ByteRange> whole;
  for (const EventNumber number : timeline.named(name)) {
    const WitnessEvent& event = timeline.event(number);
    if (event.address == 0)
      continue;
    const ByteRange range{event.address, std::max(event.size, 1u)};
    if (!whole)
      whole = range;
    const std::uint64_t last = std::max(whole->last(), range.last());
    whole->address = std::min(whole->address, range.address);
    whole->size = last - whole->address + 1;
  }
  return whole;
}

} // namespace

Result<NamedBytes> bytesNamed(ReplaySession& session, const std::string& text) {
  if (const auto address = addressIn(text))
    return NamedBytes{fmt::format("{:#x}", *address), bytesAt(session.timeline(), *address)};
  if (const auto range = bytesOfExpression(session, text))
    return NamedBytes{text, *range};
  if (const auto range = bytesOfName(session.timeline(), text))
    return NamedBytes{text, *range};
  return Error{ErrorCode::BadUsage, "",
               fmt::format("'{}' is no variable {}, no address, and nothing that the execution touches", text,
                           session.standing() == Standing::Gone ? "outside functions" : "of the selected frame")};
}

} // namespace revisit::commands
