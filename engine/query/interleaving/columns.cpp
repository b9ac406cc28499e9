#include "query/interleaving/columns.h"

#include "base/file_name.h"
#include "base/terminal_text.h"
#include "query/interleaving/column_layout.h"
#include "query/timeline/event_text.h"
#include "query/timeline/library_calls.h"
#include "query/timeline/path_condition.h"
#include "witness/descriptor_wait.h"
#include "witness/event_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

namespace revisit {
namespace {

// "/src/a.c:7"
std::string wholePlaceText(const WitnessPosition& position) {
  return position.file.empty() ? "" : fmt::format("{}:{}", position.file, position.line);
}

// The source position, or only its last path component if it is wider than `width`; 0: any width.
std::string withoutFolders(const std::string& place, std::size_t width) {
  return width == 0 || textWidth(place) <= width ? place : fileName(place);
}

// A line whose parts may be coloured.
class Line {
public:
  explicit Line(bool colours) : m_colours(colours) {}

  void padTo(std::size_t width) {
    if (width > m_width)
      add(std::string(width - m_width, ' '));
  }
  void add(const std::string& text, std::optional<Paint> paint = std::nullopt) {
    m_text += m_colours && paint ? painted(text, *paint) : text;
    m_width += textWidth(text);
  }
  std::size_t width() const { return m_width; }
  std::string text() const { return m_text + '\n'; }

private:
  bool m_colours;
  std::string m_text;
  std::size_t m_width = 0; // without escape sequences
};

Paint paintOfThread(std::size_t thread) {
  constexpr Paint paints[] = {Paint::Blue, Paint::Green, Paint::Magenta, Paint::Cyan, Paint::Yellow};
  return paints[thread % std::size(paints)];
}

// The lines of an interleaving.
class Lines {
public:
  Lines(const Witness& witness, std::span<const InterleavingRow> rows, const ColumnsStyle& style) : m_style(style) {
    const bool isWhole = std::ranges::none_of(rows, &InterleavingRow::isLeftOut);
    for (unsigned thread = 0; thread < witness.threads.size(); thread++)
      m_names.push_back(isWhole || std::ranges::count(rows, thread, &InterleavingRow::thread) != 0
                            ? threadText(witness, thread)
                            : "");
    const std::size_t numberWidth = fmt::format("{}", witness.schedule.size()).size() + 2;
    m_layout = layOut(rows, m_names, numberWidth, style.width > margin() ? style.width - margin() : 0);
    m_namesFit = namesFit();
    const auto behind = std::ranges::upper_bound(rows, style.current.value_or(0), {}, &InterleavingRow::number);
    m_marked = behind != rows.begin() ? &*(behind - 1) : nullptr;
  }

  // The names of the threads above their columns; if the columns are too narrow, a list of the names.
  std::string header() const {
    if (!m_layout.hasColumns)
      return legend();
    Line line(m_style.colours);
    for (std::size_t thread = 0; thread < m_names.size(); thread++) {
      if (m_names[thread].empty())
        continue;
      line.padTo(margin() + m_layout.starts[thread]);
      line.add(m_namesFit ? m_names[thread] : threadText(static_cast<unsigned>(thread)), paintOfThread(thread));
    }
    return (m_namesFit ? "" : legend()) + line.text();
  }

  std::string of(const InterleavingRow& row) const {
    Line line(m_style.colours);
    if (m_style.current)
      line.add(&row == m_marked ? "-> " : "   ", Paint::Bold);
    if (!row.isLeftOut)
      line.add(numberText(row), row.isAtFault ? Paint::BoldRed : Paint::Dim);
    line.padTo(margin() + m_layout.starts[row.thread.value_or(0)]);
    const std::string text = m_layout.hasColumns || row.isLeftOut || !row.thread
                                 ? row.text
                                 : fmt::format("{:<4}{}", threadText(*row.thread), row.text);
    line.add(m_layout.width == 0 ? text : shortened(text, roomFor(row, line.width())), paintOf(row));
    if (!row.place.empty()) {
      line.add("  ");
      line.padTo(margin() + m_layout.places);
      line.add(row.place, Paint::Dim);
    }
    return line.text();
  }

private:
  std::string legend() const {
    std::string names;
    for (const std::string& name : m_names)
      names += name.empty() ? "" : (names.empty() ? "" : ", ") + name;
    return wrapped("  " + names + '\n', m_style.width, 0);
  }

