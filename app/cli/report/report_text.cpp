// The report as text.
#include "base/file_name.h"
#include "base/terminal_text.h"
#include "query/explain/patterns/pattern.h"
#include "query/findings/distinct_bugs.h"
#include "query/interleaving/call_names.h"
#include "query/interleaving/columns.h"
#include "query/interleaving/relevance.h"
#include "query/timeline/error_words.h"
#include "query/timeline/event_text.h"
#include "report.h"
#include "shown_error.h"
#include "shrunk_text.h"
#include "strategies_text.h"
#include "witness/event_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <set>

namespace revisit::cli {
namespace {

// The indentation in describeError() of the calls that led to an access.
constexpr const char* callIndent = "    ";
constexpr std::size_t outputLines = 4, outputLinesInFull = 20; // lines of a witness's output in the report

bool metIntendedRaces(const CheckReport& report) {
  return std::ranges::any_of(report.intendedRaces, [](const IntendedRace& race) { return race.executions != 0; });
}

// The races that the user marked as intended.
std::string intendedText(const CheckReport& report) {
  std::string text;
  for (const IntendedRace& race : report.intendedRaces)
    text += fmt::format("  intended race: {}: {}\n", race.rule,
                        race.executions == 0 ? "none was met" : "in " + counted(race.executions, "execution"));
  return text;
}

std::size_t linesIn(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

std::string shortPlace(const std::string& file, unsigned line) {
  return file.empty() ? "" : fmt::format("{}:{}", fileName(file), line);
}

// Removes the folder from paths that begin with it.
std::string withoutFolder(std::string text, const std::string& folder) {
  for (std::size_t at = text.find(folder); folder.size() > 1 && at != std::string::npos; at = text.find(folder, at)) {
    const bool isStart = at == 0 || text[at - 1] == ' ' || text[at - 1] == '(';
    if (isStart)
      text.erase(at, folder.size());
    else
      at++;
  }
  return text;
}

class ReportText {
public:
  ReportText(const CheckReport& report, const ReportContext& context, const TextStyle& style)
      : m_report(report), m_context(context), m_style(style),
        m_isOneWitness(std::ranges::adjacent_find(context.witnessPaths, std::not_equal_to()) ==
                       context.witnessPaths.end()) {}

  std::string whole() {
    const bool isList = m_report.errors.size() > 1;
    std::string text = isList ? summary() + '\n' : "";
    m_above = linesIn(text);
    std::set<const Witness*> shown;
    for (std::size_t i = 0; i < m_report.errors.size(); i++)
      if (shown.insert(errorAt(i).witness.get()).second || m_style.isFull)
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
  const CheckError& errorAt(std::size_t i) const { return m_report.errors[i]; }

  // For each error its kind, place, number of executions and witness: in one line, or in two if lines are too short.
  std::string summary() const {
    std::size_t heads = 0;
    for (const CheckError& error : m_report.errors)
      heads = std::max(heads, textWidth(titleOf(*error.witness, error.error)));
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
          fmt::format("{:>3}  {}", i + 1,
                      shortened(titleOf(*errorAt(i).witness, errorAt(i).error), std::max<std::size_t>(width, 5)));
      if (isOneLine)
        padTo(line, number + width + gap);
      else
        line += '\n' + std::string(number, ' ');
      text += line + detailsOf(i) + '\n';
    }
    return text;
  }

  // "a.c:7, 2 executions, known, a.revisit"; without the witness when all errors have the same
  std::string detailsOf(std::size_t i) const {
    const CheckError& error = errorAt(i);
    std::string text = shortPlace(error.file, error.line);
    text += (text.empty() ? "" : ", ") + counted(error.count, "execution");
    if (m_context.commentOn(i))
      text += ", known";
    return m_isOneWitness ? text : text + ", " + fileName(m_context.witnessPaths[i]);
  }

  // The description of the error; its first line is red.
  std::string description(const Witness& witness, const WitnessError& error) const {
    std::vector<std::string> lines = linesOf(describeError(witness, error));
    if (!m_style.isFull)
      lines = inShort(lines, error);
    std::string text = paintLines(wrapped(lines.front(), m_style.width, 2), Paint::BoldRed) + '\n';
    for (std::size_t i = 1; i < lines.size(); i++) {
      const bool isCut = lines[i].starts_with(callIndent) && m_style.width != 0;
      const bool isWide = m_style.width != 0 && textWidth(lines[i]) > m_style.width && !m_style.isFull;
      text += (isCut    ? shortened(lines[i], m_style.width)
               : isWide ? fitted(withoutErrorFile(lines[i], error))
                        : fitted(lines[i])) +
              '\n';
    }
    return text;
  }

  // "line 7" for "a.c:7" when the error is in a.c, as another line says.
  static std::string withoutErrorFile(const std::string& line, const WitnessError& error) {
    const std::string file = fileName(error.file) + ':';
    const std::size_t at = line.rfind(' ' + file);
    const bool isPlaceOfError = line.starts_with("  at ") || at == std::string::npos;
    return isPlaceOfError ? line : line.substr(0, at + 1) + "line " + line.substr(at + 1 + file.size());
  }

  // "    list::splice  list:1449" of a call inside a library.
  static std::string callInShort(const std::string& line) {
    const std::size_t gap = line.rfind("  ");
    const CallName call = callName(line.substr(textWidth(callIndent), gap - textWidth(callIndent)));
    return fmt::format("{}{}{}{}  {}", callIndent, call.type, call.type.empty() ? "" : "::", call.function,
                       fileName(line.substr(gap + 2)));
  }

  // The shortened form: paths relative to the current folder, the folder of the error's file only once, a thread after
  // its position, and only the program's own call of those that lead into a library.
  std::vector<std::string> inShort(const std::vector<std::string>& lines, const WitnessError& error) const {
    const std::string file = withoutFolder(error.file, m_style.folder);
    const std::string folder = folderOf(file);
    const std::string place = fmt::format("  at {}:{}", file, error.line);
    const auto isCall = [&](std::size_t i) { return i < lines.size() && lines[i].starts_with(callIndent); };
    std::vector<std::string> kept;
    for (std::size_t i = 0; i < lines.size(); i++) {
      if (isCall(i) && (!isCall(i + 1) || isCall(i + 2)))
        continue;
      const std::string below = withoutFolder(isCall(i) ? callInShort(lines[i]) : lines[i], m_style.folder);
      const std::string line = below == place ? below : withoutFolder(below, folder);
      const bool isThread = i > 0 && line.starts_with("  in ") &&
                            (kept.back().starts_with("  at ") || kept.back().starts_with("  the other access at "));
      if (isThread && (m_style.width == 0 || textWidth(kept.back()) + textWidth(line) <= m_style.width + 1))
        kept.back() += line.substr(1);
      else
        kept.push_back(line);
    }
    return kept;
  }

  std::string paintLines(const std::string& text, Paint paint) const {
    if (!m_style.colours)
      return text;
    std::string lines;
    for (const std::string& line : linesOf(text))
      lines += (lines.empty() ? "" : "\n") + painted(line, paint);
    return lines;
  }

  // `timeline`: null when the execution is too long for one. `above`: the lines of the report that are over it.
  std::string interleaving(const Witness& witness, const Timeline* timeline, std::size_t above) {
    const std::vector<InterleavingRow> rows =
        m_style.isFull || !timeline ? interleavingRows(witness) : relevantRows(*timeline, rowsBelow(above));
    m_isShortened = m_isShortened || std::ranges::any_of(rows, &InterleavingRow::isLeftOut);
    return columns(witness, rows, {m_style.width, m_style.colours, std::nullopt});
  }

  // As many rows as leave the report on one screen, within bounds.
  static std::size_t rowsBelow(std::size_t above) {
    constexpr std::size_t screen = 30, header = 2, below = 5, fewest = 8;
    return std::clamp(screen - std::min(screen, above + header + below), fewest, rowsAtAGlance);
  }

  std::string errorText(std::size_t i) {
    const CheckError& error = errorAt(i);
    const std::optional<Timeline> timeline = m_views.timelineOf(error.witness, error.error);
    std::string text = m_report.errors.size() > 1
                           ? paint(fmt::format("error {} of {}\n", i + 1, m_report.errors.size()), Paint::Dim)
                           : "";
    text += description(*error.witness, error.error);
    if (const std::string* comment = m_context.commentOn(i)) {
      text += fitted("  " + knownText(*comment) + '\n');
      if (!m_style.isFull)
        return text + witnessText(*error.witness, m_context.witnessPaths[i]);
    }
    // A pattern explains more than the general meaning of the kind of error.
    const std::string pattern = timeline ? patternText(*timeline) : "";
    if (m_style.isFull || pattern.empty())
      text += fitted(fmt::format("  ({})\n", meaningOf(error.kind)));
    text += fitted(pattern);
    if (!error.isShownFirst)
      return text + fmt::format("witness: {}, of an execution that shows other errors of this kind, too\n",
                                m_context.witnessPaths[i]);
    if (error.count > 1)
      text += fmt::format("  in {} executions; one of them:\n", error.count);
    text += '\n' + interleaving(*error.witness, timeline ? &*timeline : nullptr, m_above + linesIn(text)) +
            (m_style.isFull ? "\n" : "");
    text += outputText(*error.witness, m_style.isFull ? outputLinesInFull : outputLines);
    if (!error.confirmed)
      text += fitted("A bound was reached before this execution could be done again: the witness is not confirmed.\n");
    if (!m_style.isFull)
      text += furtherErrors(i);
    if (i < m_context.shrunk.size() && m_context.shrunk[i])
      text += fitted(shrunkText(*m_context.shrunk[i]));
    return text + witnessText(*error.witness, m_context.witnessPaths[i]);
  }

  // The other errors of the execution; the list of errors describes them.
  std::string furtherErrors(std::size_t first) const {
    std::vector<std::string> numbers;
    for (std::size_t i = first + 1; i < m_report.errors.size(); i++)
      if (errorAt(i).witness == errorAt(first).witness)
        numbers.push_back(fmt::format("{}", i + 1));
    return numbers.empty() ? ""
                           : fitted(fmt::format("also in this execution: error{} {}\n", numbers.size() == 1 ? "" : "s",
                                                fmt::join(numbers, ", ")));
  }

  // The path of the witness, or how to get it.
  std::string witnessText(const Witness& witness, const std::string& path) const {
    if (!path.empty())
      return fmt::format("witness: {}\n", path);
    return m_context.unwritten.empty()
               ? ""
               : fmt::format("witness: not written; 'revisit check --only {} --witness FOLDER' with the same program "
                             "writes it\n",
                             witness.executionId);
  }

  // A requested execution that has no error.
  std::string onlyText(const Witness& witness) {
    return fitted(describeError(witness)) + '\n' + interleaving(witness, nullptr, 0) + '\n' +
           outputText(witness, m_style.isFull ? outputLinesInFull : outputLines) +
           witnessText(witness, m_context.witnessPaths.back());
  }

  std::string verdict() const {
    std::string text = fitted(fmt::format("{} in {:.2f} s; the program ran {}\n", sizeText(m_report.exploration),
                                          m_report.exploration.seconds, counted(m_report.nativeRuns, "time")));
    if (m_report.answeredBy)
      text += fitted(fmt::format("{} {}\n",
                                 m_report.verdict == CheckVerdict::Incomplete ? "no search has an answer; this one is"
                                                                              : "the first answer is that of",
                                 searchText(*m_report.answeredBy)));
    text += strategies() + verdictLine();
    for (const CheckNote& reason : m_report.reasons)
      text += fitted(
          fmt::format("  {}\n", m_style.isFull ? noteText(reason) : withoutFolder(noteText(reason), m_style.folder)));
    for (const CheckNote& warning : m_report.warnings)
      if (isNotTried(warning))
        text += fitted(fmt::format("  not tried: {}\n", warning.detail));
    return text + fitted(intendedText(m_report));
  }

  // Of a check with a budget: what each strategy did.
  std::string strategies() const {
    std::string text;
    for (const StrategyReport& strategy : m_report.strategies) {
      text += fmt::format("  {} (--algorithm {}): ", nameText(strategy), nameOf(strategy.algorithm));
      if (strategy.end == StrategyReport::End::LeftOut) {
        text += endText(strategy) + '\n';
        continue;
      }
      text += fmt::format("{} in {:.2f} s; {}\n", counted(strategy.executions, "execution"), strategy.seconds,
                          endText(strategy));
      text +=
          fmt::format("    {}{}\n", coveredText(strategy),
                      strategy.newErrors == 0 ? "" : fmt::format("; found {}", counted(strategy.newErrors, "error")));
    }
    return fitted(text.empty() ? text : "strategies:\n" + text);
  }

  std::string verdictLine() const {
    switch (m_report.verdict) {
    case CheckVerdict::Safe:
      return paint("SAFE", Paint::Green) +
             fmt::format(": everything was explored, and nothing is wrong{}\n",
                         metIntendedRaces(m_report) ? " but the races that are named as intended" : "");
    case CheckVerdict::Bug:
      return (isAllKnown(m_report, m_context) ? paint("KNOWN", Paint::Yellow) : paint("BUG", Paint::BoldRed)) +
             fmt::format(": {}\n", errorCounts(m_report, m_context));
    case CheckVerdict::Incomplete:
      break;
    }
    if (m_report.nothingChecked)
      return paint("INCOMPLETE", Paint::Yellow) + ": nothing was checked\n";
    return m_report.failure
               ? paint("FAILED", Paint::Red) + ": the exploration broke off; nothing wrong was found until then\n"
               : paint("INCOMPLETE", Paint::Yellow) + ": nothing wrong was found, but not everything was explored\n";
  }

  // The next command: open the debugger at the first error that is not known.
  std::string hint() const {
    std::size_t next = 0;
    while (next < m_context.witnessPaths.size() && (m_context.witnessPaths[next].empty() || m_context.commentOn(next)))
      next++;
    if (next == m_context.witnessPaths.size())
      return "";
    const std::string& path = m_context.witnessPaths[next];
    const std::string replay = fmt::format("next: revisit replay {}", path);
    const std::string show = fmt::format("   (all events: revisit show {})", path);
    const bool fits = m_style.width == 0 || textWidth(replay + show) <= m_style.width;
    return paint(fits && m_isShortened ? replay + show : replay, Paint::Bold) + '\n';
  }

  const CheckReport& m_report;
  const ReportContext& m_context;
  const TextStyle& m_style;
  bool m_isOneWitness; // all errors have the same
  ErrorViews m_views;
  std::size_t m_above = 0;    // the lines of the list of errors
  bool m_isShortened = false; // events were left out
};

} // namespace

std::string counted(std::uint64_t count, const char* thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

bool isAllKnown(const CheckReport& report, const ReportContext& context) {
  return !report.errors.empty() && knownIn(context.known) == report.errors.size();
}

std::string knownText(const std::string& comment) {
  return comment.empty() ? "known" : "known: " + comment;
}

std::string errorCounts(const CheckReport& report, const ReportContext& context) {
  const std::size_t all = report.errors.size(), known = knownIn(context.known);
  if (known == 0)
    return counted(all, "error");
  const std::string file = fmt::format(" ({})", context.knownFile);
  if (known < all)
    return fmt::format("{}, and {} known{}", counted(all - known, "error"), known, file);
  return fmt::format("{}, {} known{}; {}", counted(all, "error"), all == 1 ? "it is" : "all are", file,
                     report.reasons.empty() ? "everything was explored" : "not everything was explored");
}

std::string noteText(const CheckNote& note) {
  std::string text = note.detail.empty() ? note.kind : fmt::format("{}: {}", note.kind, note.detail);
  if (!note.file.empty())
    text += note.line == 0 ? fmt::format(" ({})", note.file) : fmt::format(" ({}:{})", note.file, note.line);
  return text;
}

std::string sizeText(const Exploration& exploration) {
  if (const std::optional<StateSpace>& space = exploration.space)
    return fmt::format("{} ({}, {} of the program{}{})", counted(space->states, "state"), counted(space->steps, "step"),
                       counted(space->ends, "end"),
                       space->leftOut == 0 ? "" : fmt::format("; {} left out by summaries", space->leftOut),
                       space->omitted == 0 ? ""
                                           : fmt::format("; slicing omits {}", counted(space->omitted, "variable")));
  return fmt::format("{} ({})", counted(exploration.counts.total(), "execution"), countsText(exploration.counts));
}

std::string searchText(const SearchChoice& choice) {
  std::string text = fmt::format("--algorithm {}", nameOf(choice.algorithm));
  if (exploresStates(choice.algorithm))
    text += fmt::format(" --order {}", nameOf(choice.order));
  if (exploresStates(choice.algorithm) && choice.order == ThreadOrder::Random)
    text += fmt::format(" --seed {}", choice.seed);
  return text;
}

std::string algorithmText(const CheckReport& report, const ReportContext& context) {
  return report.answeredBy ? fmt::format("{}: {}", context.algorithm, searchText(*report.answeredBy))
                           : context.algorithm;
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

std::string reportToText(const CheckReport& report, const ReportContext& context, const TextStyle& style) {
  return ReportText(report, context, style).whole();
}

} // namespace revisit::cli
