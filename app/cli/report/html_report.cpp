#include "html_report.h"

#include "base/file_name.h"
#include "base/text_width.h"
#include "export.h"
#include "markup.h"
#include "program/positions.h"
#include "query/interleaving/columns.h"
#include "query/timeline/error_words.h"
#include "query/timeline/event_text.h"
#include "query/timeline/path_condition.h"
#include "shown_error.h"
#include "source_excerpt.h"
#include "strategies_text.h"
#include "witness/event_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

namespace revisit::cli {
namespace {

constexpr const char* styleSheet = R"(
:root { color-scheme: light dark; --line: #c8ccd0; --soft: #f3f4f6; --bad: #b3261e; --ink: #1b1c1e; --page: #ffffff; }
@media (prefers-color-scheme: dark) {
  :root { --line: #46494d; --soft: #26282b; --bad: #ff8a80; --ink: #e6e7e9; --page: #17181a; }
}
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); max-width: 75rem;
  margin: 2rem auto; padding: 0 1rem; }
h1, h2 { line-height: 1.25; }
h2 { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
.bad { color: var(--bad); }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: 0.15rem 0.7rem; border-bottom: 1px solid var(--line); }
td, pre, code { font-family: ui-monospace, monospace; font-size: 13px; }
.wide { overflow-x: auto; }
.left-out td { opacity: 0.7; font-style: italic; }
.fault td { color: var(--bad); font-weight: bold; }
pre { background: var(--soft); padding: 0.7rem; overflow-x: auto; }
.picture { background: #ffffff; overflow-x: auto; border: 1px solid var(--line); }
mark { background: #ffe08a; color: #1b1c1e; }
)";

constexpr std::size_t maxRows = 5000; // in a table of all events

std::string element(const char* name, const std::string& text) {
  return fmt::format("<{0}>{1}</{0}>\n", name, escapeMarkup(text));
}

std::string listItems(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items)
    text += element("li", item);
  return text.empty() ? "" : "<ul>\n" + text + "</ul>\n";
}

std::string pairsTable(const std::vector<std::pair<std::string, std::string>>& pairs) {
  std::string text = "<table>\n";
  for (const auto& [name, value] : pairs)
    if (!value.empty())
      text += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", escapeMarkup(name), escapeMarkup(value));
  return text + "</table>\n";
}

std::string inOneLine(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string verdictText(const CheckReport& report, const ReportContext& context) {
  switch (report.verdict) {
  case CheckVerdict::Safe:
    return "Safe: everything was explored, and nothing is wrong";
  case CheckVerdict::Bug:
    return (isAllKnown(report, context) ? "Known: " : "Bug: ") + errorCounts(report, context);
  case CheckVerdict::Incomplete:
    break;
  }
  return report.nothingChecked ? "Incomplete: nothing was checked"
                               : "Incomplete: nothing wrong was found, but not everything was explored";
}

// A column for each thread and one for the source position; left-out events are counted.
std::string interleavingTable(const Witness& witness, const std::vector<InterleavingRow>& rows) {
  std::string text = "<div class=\"wide\"><table class=\"interleaving\">\n<tr><th scope=\"col\">#</th>";
  for (unsigned thread = 0; thread < witness.threads.size(); thread++)
    text += fmt::format("<th scope=\"col\">{}</th>", escapeMarkup(threadText(witness, thread)));
  text += "<th scope=\"col\">place</th></tr>\n";
  for (const InterleavingRow& row : rows) {
    text += row.isLeftOut ? "<tr class=\"left-out\"><td></td>"
                          : fmt::format("<tr{}><td>{}</td>", row.isAtFault ? " class=\"fault\"" : "", row.number);
    if (row.thread)
      for (unsigned thread = 0; thread < witness.threads.size(); thread++)
        text += thread == *row.thread ? fmt::format("<td>{}</td>", escapeMarkup(row.text)) : "<td></td>";
    else
      text += fmt::format("<td colspan=\"{}\">{}</td>", witness.threads.size(), escapeMarkup(row.text));
    text += fmt::format("<td>{}</td></tr>\n", escapeMarkup(row.place));
  }
  return text + "</table></div>\n";
}

class HtmlReport {
public:
  HtmlReport(const CheckReport& report, const ReportContext& context, const SourceReader& sources)
      : m_report(report), m_context(context), m_sources(sources) {}

  std::string whole() const {
    const std::string title = fmt::format("Revisit: {}", fileName(m_context.options.program.path));
    std::string text = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
    text += element("title", title) + "<style>" + styleSheet + "</style>\n</head>\n<body>\n" + element("h1", title);
    text += overview();
    for (std::size_t i = 0; i < m_report.errors.size(); i++)
      text += error(i);
    if (m_report.onlyWitness)
      text += execution(*m_report.onlyWitness);
    return text + howItWasRun() + "</body>\n</html>\n";
  }

private:
  std::string overview() const {
    std::string text =
        fmt::format("<p{}><strong>{}</strong></p>\n", m_report.verdict == CheckVerdict::Bug ? " class=\"bad\"" : "",
                    escapeMarkup(verdictText(m_report, m_context)));
    text += element("p", fmt::format("{} in {:.2f} s; the program ran {}.", sizeText(m_report.exploration),
                                     m_report.exploration.seconds, counted(m_report.nativeRuns, "time")));
    std::vector<std::string> notes;
    for (const CheckNote& reason : m_report.reasons)
      notes.push_back(noteText(reason));
    for (const CheckNote& warning : m_report.warnings)
      notes.push_back("warning: " + noteText(warning));
    return text + listItems(notes) + strategies();
  }

  // Of a check with a budget: what each strategy did.
  std::string strategies() const {
    if (m_report.strategies.empty())
      return "";
    std::string text = "<h2>Strategies</h2>\n<div class=\"wide\"><table>\n<tr>";
    for (const char* title : {"strategy", "seconds", "executions", "new errors", "covered", "why it ended"})
      text += fmt::format("<th scope=\"col\">{}</th>", title);
    text += "</tr>\n";
    for (const StrategyReport& strategy : m_report.strategies)
      text += fmt::format("<tr><td>{} ({})</td><td>{:.2f}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                          escapeMarkup(nameText(strategy)), nameOf(strategy.algorithm), strategy.seconds,
                          strategy.executions, strategy.newErrors, escapeMarkup(coveredText(strategy)),
                          escapeMarkup(endText(strategy)));
    return text + "</table></div>\n";
  }

  std::string error(std::size_t i) const {
    const CheckError& error = m_report.errors[i];
    const ShownError shown = cli::shown(m_views, error);
    const std::string kind = errorName(error.kind), words = messageOf(*error.witness, error.error);
    std::string text = fmt::format("<section>\n<h2>{}. <span class=\"bad\">{}</span>{}</h2>\n", i + 1,
                                   escapeMarkup(kind), words.empty() ? "" : escapeMarkup(": " + words));
    if (const std::string* comment = m_context.commentOn(i))
      text += element("p", knownText(*comment));
    text += element("p", std::string("What this means: ") + meaningOf(error.kind) + '.');
    text += pairsTable(factsOf(error)) + inputsTable(*error.witness) + cause(shown);
    if (shown.timeline)
      text += shownExecution(*shown.timeline, shown.events);
    else
      text += "<h3>Interleaving</h3>\n" + interleavingTable(*error.witness, interleavingRows(*error.witness));
    return text + output(*error.witness) + replay(m_context.witnessPaths[i]) + "</section>\n";
  }

  static std::vector<std::pair<std::string, std::string>> factsOf(const CheckError& error) {
    const auto place = [](const std::string& file, unsigned line) {
      return file.empty() ? "" : fmt::format("{}:{}", file, line);
    };
    const Witness& witness = *error.witness;
    std::vector<std::pair<std::string, std::string>> facts = {{"place", place(error.file, error.line)}};
    if (error.error.waiting.empty())
      facts.emplace_back("thread", threadText(witness, error.error.thread));
    if (const auto& other = error.error.other) {
      facts.emplace_back("the other access", place(other->file, other->line));
      facts.emplace_back("its thread", threadText(witness, other->thread));
    }
    for (const WitnessWaiting& waiting : error.error.waiting)
      facts.emplace_back(threadText(witness, waiting.thread) + " waits for",
                         awaitedWords(witness, waiting) + (waiting.position.file.empty() ? "" : " at ") +
                             place(waiting.position.file, waiting.position.line));
    facts.emplace_back("executions with it", fmt::format("{}", error.count));
    facts.emplace_back("execution shown", witness.executionId);
    return facts;
  }

  static std::string inputsTable(const Witness& witness) {
    std::vector<std::pair<std::string, std::string>> inputs;
    for (const InputValue& input : inputValues(witness.inputs))
      inputs.emplace_back(input.name, valueText(input));
    return inputs.empty() ? "" : "<h3>Inputs</h3>\n" + pairsTable(inputs);
  }

  // With the event's number in the tables in place of its reference.
  static std::string numbered(const ShownError& shown, const Reason& reason) {
    if (!reason.event)
      return reason.sentence;
    const std::string reference = referenceText(shown.timeline->event(*reason.event));
    const std::size_t at = reason.sentence.find(reference);
    return at == std::string::npos ? fmt::format("{} (#{})", reason.sentence, *reason.event)
                                   : reason.sentence.substr(0, at) + fmt::format("#{}", *reason.event) +
                                         reason.sentence.substr(at + reference.size());
  }

  static std::string cause(const ShownError& shown) {
    if (shown.explanation.headline.empty())
      return "";
    std::vector<std::string> reasons;
    for (const Reason& reason : shown.explanation.reasons)
      reasons.push_back(numbered(shown, reason));
    return "<h3>Cause</h3>\n" + element("p", shown.explanation.headline) + listItems(reasons);
  }

  std::string shownExecution(const Timeline& timeline, const std::vector<EventNumber>& events) const {
    const Witness& witness = timeline.witness();
    std::vector<bool> wanted(timeline.size());
    Witness drawn = witness;
    drawn.schedule.clear();
    for (const EventNumber number : events) {
      wanted[number - 1] = true;
      drawn.schedule.push_back(timeline.event(number));
    }
    std::string text = "<h3>Interleaving</h3>\n" + interleavingTable(witness, interleavingRows(witness, wanted));
    if (events.size() < timeline.size() && timeline.size() <= maxRows)
      text += "<details><summary>All events; what a library does is one row</summary>\n" +
              interleavingTable(witness, interleavingRows(witness, Folding(timeline))) + "</details>\n";
    text += "<h3>Execution graph</h3>\n" +
            element("p", "Dashed lines lead from a write to the read of another thread that sees it.") +
            "<div class=\"picture\">\n" + witnessToSvg(drawn) + "</div>\n";
    return text + sources(timeline, events);
  }

  std::string sources(const Timeline& timeline, const std::vector<EventNumber>& events) const {
    std::vector<NotedLine> notes;
    for (const EventNumber number : events)
      if (const WitnessPosition* place = placeOf(timeline.event(number)); place && !isSystemFile(place->file))
        notes.push_back({place->file, place->line,
                         fmt::format("{} {} {}", number, threadText(timeline.event(number).thread),
                                     operationText(timeline.event(number)))});
    std::string text;
    for (const SourceExcerpt& excerpt : excerptsOf(notes, m_sources)) {
      text += element("h4", excerpt.file);
      text += excerpt.lines.empty() ? element("p", "This file could not be read when the report was made.") : "<pre>";
      std::size_t widest = 0;
      for (const ExcerptLine& line : excerpt.lines)
        widest = std::max(widest, line.notes.empty() ? 0 : textWidth(line.text));
      for (const ExcerptLine& line : excerpt.lines) {
        std::string code = line.number == 0 ? std::string("...") : fmt::format("{:>5}  {}", line.number, line.text);
        if (line.notes.empty()) {
          text += escapeMarkup(code) + '\n';
          continue;
        }
        padTo(code, widest + 7);
        text += "<mark>" + escapeMarkup(code) + "</mark>";
        for (std::size_t i = 0; i < line.notes.size(); i++)
          text += (i == 0 ? "  " : "\n" + std::string(widest + 9, ' ')) + escapeMarkup(line.notes[i]);
        text += '\n';
      }
      if (!excerpt.lines.empty())
        text += "</pre>\n";
    }
    return text.empty() ? "" : "<h3>Source</h3>\n" + text;
  }

  static std::string output(const Witness& witness) {
    constexpr std::size_t lines = 40;
    return witness.output.empty() ? ""
                                  : "<h3>Output of the program</h3>\n" + element("pre", outputText(witness, lines));
  }

  std::string replay(const std::string& path) const {
    if (path.empty())
      return element("p", "The witness of this error could not be written.");
    return "<h3>How to do it again</h3>\n" +
           element("pre", fmt::format("revisit replay {0}          # in the debugger, at the error\n"
                                      "revisit replay --plain {0}  # only does it again\n"
                                      "revisit show {0}            # all events of this execution\n"
                                      "revisit-gui {0}",
                                      path));
  }

  // A requested execution that has no error.
  std::string execution(const Witness& witness) const {
    return "<section>\n" + element("h2", "Execution " + witness.executionId) + element("p", endingText(witness)) +
           inputsTable(witness) + interleavingTable(witness, interleavingRows(witness)) + output(witness) +
           replay(m_context.witnessPaths.back()) + "</section>\n";
  }

  std::string howItWasRun() const {
    const CheckOptions& options = m_context.options;
    const auto bound = [](double number) { return number == 0 ? std::string("none") : fmt::format("{}", number); };
    std::string text = "<section>\n<h2>How this was found</h2>\n";
    text += pairsTable({{"Revisit", m_context.toolVersion},
                        {"program", options.program.path},
                        {"arguments", inOneLine(options.program.arguments)},
                        {"sources", inOneLine(options.program.sources)},
                        {"compiler options", inOneLine(options.program.flags)},
                        {"memory model", m_context.model},
                        {"algorithm", algorithmText(m_report, m_context)},
                        {"rounds of a loop", fmt::format("{}", m_report.risenUnroll.value_or(options.bounds.unroll))},
                        {"most executions", bound(static_cast<double>(options.explore.maxExecutions))},
                        {"most seconds", bound(options.explore.timeoutSeconds)},
                        {"budget in seconds", bound(options.bounds.budgetSeconds)},
                        {"goes on after a bug", options.explore.keepGoing ? "yes" : "no"}});
    return text + "</section>\n";
  }

  const CheckReport& m_report;
  const ReportContext& m_context;
  mutable ErrorViews m_views;
  const SourceReader& m_sources;
};

} // namespace

std::optional<std::vector<std::string>> readSource(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);)
    lines.push_back(line);
  return lines.empty() ? std::nullopt : std::optional(std::move(lines));
}

std::string reportToHtml(const CheckReport& report, const ReportContext& context, const SourceReader& sources) {
  return HtmlReport(report, context, sources).whole();
}

} // namespace revisit::cli
