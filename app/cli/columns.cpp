#include "columns.h"

#include "program/positions.h"
#include "session/event_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace revisit::cli {
namespace {

std::string wholePlaceText(const WitnessPosition& position) {
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
    return wholePlaceText(position).substr(folder.size());
  constexpr std::string_view headers = "/include/c++/v1/";
  const std::size_t start = position.file.find(headers);
  const std::string name = start != std::string::npos ? position.file.substr(start + headers.size())
                                                      : position.file.substr(position.file.rfind('/') + 1);
  return fmt::format("<{}>:{}", name, position.line);
}

// One line of the columns: an event, or several plain accesses of one thread at one place.
struct Row {
  std::size_t number; // of its first event, from 1
  unsigned thread;
  std::string text;
  std::string place;
};

// More accesses than this at one place in a row are the business of a library, not of the reader.
constexpr std::size_t manyAccesses = 3;

bool isPlainAccess(const WitnessEvent& event) {
  return event.kind == LabelKind::Read || event.kind == LabelKind::Write;
}

// Left out: how a library starts a thread, without any frame of the user's; and ends, which say nothing.
bool isShown(const WitnessEvent& event) {
  if (event.kind == LabelKind::End || event.kind == LabelKind::AwaitFailed)
    return false;
  const WitnessPosition* place = shownPosition(event.calls);
  return !isPlainAccess(event) || !place || place->file.empty() || !isSystemFile(place->file);
}

std::vector<Row> rowsOf(const Witness& witness) {
  const std::string folder = commonFolder(witness);
  const auto placeOf = [&](const WitnessEvent& event) {
    const WitnessPosition* place = shownPosition(event.calls);
    return place && !place->file.empty() ? shortPlaceText(*place, folder) : std::string();
  };
  std::vector<WitnessEvent> events;
  std::copy_if(witness.schedule.begin(), witness.schedule.end(), std::back_inserter(events), isShown);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < events.size();) {
    const std::string place = placeOf(events[i]);
    std::size_t end = i + 1;
    while (isPlainAccess(events[i]) && end < events.size() && isPlainAccess(events[end]) &&
           events[end].thread == events[i].thread && placeOf(events[end]) == place)
      end++;
    if (end - i > manyAccesses)
      rows.push_back({i + 1, events[i].thread, fmt::format("{} reads and writes", end - i), place});
    else
      for (std::size_t each = i; each < end; each++)
        rows.push_back({each + 1, events[each].thread, eventText(events[each]), place});
    i = end;
  }
  return rows;
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
  std::string text = error.kind == ErrorKind::None ? endingText(witness) : errorName(error.kind);
  if (!error.message.empty() && error.message != text)
    text += ": " + error.message;
  text += '\n';
  if (!error.file.empty())
    text += fmt::format("  at {}:{}\n", error.file, error.line);
  if (error.waiting.empty() && error.kind != ErrorKind::None)
    text += fmt::format("  in {}\n", threadTitle(witness, error.thread));
  for (const WitnessWaiting& waiting : error.waiting) {
    const std::string where = wholePlaceText(waiting.position);
    text += fmt::format("  {} waits for {}{}{}\n", threadTitle(witness, waiting.thread), waiting.what,
                        where.empty() ? "" : " at ", where);
  }
  for (const WitnessInput& input : witness.inputs)
    text += fmt::format("  with {}\n", inputText(input));
  return text;
}

std::string columns(const Witness& witness) {
  constexpr std::size_t gap = 2;
  const std::vector<Row> rows = rowsOf(witness);
  const std::size_t numberWidth = fmt::format("{}", witness.schedule.size()).size() + 2;
  std::vector<std::size_t> widths;
  for (unsigned thread = 0; thread < witness.threads.size(); thread++)
    widths.push_back(widthOf(threadTitle(witness, thread)));
  for (const Row& row : rows)
    widths[row.thread] = std::max(widths[row.thread], widthOf(row.text));
  std::vector<std::size_t> starts = {numberWidth + gap};
  for (const std::size_t width : widths)
    starts.push_back(starts.back() + width + gap);

  std::string text;
  for (unsigned thread = 0; thread < witness.threads.size(); thread++) {
    padTo(text, starts[thread]);
    text += threadTitle(witness, thread);
  }
  text += '\n';
  for (const Row& row : rows) {
    std::string line = fmt::format("{:>{}}", row.number, numberWidth);
    padTo(line, starts[row.thread]);
    line += row.text;
    if (!row.place.empty())
      padTo(line, starts.back());
    text += line + row.place + '\n';
  }
  return text;
}

} // namespace revisit::cli
