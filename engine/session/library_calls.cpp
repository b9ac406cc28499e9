#include "session/library_calls.h"

#include "program/positions.h"

#include <algorithm>
#include <string_view>

namespace revisit {

namespace {

void eraseAll(std::string& text, std::string_view part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at))
    text.erase(at, part.size());
}

void eraseTags(std::string& text) {
  for (std::size_t at = text.find("[abi:"); at != std::string::npos; at = text.find("[abi:", at))
    text.erase(at, text.find(']', at) - at + 1);
}

} // namespace

std::string shortFunctionName(const std::string& name) {
  constexpr std::string_view call = "operator()";
  std::string text = name;
  eraseTags(text);
  eraseAll(text, "__1::");
  eraseAll(text, "(anonymous namespace)::");
  int depth = 0;
  for (std::size_t at = 0; at < text.size(); at++) {
    if (text.compare(at, call.size(), call) == 0)
      at += call.size() - 1;
    else if (text[at] == '(' && depth == 0)
      return text.substr(0, at);
    else
      depth += text[at] == '<' ? 1 : text[at] == '>' ? -1 : 0;
  }
  return text;
}

std::vector<WitnessPosition> libraryCalls(const Witness& witness, unsigned thread, unsigned index) {
  const auto event = std::ranges::find_if(
      witness.schedule, [&](const WitnessEvent& one) { return one.thread == thread && one.index == index; });
  if (event == witness.schedule.end() || !isLibraryCode(event->calls))
    return {};
  const auto own = std::ranges::find_if(event->calls, [](const auto& call) { return !isSystemFile(call.file); });
  if (own == event->calls.end())
    return {};
  std::vector<WitnessPosition> calls(event->calls.begin(), own + 1);
  for (WitnessPosition& call : calls)
    call.function = shortFunctionName(call.function);
  return calls;
}

} // namespace revisit
