// The report as JSON and as text.
#include "progress.h"
#include "report.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace revisit::cli {
namespace {

using Json = nlohmann::json;

CheckReport sample() {
  CheckReport report;
  report.verdict = CheckVerdict::Bug;
  report.reasons = {{"stopped-at-bug", "", "", 0}};
  report.warnings = {{"assertions-off", "assertions are compiled out", "a.c", 0}};
  report.exploration.counts.complete = 5;
  report.exploration.counts.erroneous = 2;
  report.exploration.seconds = 2;
  report.nativeRuns = 3;
  report.solver = {10, 4, 0.5};
  CheckError error;
  error.finding.kind = ErrorKind::OutOfBounds;
  error.finding.count = 2;
  error.message = "beyond \xff";
  error.file = "a.c";
  error.line = 7;
  error.thread = "worker";
  error.confirmed = true;
  error.error.kind = ErrorKind::OutOfBounds;
  Witness witness;
  witness.threads = {{{}, "main"}};
  witness.error = error.error;
  error.witness = std::make_shared<const Witness>(witness);
  report.errors.push_back(error);
  return report;
}

const ReportContext context{"sc", "condpor", 2.5, 1000, {"w/a.revisit"}};

TEST(ReportJson, KeepsTheContract) {
  const Json json = Json::parse(reportToJson(sample(), context));
  EXPECT_EQ(json.at("schema_version"), 1);
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
  EXPECT_EQ(json.at("executions_per_second"), 3.5);
  EXPECT_EQ(json.at("peak_rss_kib"), 1000);
  const Json& error = json.at("errors").at(0);
  EXPECT_EQ(error.at("kind"), "out-of-bounds");
  EXPECT_EQ(error.at("file"), "a.c");
  EXPECT_EQ(error.at("line"), 7);
  EXPECT_EQ(error.at("thread"), "worker");
  EXPECT_EQ(error.at("count"), 2);
  EXPECT_EQ(error.at("witness"), "w/a.revisit");
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

const ReportContext twice{"sc", "condpor", 2.5, 1000, {"w/a.revisit", "w/a.revisit"}};

TEST(ReportText, ErrorsThatShareAWitnessAreListedAndHaveALineEach) {
  const std::string text = reportToText(twoErrors(), twice, {});
  EXPECT_EQ(text.find("2 errors:\n  1  out-of-bounds: beyond"), 0u) << text;
  EXPECT_NE(text.find("  a.c:7, 2 executions, a.revisit\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  a.c:9, 2 executions, a.revisit\n"), std::string::npos) << text;
  EXPECT_NE(text.find("further errors of this execution:\n  2 at a.c:9: out-of-bounds"), std::string::npos) << text;
  EXPECT_NE(text.find("BUG: 2 errors\n"), std::string::npos);
}

TEST(ReportText, InFullErrorsThatShareAWitnessAreToldOneByOne) {
  const std::string text = reportToText(twoErrors(), twice, {.width = 0, .isFull = true});
  EXPECT_NE(text.find("  at a.c:9\n"), std::string::npos) << text;
  EXPECT_NE(text.find("witness: w/a.revisit, of an execution that shows other errors"), std::string::npos);
  EXPECT_NE(text.find("BUG: 2 errors\n"), std::string::npos);
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
  const std::string text = reportToText(report, {"sc", "condpor", 0, 0, {}}, {});
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
} // namespace revisit::cli