  bool namesFit() const {
    for (std::size_t thread = 0; thread < m_names.size(); thread++) {
      const std::size_t end = thread + 1 < m_names.size() ? m_layout.starts[thread + 1] - 1 : m_layout.width;
      if (end != 0 && m_layout.starts[thread] + textWidth(m_names[thread]) > end)
        return false;
    }
    return true;
  }

  std::size_t margin() const { return m_style.current ? 3 : 0; } // room for the "->" mark

  std::string numberText(const InterleavingRow& row) const {
    std::string number = fmt::format("{:>{}}", row.number, m_layout.numberWidth);
    if (row.isRacing)
      number.front() = '!';
    return number;
  }

  // The room for a row's text: what the source position leaves, but at least a third of the line.
  std::size_t roomFor(const InterleavingRow& row, std::size_t used) const {
    const std::size_t rest = used + textWidth(row.place) + (row.place.empty() ? 0 : 2);
    const std::size_t whole = m_layout.width + margin();
    return std::max(whole / 3, whole - std::min(whole, rest));
  }

  Paint paintOf(const InterleavingRow& row) const {
    return row.isLeftOut || !row.thread ? Paint::Dim : row.isAtFault ? Paint::BoldRed : paintOfThread(*row.thread);
  }

  const ColumnsStyle& m_style;
  std::vector<std::string> m_names; // by thread
  ColumnLayout m_layout;
  bool m_namesFit = true;
  const InterleavingRow* m_marked = nullptr;
};

// For an access inside a library: one line per call that led there, innermost first.
std::string callsText(const Witness& witness, unsigned thread, std::optional<unsigned> index) {
  std::string text;
  if (index)
    for (const WitnessPosition& call : libraryCalls(witness, thread, *index))
      text += fmt::format("    {}  {}:{}\n", call.function, call.file, call.line);
  return text;
}

} // namespace

std::string operationText(const WitnessEvent& event) {
  std::string text = operationWords(event);
  const std::string value = valueWords(event);
  if (!event.what.empty())
    text += ' ' + event.what;
  if (!value.empty())
    text += (event.holds ? ": " : " = ") + value;
  return text + staleWords(event);
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
    text += fmt::format("  {} waits for {}{}{}\n", threadText(witness, waiting.thread), awaitedWords(witness, waiting),
                        where.empty() ? "" : " at ", where);
    const std::optional<DescriptorWait> wait = descriptorWaitOf(witness, waiting);
    for (const WatchedStream& watched : wait ? wait->watched : std::vector<WatchedStream>())
      text += fmt::format("  - {}\n", watchedText(witness, watched));
  }
  for (const InputValue& input : inputValues(witness.inputs))
    text += fmt::format("  with {} = {}\n", input.name, valueText(input));
  return text;
}

std::string columns(const Witness& witness, std::span<const InterleavingRow> rows, const ColumnsStyle& style) {
  std::vector<InterleavingRow> fitted(rows.begin(), rows.end());
  for (InterleavingRow& row : fitted)
    row.place = withoutFolders(row.place, style.width / 3);
  const Lines lines(witness, fitted, style);
  std::string text = lines.header();
  for (const InterleavingRow& row : fitted)
    text += lines.of(row);
  return text;
}

std::string columns(const Witness& witness, std::optional<SchedulePosition> current) {
  return columns(witness, interleavingRows(witness), {.current = current});
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
