// The report for people.
#include "base/terminal_text.h"
#include "report.h"
#include "session/columns.h"
#include "session/error_words.h"
#include "session/event_text.h"
#include "session/relevance.h"

#include <fmt/format.h>

#include <algorithm>

namespace revisit::cli {
namespace {

constexpr std::size_t outputLines = 4, outputLinesInFull = 20; // of a witness, in the report

std::string fileName(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

bool metIntendedRaces(const CheckReport& report) {
  return std::ranges::any_of(report.intendedRaces, [](const IntendedRace& race) { return race.executions != 0; });
}

// The races that were named as intended.
std::string intendedText(const CheckReport& report) {
  std::string text;
  for (const IntendedRace& race : report.intendedRaces)
    text += fmt::format("  intended race: {}: {}\n", race.rule,
                        race.executions == 0 ? "none was met" : "in " + counted(race.executions, "execution"));
  return text;
}

// "assertion: x > 0", in one line.
std::string headOf(const CheckError& error) {
  const std::string kind = errorName(error.finding.kind), message = messageOf(error);
  std::string head = message.empty() || message == kind ? kind : fmt::format("{}: {}", kind, message);
  std::ranges::replace(head, '\n', ' ');
  return head;
}

std::string shortPlace(const std::string& file, unsigned line) {
  return file.empty() ? "" : fmt::format("{}:{}", fileName(file), line);
}

std::string placesOf(const CheckError& error) {
  const std::string place = shortPlace(error.file, error.line);
  return error.error.other
             ? fmt::format("{} and {}", place, shortPlace(error.error.other->file, error.error.other->line))
             : place;
}

class ReportText {
public:
  ReportText(const CheckReport& report, const ReportContext& context, const TextStyle& style)
      : m_report(report), m_context(context), m_style(style) {}

  std::string whole() {
    std::string text;
    if (m_report.errors.size() > 1)
      text += summary() + '\n';
    const bool isList = m_report.errors.size() > 1;
    for (std::size_t i = 0; i < m_report.errors.size(); i++)
      if (m_style.isFull || isFirstOfItsWitness(i))
        text += errorText(i) + (isList ? "\n" : "");
    if (m_report.onlyWitness)
      text += onlyText(*m_report.onlyWitness);
    return text + verdict() + hint();
  }

private:
  std::string paint(const std::string& text, Paint paint) const {
    return m_style.colours ? painted(text, paint) : text;
  }
  std::string fitted(const std::string& text) const { return wrapped(text, m_style.width, 2); }
  // A line that is shortened, not broken.
  std::string oneLine(const std::string& text) const {
    return (m_style.width == 0 ? text : shortened(text, m_style.width)) + '\n';
  }
  const CheckError& errorAt(std::size_t i) const { return m_report.errors[i]; }

  bool isFirstOfItsWitness(std::size_t i) const {
    return std::none_of(m_report.errors.begin(), m_report.errors.begin() + static_cast<std::ptrdiff_t>(i),
                        [&](const CheckError& other) { return other.witness == errorAt(i).witness; });
  }

  // For each error what, where, in how many executions, in which witness: a line, or two where lines are too short.
  std::string summary() const {
    std::size_t heads = 0;
    for (const CheckError& error : m_report.errors)
      heads = std::max(heads, textWidth(headOf(error)));
    constexpr std::size_t fewest = 32, number = 5, gap = 2;
    std::size_t others = 0;
    for (std::size_t i = 0; i < m_report.errors.size(); i++)
      others = std::max(others, textWidth(detailsOf(i)));
    const std::size_t room = m_style.width == 0 ? heads : m_style.width - std::min(m_style.width, number);
    const bool isOneLine = m_style.width == 0 || room >= others + gap + std::min(heads, fewest);
    const std::size_t width = isOneLine ? std::min(heads, m_style.width == 0 ? heads : room - others - gap) : room;
    std::string text = paint(counted(m_report.errors.size(), "error") + ':', Paint::Bold) + '\n';
    for (std::size_t i = 0; i < m_report.errors.size(); i++) {
      std::string line =
          fmt::format("{:>3}  {}", i + 1, shortened(headOf(errorAt(i)), std::max<std::size_t>(width, 5)));
      if (isOneLine)
        padTo(line, number + width + gap);
      else
        line += '\n' + std::string(number, ' ');
      text += line + detailsOf(i) + '\n';
    }
    return text;
  }

  // "a.c:7, 2 executions, a.revisit"
  std::string detailsOf(std::size_t i) const {
    const CheckError& error = errorAt(i);
    std::string text = shortPlace(error.file, error.line);
    text += (text.empty() ? "" : ", ") + counted(error.finding.count, "execution");
    const std::string file = fileName(m_context.witnessPaths[i]);
    return file.empty() ? text : text + ", " + file;
  }

  // What is wrong, its first line in red.
  std::string description(const Witness& witness, const WitnessError& error) const {
    const std::string text = describeError(witness, error);
    const std::size_t end = text.find('\n');
    std::string head = wrapped(text.substr(0, end), m_style.width, 2);
    if (m_style.colours) {
      std::string lines;
      for (std::size_t begin = 0; begin <= head.size();) {
        const std::size_t feed = std::min(head.find('\n', begin), head.size());
        lines += (begin == 0 ? "" : "\n") + painted(head.substr(begin, feed - begin), Paint::BoldRed);
        begin = feed + 1;
      }
      head = lines;
    }
    return head + fitted(text.substr(end));
  }

  std::string interleaving(const Witness& witness) {
    const std::vector<InterleavingRow> rows = m_style.isFull ? interleavingRows(witness) : relevantRows(witness);
    m_isShortened = m_isShortened || std::ranges::any_of(rows, &InterleavingRow::isLeftOut);
    return columns(witness, rows, {m_style.width, m_style.colours, std::nullopt});
  }

  std::string errorText(std::size_t i) {
    const CheckError& error = errorAt(i);
    std::string text = m_report.errors.size() > 1
                           ? paint(fmt::format("error {} of {}\n", i + 1, m_report.errors.size()), Paint::Dim)
                           : "";
    text += description(*error.witness, error.error);
    text += fitted(fmt::format("  ({})\n", meaningOf(error.finding.kind)));
    if (!error.isShownFirst)
      return text + fmt::format("witness: {}, of an execution that shows other errors of this kind, too\n",
                                m_context.witnessPaths[i]);
    if (error.finding.count > 1)
      text += fmt::format("  in {} executions; one of them:\n", error.finding.count);
    text += '\n' + interleaving(*error.witness) + '\n';
    text += outputText(*error.witness, m_style.isFull ? outputLinesInFull : outputLines);
    if (!error.confirmed)
      text += fitted("A bound was reached before this execution could be done again: the witness is not confirmed.\n");
    if (!m_style.isFull)
      text += furtherErrors(i);
    return text + witnessText(*error.witness, m_context.witnessPaths[i]);
  }

  // What else the execution shows, a line each.
  std::string furtherErrors(std::size_t first) const {
    std::string text;
    for (std::size_t i = first + 1; i < m_report.errors.size(); i++)
      if (const CheckError& error = errorAt(i); error.witness == errorAt(first).witness)
        text += oneLine(fmt::format("  {} at {}: {}", i + 1, placesOf(error), headOf(error)));
    return text.empty() ? "" : "further errors of this execution:\n" + text;
  }

  // The file, or how to get it.
  std::string witnessText(const Witness& witness, const std::string& path) const {
    if (!path.empty())
      return fmt::format("witness: {}\n", path);
    return m_context.unwritten.empty()
               ? ""
               : fmt::format("witness: not written; 'revisit check --only {} --witness FOLDER' with the same program "
                             "writes it\n",
                             witness.executionId);
  }

  // An execution that was asked for, in which nothing is wrong.
  std::string onlyText(const Witness& witness) {
    return fitted(describeError(witness)) + '\n' + interleaving(witness) + '\n' +
           outputText(witness, m_style.isFull ? outputLinesInFull : outputLines) +
           witnessText(witness, m_context.witnessPaths.back());
  }

  std::string verdict() const {
    const ExplorationCounts& counts = m_report.exploration.counts;
    std::string text =
        fitted(fmt::format("{} ({}) in {:.2f} s; the program ran {}\n", counted(counts.total(), "execution"),
                           countsText(counts), m_context.seconds, counted(m_report.nativeRuns, "time")));
    text += verdictLine();
    for (const CheckNote& reason : m_report.reasons)
      text += fitted(fmt::format("  {}\n", noteText(reason)));
    return text + fitted(intendedText(m_report));
  }

  std::string verdictLine() const {
    switch (m_report.verdict) {
    case CheckVerdict::Safe:
      return paint("SAFE", Paint::Green) +
             fmt::format(": everything was explored, and nothing is wrong{}\n",
                         metIntendedRaces(m_report) ? " but the races that are named as intended" : "");
    case CheckVerdict::Bug:
      return paint("BUG", Paint::BoldRed) + fmt::format(": {}\n", counted(m_report.errors.size(), "error"));
    case CheckVerdict::Incomplete:
      break;
    }
    if (m_report.nothingChecked)
      return paint("INCOMPLETE", Paint::Yellow) + ": nothing was checked\n";
    return m_report.failure
               ? paint("FAILED", Paint::Red) + ": the exploration broke off; nothing wrong was found until then\n"
               : paint("INCOMPLETE", Paint::Yellow) + ": nothing wrong was found, but not everything was explored\n";
  }

  // The next command: the debugger, at the first error.
  std::string hint() const {
    const auto path = std::ranges::find_if(m_context.witnessPaths, [](const auto& each) { return !each.empty(); });
    if (path == m_context.witnessPaths.end())
      return "";
    const std::string replay = fmt::format("next: revisit replay {}", *path);
    const std::string show = fmt::format("   (all events: revisit show {})", *path);
    const bool fits = m_style.width == 0 || textWidth(replay + show) <= m_style.width;
    return paint(fits && m_isShortened ? replay + show : replay, Paint::Bold) + '\n';
  }

  const CheckReport& m_report;
  const ReportContext& m_context;
  const TextStyle& m_style;
  bool m_isShortened = false; // events were left out
};

} // namespace

std::string counted(std::uint64_t count, const char* thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string noteText(const CheckNote& note) {
  std::string text = note.detail.empty() ? note.kind : fmt::format("{}: {}", note.kind, note.detail);
  if (!note.file.empty())
    text += note.line == 0 ? fmt::format(" ({})", note.file) : fmt::format(" ({}:{})", note.file, note.line);
  return text;
}

std::string countsText(const ExplorationCounts& counts) {
  std::string text = fmt::format("{} complete", counts.complete);
  const auto add = [&](std::uint64_t count, const char* what) {
    if (count != 0)
      text += fmt::format(", {} {}", count, what);
  };
  add(counts.erroneous, "erroneous");
  add(counts.deadlocked, "deadlocked");
  add(counts.blocked, "blocked");
  add(counts.cut, "cut");
  add(counts.duplicate, "duplicate");
  return text;
}

std::string messageOf(const CheckError& error) {
  std::string message = error.message;
  if (message.empty())
    for (const WitnessWaiting& waiting : error.error.waiting)
      message += fmt::format("{}{} waits for {}", message.empty() ? "" : "; ",
                             threadText(*error.witness, waiting.thread), waiting.what);
  return message;
}

std::string reportToText(const CheckReport& report, const ReportContext& context, const TextStyle& style) {
  return ReportText(report, context, style).whole();
}

} // namespace revisit::cli
