#include "columns.h"

#include "explore/findings.h"
#include "program/positions.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace revisit::cli {
namespace {

std::string placeText(const WitnessPosition& position) {
  return position.file.empty() ? "" : fmt::format("{}:{}", position.file, position.line);
}

// Characters, not bytes: continuation bytes of UTF-8 take no room.
std::size_t widthOf(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

void padTo(std::string& line, std::size_t width) {
  if (const std::size_t now = widthOf(line); now < width)
    line.append(width - now, ' ');
}

std::string inputText(const WitnessInput& input) {
  const std::string name = input.name.empty() ? fmt::format("input {}", input.index + 1) : input.name;
  const std::uint64_t sign = std::uint64_t{1} << (input.width - 1);
  if (input.width == 1 || !(input.value & sign))
    return fmt::format("{} = {}", name, input.value);
  const std::uint64_t mask = input.width == 64 ? ~std::uint64_t{0} : (sign << 1) - 1;
  return fmt::format("{} = {} (as a signed number: -{})", name, input.value, ((~input.value) & mask) + 1);
}

// The folder that all places of the schedule lie in: columns leave it out.
std::string commonFolder(const Witness& witness) {
  std::optional<std::string> common;
  for (const WitnessEvent& event : witness.schedule) {
    const WitnessPosition* place = shownPosition(event.calls);
    if (!place || isSystemFile(place->file))
      continue;
    const std::string folder = place->file.substr(0, place->file.rfind('/') + 1);
    if (!common)
      common = folder;
    const auto [mine, theirs] = std::mismatch(common->begin(), common->end(), folder.begin(), folder.end());
    common->erase(mine, common->end());
    common->erase(common->rfind('/') + 1);
  }
  return common.value_or("");
}

// "a.c:7" when it lies in the folder, "<vector>:7" for the system's headers.
std::string shortPlaceText(const WitnessPosition& position, const std::string& folder) {
  if (!isSystemFile(position.file))
    return placeText(position).substr(folder.size());
  constexpr std::string_view headers = "/include/c++/v1/";
  const std::size_t start = position.file.find(headers);
  const std::string name = start != std::string::npos ? position.file.substr(start + headers.size())
                                                      : position.file.substr(position.file.rfind('/') + 1);
  return fmt::format("<{}>:{}", name, position.line);
}

bool isShown(const WitnessEvent& event) {
  return event.kind != LabelKind::End && event.kind != LabelKind::AwaitFailed;
}

} // namespace

std::string threadTitle(const Witness& witness, unsigned thread) {
  const std::string& name = witness.threads[thread].name;
  return name.empty() ? fmt::format("T{}", thread) : fmt::format("T{} {}", thread, name);
}

std::string eventText(const WitnessEvent& event) {
  std::string text = event.operation;
  if (!event.what.empty())
    text += ' ' + event.what;
  if (!event.value.empty())
    text += (event.kind == LabelKind::Constraint || event.kind == LabelKind::Assume ? ": " : " = ") + event.value;
  return text;
}

std::string describeError(const Witness& witness) {
  const WitnessError& error = witness.error;
  std::string text = errorName(error.kind);
  if (!error.message.empty() && error.message != text)
    text += ": " + error.message;
  text += '\n';
  if (!error.file.empty())
    text += fmt::format("  at {}:{}\n", error.file, error.line);
  if (error.waiting.empty())
    text += fmt::format("  in {}\n", threadTitle(witness, error.thread));
  for (const WitnessWaiting& waiting : error.waiting) {
    const std::string where = placeText(waiting.position);
    text += fmt::format("  {} waits for {}{}{}\n", threadTitle(witness, waiting.thread), waiting.what,
                        where.empty() ? "" : " at ", where);
  }
  for (const WitnessInput& input : witness.inputs)
    text += fmt::format("  with {}\n", inputText(input));
  return text;
}

std::string columns(const Witness& witness) {
  constexpr std::size_t gap = 2;
  const std::size_t numberWidth = fmt::format("{}", witness.schedule.size()).size() + 2;
  std::vector<std::size_t> widths;
  for (unsigned thread = 0; thread < witness.threads.size(); thread++)
    widths.push_back(widthOf(threadTitle(witness, thread)));
  for (const WitnessEvent& event : witness.schedule)
    if (isShown(event))
      widths[event.thread] = std::max(widths[event.thread], widthOf(eventText(event)));
  std::vector<std::size_t> starts = {numberWidth + gap};
  for (const std::size_t width : widths)
    starts.push_back(starts.back() + width + gap);

  const std::string folder = commonFolder(witness);
  std::string header;
  for (unsigned thread = 0; thread < witness.threads.size(); thread++) {
    padTo(header, starts[thread]);
    header += threadTitle(witness, thread);
  }
  std::string text = header + '\n';
  std::size_t number = 0;
  for (const WitnessEvent& event : witness.schedule) {
    if (!isShown(event))
      continue;
    std::string line = fmt::format("{:>{}}", ++number, numberWidth);
    padTo(line, starts[event.thread]);
    line += eventText(event);
    if (const WitnessPosition* place = shownPosition(event.calls); place && !place->file.empty()) {
      padTo(line, starts.back());
      line += shortPlaceText(*place, folder);
    }
    text += line + '\n';
  }
  return text;
}

} // namespace revisit::cli
