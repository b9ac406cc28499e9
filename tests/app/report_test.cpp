// The report as JSON and as text.
#include "cli/progress.h"
#include "cli/report/html_report.h"
#include "cli/report/report.h"
#include "cli/report/sarif.h"
#include "cli/report/source_excerpt.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <limits>

namespace revisit::cli::report_test {
namespace {

using Json = nlohmann::json;

CheckReport sample() {
  CheckReport report;
  report.verdict = CheckVerdict::Bug;
  report.reasons = {{"stopped-at-bug", "", "", 0}};
  report.warnings = {{"assertions-off", "assertions are compiled out", "a.c", 0}};
  report.exploration.counts.complete = 5;
  report.exploration.counts.erroneous = 2;
  report.exploration.seconds = 2.5;
  report.nativeRuns = 3;
  report.solver = {10, 4, 0.5};
  CheckError error;
  error.kind = ErrorKind::OutOfBounds;
  error.count = 2;
  error.message = "beyond \xff";
  error.file = "a.c";
  error.line = 7;
  error.thread = "worker";
  error.confirmed = true;
  error.error.kind = ErrorKind::OutOfBounds;
  error.error.message = error.message;
  Witness witness;
  witness.threads = {{{}, "main"}};
  witness.error = error.error;
  error.witness = std::make_shared<const Witness>(witness);
  report.errors.push_back(error);
  return report;
}

const ReportContext context{"sc", "condpor", 1000, {"w/a.revisit"}, "", "1.2.3", {}};

TEST(ReportJson, KeepsTheContract) {
  const Json json = Json::parse(reportToJson(sample(), context));
  EXPECT_EQ(json.at("schema_version"), 2);
  EXPECT_EQ(json.at("tool"), Json::parse(R"({"name": "revisit", "version": "1.2.3"})"));
  EXPECT_EQ(json.at("verdict"), "bug");
  EXPECT_EQ(json.at("reasons"), Json::parse(R"([{"kind": "stopped-at-bug", "detail": "", "file": "", "line": 0}])"));
  EXPECT_EQ(json.at("warnings").size(), 1u);
  EXPECT_EQ(json.at("model"), "sc");
  EXPECT_EQ(json.at("algorithm"), "condpor");
  EXPECT_EQ(json.at("executions"), Json::parse(R"({"complete": 5, "erroneous": 2, "deadlocked": 0, "blocked": 0,
                                                   "cut": 0, "duplicate": 0})"));
  EXPECT_EQ(json.at("native_runs"), 3);
  EXPECT_EQ(json.at("solver"), Json::parse(R"({"queries": 10, "cache_hits": 4, "seconds": 0.5})"));
  EXPECT_EQ(json.at("seconds"), 2.5);
  EXPECT_EQ(json.at("executions_per_second"), 2.8);
  EXPECT_EQ(json.at("peak_rss_kib"), 1000);
  const Json& error = json.at("errors").at(0);
  EXPECT_EQ(error.at("kind"), "out-of-bounds");
  EXPECT_EQ(error.at("file"), "a.c");
  EXPECT_EQ(error.at("line"), 7);
  EXPECT_EQ(error.at("thread"), "worker");
  EXPECT_EQ(error.at("count"), 2);
  EXPECT_EQ(error.at("witness"), "w/a.revisit");
}

TEST(ReportJson, HasInputsAsTheProgramTakesThem) {
  CheckReport report = sample();
  Witness witness = *report.errors.front().witness;
  witness.inputs = {{0, 0, "low", 8, 0xfe, InputType::Signed},
                    {0, 1, "high", 64, 0xffffffffffffffff, InputType::Unsigned},
                    {0, 2, "on", 1, 1, InputType::Bool},
                    {0, 3, "least", 64, 0x8000000000000000, InputType::Signed},
                    {0, 4, "bytes", 8, 0xff, InputType::Unknown}};
  report.errors.front().witness = std::make_shared<const Witness>(witness);
  const Json inputs = Json::parse(reportToJson(report, context)).at("errors").at(0).at("inputs");
  ASSERT_EQ(inputs.size(), 5u);
  EXPECT_EQ(inputs.at(0), Json::parse(R"({"name": "low", "thread": 0, "type": "signed", "width": 8, "value": -2,
                                          "text": "-2"})"));
  EXPECT_EQ(inputs.at(1).at("value"), 0xffffffffffffffff);
  EXPECT_EQ(inputs.at(2).at("value"), true);
  EXPECT_EQ(inputs.at(3).at("value"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(inputs.at(4).at("type"), nullptr);
  EXPECT_EQ(inputs.at(4).at("value"), 255);
}

TEST(ReportSarif, NamesFilesByUri) {
  EXPECT_EQ(uriOf("/a b/c%<>.c"), "file:///a%20b/c%25%3C%3E.c");
  EXPECT_EQ(uriOf("src/größe.c"), "src/gr%C3%B6%C3%9Fe.c");
}

TEST(ReportSarif, OfASafeProgramHasNoResults) {
  CheckReport report;
  report.verdict = CheckVerdict::Safe;
  const Json run = Json::parse(reportToSarif(report, context)).at("runs").at(0);
  EXPECT_EQ(run.at("results"), Json::array());
  EXPECT_EQ(run.at("tool").at("driver").at("version"), "1.2.3");
}

TEST(ReportHtml, EscapesWhatComesFromThePrograms) {
  CheckReport report = sample();
  report.errors.front().error.message = "a<script>&\xff'\"";
  const std::string page = reportToHtml(report, context, [](const std::string&) { return std::nullopt; });
  EXPECT_NE(page.find("a&lt;script&gt;&amp;\xEF\xBF\xBD&#39;&quot;"), std::string::npos) << page;
  EXPECT_EQ(page.find("<script"), std::string::npos);
}

TEST(SourceExcerpt, ShowsLinesAroundAndWhereLinesAreLeftOut) {
  const SourceReader reader = [](const std::string& path) -> std::optional<std::vector<std::string>> {
    if (path != "a.c")
      return std::nullopt;
    std::vector<std::string> lines;
    for (int line = 1; line <= 30; line++)
      lines.push_back("line " + std::to_string(line));
    return lines;
  };
  const auto excerpts = excerptsOf(
      {{"a.c", 2, "first"}, {"a.c", 2, "second"}, {"gone.c", 5, "x"}, {"a.c", 29, "last"}, {"a.c", 99, "beyond"}},
      reader);
  ASSERT_EQ(excerpts.size(), 2u);
  std::string numbers;
  for (const ExcerptLine& line : excerpts[0].lines)
    numbers += std::to_string(line.number) + ' ';
  EXPECT_EQ(numbers, "1 2 3 4 5 0 26 27 28 29 30 ");
  EXPECT_EQ(excerpts[0].lines[1].notes, (std::vector<std::string>{"first", "second"}));
  EXPECT_TRUE(excerpts[1].lines.empty());
}

TEST(ReportText, SaysVerdictCountsAndWitness) {
  const std::string text = reportToText(sample(), context, {});
  EXPECT_NE(text.find("7 executions (5 complete, 2 erroneous) in 2.50 s; the program ran 3 times"), std::string::npos)
      << text;
  EXPECT_NE(text.find("BUG: 1 error\n"), std::string::npos);
  EXPECT_NE(text.find("witness: w/a.revisit"), std::string::npos);
}

// A second error of the same execution.
CheckReport twoErrors() {
  CheckReport report = sample();
  CheckError other = report.errors.front();
  other.isShownFirst = false;
  other.line = other.error.line = 9;
  other.error.file = "a.c";
  report.errors.push_back(other);
  return report;
}

const ReportContext twice{"sc", "condpor", 1000, {"w/a.revisit", "w/a.revisit"}};

TEST(ReportText, ErrorsThatShareAWitnessAreListed) {
  const std::string text = reportToText(twoErrors(), twice, {});
  EXPECT_EQ(text.find("2 errors:\n  1  out-of-bounds: beyond"), 0u) << text;
  EXPECT_NE(text.find("  a.c:7, 2 executions\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  a.c:9, 2 executions\n"), std::string::npos) << text;
  EXPECT_NE(text.find("also in this execution: error 2\n"), std::string::npos) << text;
  EXPECT_NE(text.find("BUG: 2 errors\n"), std::string::npos);
}

TEST(ReportText, ErrorsWithWitnessesOfTheirOwnAreListedWithThem) {
  ReportContext context = twice;
  context.witnessPaths[1] = "w/b.revisit";
  const std::string text = reportToText(twoErrors(), context, {});
  EXPECT_NE(text.find("  a.c:7, 2 executions, a.revisit\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  a.c:9, 2 executions, b.revisit\n"), std::string::npos) << text;
}

TEST(ReportText, InFullErrorsThatShareAWitnessAreToldOneByOne) {
  const std::string text = reportToText(twoErrors(), twice, {.width = 0, .isFull = true});
  EXPECT_NE(text.find("  at a.c:9\n"), std::string::npos) << text;
  EXPECT_NE(text.find("witness: w/a.revisit, of an execution that shows other errors"), std::string::npos);
  EXPECT_NE(text.find("BUG: 2 errors\n"), std::string::npos);
}

TEST(ReportText, PathsBeginBelowTheCurrentFolder) {
  CheckReport report = sample();
  CheckError& error = report.errors.front();
  error.error.file = "/home/me/src/a.c";
  error.error.line = 7;
  error.error.message = "freed at /home/me/src/a.c:3, /not/home/me/b.c:4";
  report.reasons = {{"bound", "a loop was cut", "/home/me/src/b.c", 9}};
  const std::string text = reportToText(report, context, {.folder = "/home/me/"});
  EXPECT_NE(text.find("freed at a.c:3, /not/home/me/b.c:4\n  at src/a.c:7 in T0 main\n"), std::string::npos) << text;
  EXPECT_NE(text.find("a loop was cut (src/b.c:9)"), std::string::npos) << text;
  const std::string full = reportToText(report, context, {.width = 0, .isFull = true, .folder = "/home/me/"});
  EXPECT_NE(full.find("  at /home/me/src/a.c:7\n  in T0 main\n"), std::string::npos) << full;
}

TEST(ReportText, EndsWithTheNextCommand) {
  const std::string text = reportToText(sample(), context, {});
  EXPECT_TRUE(text.ends_with("\nnext: revisit replay w/a.revisit\n")) << text;
  ReportContext unwritten = context;
  unwritten.witnessPaths = {""};
  unwritten.unwritten = "the disk is full";
  EXPECT_EQ(reportToText(sample(), unwritten, {}).find("next:"), std::string::npos);
}

TEST(ReportText, ColoursAreOnlyAddedOnRequest) {
  EXPECT_EQ(reportToText(sample(), context, {}).find('\033'), std::string::npos);
  EXPECT_NE(reportToText(sample(), context, {.colours = true}).find("\033[1;31mBUG\033[0m: 1 error"),
            std::string::npos);
}

TEST(ReportText, SaysWhyItIsIncomplete) {
  CheckReport report;
  report.verdict = CheckVerdict::Incomplete;
  report.reasons = {{"bound", "a loop was cut after 32 rounds", "a.c", 12}};
  const std::string text = reportToText(report, {"sc", "condpor", 0, {}}, {});
  EXPECT_NE(text.find("INCOMPLETE"), std::string::npos);
  EXPECT_NE(text.find("bound: a loop was cut after 32 rounds (a.c:12)"), std::string::npos) << text;
}

TEST(Progress, IsOneLine) {
  Exploration exploration;
  exploration.counts.complete = 90;
  exploration.counts.deadlocked = 10;
  EXPECT_EQ(progressText({exploration, {2000, 300}, 2}),
            "100 executions (10 wrong), 50 per second, about 2000 (+-300) in all, 2 s");
  EXPECT_EQ(progressText({exploration, {}, 0}), "100 executions (10 wrong), 0 s");
  exploration.counts.cut = 300;
  EXPECT_EQ(progressText({exploration, {}, 0, {}, 0, "spin.c:12"}),
            "400 executions (10 wrong), 300 of them cut in the loop at spin.c:12, 0 s");
}

} // namespace
} // namespace revisit::cli::report_test
