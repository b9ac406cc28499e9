#include "session/columns.h"

#include "base/text_width.h"
#include "program/positions.h"
#include "session/event_text.h"
#include "session/library_calls.h"
#include "session/path_condition.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace revisit {
namespace {

std::string wholePlaceText(const WitnessPosition& position) {
  return position.file.empty() ? "" : fmt::format("{}:{}", position.file, position.line);
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
  EventNumber number; // of its first event
  unsigned thread;
  std::string text;
  std::string place;
};

// More accesses than this at one place in a row are the business of a library, not of the reader.
constexpr std::size_t manyAccesses = 3;

bool isPlainAccess(const WitnessEvent& event) {
  return event.kind == LabelKind::Read || event.kind == LabelKind::Write;
}

// One of the two events that an error is about.
bool isRacing(const WitnessError& error, const WitnessEvent& event) {
  return error.other && ((event.thread == error.thread && event.index == error.index) ||
                         (event.thread == error.other->thread && event.index == error.other->index));
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
  const auto placeOf = [&](EventNumber number) {
    const WitnessPosition* place = shownPosition(witness.schedule[number - 1].calls);
    return place && !place->file.empty() ? shortPlaceText(*place, folder) : std::string();
  };
  std::vector<EventNumber> shown;
  for (EventNumber number = 1; number <= witness.schedule.size(); number++)
    if (isShown(witness.schedule[number - 1]) || isRacing(witness.error, witness.schedule[number - 1]))
      shown.push_back(number);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < shown.size();) {
    const WitnessEvent& first = witness.schedule[shown[i] - 1];
    const std::string place = placeOf(shown[i]);
    const auto belongs = [&](EventNumber number) {
      const WitnessEvent& event = witness.schedule[number - 1];
      return isPlainAccess(event) && event.thread == first.thread && placeOf(number) == place &&
             !isRacing(witness.error, event);
    };
    std::size_t end = i + 1;
    while (isPlainAccess(first) && !isRacing(witness.error, first) && end < shown.size() && belongs(shown[end]))
      end++;
    if (end - i > manyAccesses)
      rows.push_back({shown[i], first.thread, fmt::format("{} reads and writes", end - i), place});
    else
      for (std::size_t each = i; each < end; each++)
        rows.push_back({shown[each], first.thread, operationText(witness.schedule[shown[each] - 1]), place});
    i = end;
  }
  return rows;
}

// Where each thread's column begins, and the places of the source behind them.
std::vector<std::size_t> columnStarts(const Witness& witness, const std::vector<Row>& rows, std::size_t first,
                                      std::size_t gap) {
  std::vector<std::size_t> widths;
  for (unsigned thread = 0; thread < witness.threads.size(); thread++)
    widths.push_back(textWidth(threadText(witness, thread)));
  for (const Row& row : rows)
    widths[row.thread] = std::max(widths[row.thread], textWidth(row.text));
  std::vector<std::size_t> starts = {first};
  for (const std::size_t width : widths)
    starts.push_back(starts.back() + width + gap);
  return starts;
}

// Of an access inside a library: one line for each call that led there, innermost first.
std::string callsText(const Witness& witness, unsigned thread, std::optional<unsigned> index) {
  std::string text;
  if (index)
    for (const WitnessPosition& call : libraryCalls(witness, thread, *index))
      text += fmt::format("    {}  {}:{}\n", call.function, call.file, call.line);
  return text;
}

} // namespace

std::string operationText(const WitnessEvent& event) {
  std::string text = event.operation;
  if (!event.what.empty())
    text += ' ' + event.what;
  if (!event.value.empty())
    text += (event.kind == LabelKind::Constraint || event.kind == LabelKind::Assume ? ": " : " = ") + event.value;
  return text;
}

std::string describeError(const Witness& witness) {
  return describeError(witness, witness.error);
}

std::string describeError(const Witness& witness, const WitnessError& error) {
  std::string text = error.kind == ErrorKind::None ? endingText(witness) : errorName(error.kind);
  if (!error.message.empty() && error.message != text)
    text += ": " + error.message;
  text += '\n';
  if (!error.file.empty())
    text += fmt::format("  at {}:{}\n", error.file, error.line);
  if (error.waiting.empty() && error.kind != ErrorKind::None)
    text += fmt::format("  in {}\n", threadText(witness, error.thread));
  if (error.other) {
    text += callsText(witness, error.thread, error.index);
    text += fmt::format("  the other access at {}:{}\n  in {}\n", error.other->file, error.other->line,
                        threadText(witness, error.other->thread));
    text += callsText(witness, error.other->thread, error.other->index);
  }
  for (const WitnessWaiting& waiting : error.waiting) {
    const std::string where = wholePlaceText(waiting.position);
    text += fmt::format("  {} waits for {}{}{}\n", threadText(witness, waiting.thread), waiting.what,
                        where.empty() ? "" : " at ", where);
  }
  for (const InputValue& input : inputValues(witness.inputs))
    text += fmt::format("  with {} = {}\n", input.name, valueText(input));
  return text;
}

std::string columns(const Witness& witness, std::optional<SchedulePosition> current) {
  constexpr std::size_t gap = 2;
  const std::vector<Row> rows = rowsOf(witness);
  const auto behind = std::ranges::upper_bound(rows, current.value_or(0), {}, &Row::number);
  const Row* const marked = behind != rows.begin() ? &*(behind - 1) : nullptr;
  const std::size_t numberWidth = fmt::format("{}", witness.schedule.size()).size() + 2;
  const std::vector<std::size_t> starts = columnStarts(witness, rows, numberWidth + gap, gap);
  std::string text = current ? "   " : "";
  for (unsigned thread = 0; thread < witness.threads.size(); thread++) {
    padTo(text, starts[thread] + (current ? 3 : 0));
    text += threadText(witness, thread);
  }
  text += '\n';
  for (const Row& row : rows) {
    std::string line = fmt::format("{:>{}}", row.number, numberWidth);
    if (isRacing(witness.error, witness.schedule[row.number - 1]))
      line.front() = '!';
    padTo(line, starts[row.thread]);
    line += row.text;
    if (!row.place.empty())
      padTo(line, starts.back());
    text += (!current ? "" : &row == marked ? "-> " : "   ") + line + row.place + '\n';
  }
  return text;
}

std::string outputText(const Witness& witness, std::size_t lines) {
  std::vector<std::string> all(1);
  for (const char byte : witness.output)
    if (byte == '\n')
      all.emplace_back();
    else
      all.back() += static_cast<unsigned char>(byte) < ' ' && byte != '\t' ? '.' : byte;
  if (all.back().empty())
    all.pop_back();
  const std::size_t shown = lines == 0 ? all.size() : std::min(lines, all.size());
  std::string text = all.empty()          ? ""
                     : shown < all.size() ? fmt::format("output, its last {} lines:\n", shown)
                                          : "output:\n";
  for (std::size_t i = all.size() - shown; i < all.size(); i++)
    text += fmt::format("  {}\n", all[i]);
  return text;
}

} // namespace revisit
