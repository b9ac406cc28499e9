#include "litmus_report.h"

#include "base/terminal_text.h"
#include "query/findings/distinct_bugs.h"

#include <fmt/format.h>

namespace revisit::cli {
namespace {

std::string secondsText(const CheckReport& report) {
  return fmt::format("{:.2f} s", report.exploration.seconds);
}

// "Ok under sc: the condition holds in 1 of 4 executions"
std::string verdictLine(const CheckReport& report, const ReportContext& context, const TextStyle& style) {
  const LitmusResult& result = *context.litmus;
  const bool isAll = report.reasons.empty();
  const litmus::Verdict verdict = result.outcomes->verdict(isAll);
  const std::string word = nameOf(verdict);
  const Paint paint = verdict == litmus::Verdict::Ok   ? Paint::Green
                      : verdict == litmus::Verdict::No ? Paint::BoldRed
                                                       : Paint::Yellow;
  std::string text = fmt::format("{} under {}: {}\n", style.colours ? painted(word, paint) : word, context.model,
                                 verdictText(*result.test, *result.outcomes, isAll));
  if (const std::uint64_t count = result.outcomes->filtered(); count != 0)
    text += fmt::format("  the filter leaves out {}\n", counted(count, "execution"));
  return text;
}

std::string witnessLines(const LitmusResult& result) {
  if (result.witnessPath.empty())
    return "";
  const bool isAsked = result.test->quantifier == litmus::Quantifier::Exists;
  return fmt::format("{}: {}\nnext: revisit show {}\n", isAsked ? "witness" : "counterexample", result.witnessPath,
                     result.witnessPath);
}

// In one word: what matters most about the test.
std::string wordOf(const CheckReport& report, const LitmusResult& result) {
  if (report.failure)
    return "Failed";
  if (report.verdict == CheckVerdict::Bug)
    return "Bug";
  return nameOf(result.outcomes->verdict(report.reasons.empty()));
}

} // namespace

std::string litmusToText(const CheckReport& report, const ReportContext& context, const TextStyle& style) {
  const LitmusResult& result = *context.litmus;
  const std::string counts = fmt::format("{} in {}; the program ran {}\n", sizeText(report.exploration),
                                         secondsText(report), counted(report.nativeRuns, "time"));
  const bool isPlain = report.verdict == CheckVerdict::Safe;
  return herdText(*result.test, *result.outcomes, report.reasons.empty()) + (isPlain ? counts : "") +
         verdictLine(report, context, style) + witnessLines(result) +
         (isPlain ? "" : '\n' + reportToText(report, context, style));
}

std::string litmusLine(const CheckReport& report, const ReportContext& context, const std::string& file,
                       std::size_t width) {
  const LitmusResult& result = *context.litmus;
  std::string text = fmt::format("{:<8} {:<{}}  {} in {}\n", wordOf(report, result), file, width,
                                 counted(report.exploration.counts.total(), "execution"), secondsText(report));
  for (const CheckError& error : report.errors)
    text += fmt::format("         {}: {} ({}:{})\n", errorName(error.kind), messageOf(*error.witness, error.error),
                        error.file, error.line);
  for (const CheckNote& reason : report.reasons)
    text += fmt::format("         {}\n", noteText(reason));
  return text;
}

} // namespace revisit::cli
