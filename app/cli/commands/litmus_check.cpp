#include "litmus_check.h"

#include "base/error_text.h"
#include "cli/exit_status.h"
#include "cli/report/litmus_report.h"
#include "litmus/outcome_collector.h"
#include "litmus/parse.h"
#include "version.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <map>

namespace revisit::cli {
namespace {

// What a status says of a test, from the best to the worst.
constexpr std::array worse = {nothingFound, notAllExplored, bugFound, failed};

int worstOf(int a, int b) {
  const auto rank = [](int status) { return std::ranges::find(worse, status) - worse.begin(); };
  return rank(a) < rank(b) ? b : a;
}

Status checkUse(const ExplorationOptions& options, const CheckOutput& output, const Arguments& arguments) {
  for (const std::string& file : options.named)
    if (!litmus::isTestFile(file))
      return Error{ErrorCode::BadUsage, file, "a litmus test is a whole program: name it alone, or with other tests"};
  if (options.algorithm != "condpor")
    return Error{ErrorCode::BadUsage, "--algorithm " + options.algorithm,
                 "the verdict about a litmus test needs each execution once: use condpor"};
  if (!arguments.program.empty())
    return Error{ErrorCode::BadUsage, arguments.program.front(), "a litmus test takes no arguments"};
  for (const auto& [option, path] : {std::pair("--sarif", output.sarifFile), std::pair("--html", output.htmlFile)})
    if (!path.empty())
      return Error{ErrorCode::BadUsage, option, "the states of a litmus test have no place in this format: use --json"};
  return Done{};
}

// One test, its exploration and its report.
class TestCheck {
public:
  TestCheck(const ExplorationOptions& options, std::string file) : m_options(options), m_file(std::move(file)) {
    m_options.named = {m_file};
    m_options.check.explore.keepGoing = true;
  }

  // Fails when nothing was explored.
  Status run(const Arguments& arguments, WitnessFiles& files) {
    Result<litmus::Test> test = litmus::readTest(m_file);
    if (!test)
      return test.error();
    m_test = std::move(*test);
    Result<BuiltProgram> program = prepare(m_options, arguments, "check");
    if (!program)
      return program.error();
    m_options.check.observer = &m_collector;
    Result<CheckReport> checked = explore(m_options);
    if (!checked)
      return checked.error();
    if (const std::optional<Error>& failure = m_collector.failure())
      return *failure;
    m_report = std::move(*checked);
    m_context = ReportContext{std::string(nameOf(m_options.check.search.model)),
                              m_options.algorithm,
                              peakRssKib(),
                              {},
                              {},
                              versionText,
                              m_options.check,
                              LitmusResult{&m_test, &m_collector.outcomes(), ""}};
    writeWitness(files, program->name());
    writeWitnesses(m_report, files, program->name(), m_context);
    const bool hasWitness = !m_context.litmus->witnessPath.empty() ||
                            std::ranges::any_of(m_context.witnessPaths, [](const auto& path) { return !path.empty(); });
    if (hasWitness)
      program->keep();
    return Done{};
  }

  const std::string& file() const { return m_file; }
  const litmus::Test& test() const { return m_test; }
  const litmus::Outcomes& outcomes() const { return m_collector.outcomes(); }
  const CheckReport& report() const { return m_report; }
  const ReportContext& context() const { return m_context; }

  int status() const {
    if (m_report.verdict == CheckVerdict::Bug)
      return bugFound;
    if (m_report.failure || !m_context.unwritten.empty())
      return failed;
    const litmus::Verdict verdict = outcomes().verdict(m_report.reasons.empty());
    if (verdict == litmus::Verdict::No)
      return bugFound;
    return m_report.reasons.empty() ? nothingFound : notAllExplored;
  }

private:
  void writeWitness(WitnessFiles& files, const std::string& name) {
    if (const std::optional<Witness>& witness = m_collector.witness()) {
      const Result<std::string> path = files.write(*witness, name);
      if (path)
        m_context.litmus->witnessPath = path.value();
      else
        m_context.unwritten = errorText(path.error());
    } else if (const std::optional<Error>& failure = m_collector.witnessFailure()) {
      m_context.unwritten = errorText(*failure);
    }
  }

  ExplorationOptions m_options;
  const std::string m_file;
  litmus::Test m_test;
  litmus::OutcomeCollector m_collector{m_test};
  CheckReport m_report;
  ReportContext m_context;
};

void tellProblems(const TestCheck& check) {
  for (const CheckNote& warning : check.report().warnings)
    warn(warning.file.empty() ? warning.detail : fmt::format("{}:{}: {}", warning.file, warning.line, warning.detail));
  if (!check.context().unwritten.empty())
    report({ErrorCode::NotFound, "", check.context().unwritten});
  if (check.report().failure)
    report(*check.report().failure);
}

int checkOne(TestCheck& check, const CheckOutput& output, const Arguments& arguments) {
  WitnessFiles files(output.witnessFolder);
  if (const Status status = check.run(arguments, files); !status)
    return report(status.error());
  const std::vector<ReportFile> reports = reportFiles(output);
  if (std::ranges::none_of(reports, takesStandardOutput))
    std::cout << litmusToText(check.report(), check.context(), styleOf(output)) << std::flush;
  int result = check.status();
  for (const ReportFile& file : reports)
    if (const Status status = writeReport(file.render(check.report(), check.context()), file); !status)
      result = worstOf(result, report(status.error()));
  tellProblems(check);
  return result;
}

// The tests of one call, one after the other.
class TestTable {
public:
  TestTable(const CheckOutput& output, const std::vector<std::string>& named)
      : m_reports(reportFiles(output)), m_files(output.witnessFolder),
        m_prints(std::ranges::none_of(m_reports, takesStandardOutput)) {
    for (const std::string& file : named)
      m_width = std::max(m_width, file.size());
  }

  // Returns whether the next test may be better: it is not when an option is wrong.
  bool run(TestCheck& check, const Arguments& arguments) {
    if (const Status status = check.run(arguments, m_files); !status) {
      m_failures.push_back(status.error());
      count("Failed");
      m_status = worstOf(m_status, report(status.error()));
      return !status.error().where.starts_with("--");
    }
    if (m_prints)
      std::cout << litmusLine(check.report(), check.context(), check.file(), m_width) << std::flush;
    m_observations += observationLine(check.test(), check.outcomes()) + '\n';
    count(check.report().verdict == CheckVerdict::Bug
              ? "Bug"
              : nameOf(check.outcomes().verdict(check.report().reasons.empty())));
    if (!m_reports.empty())
      m_json.push_back(reportToJson(check.report(), check.context()));
    tellProblems(check);
    m_status = worstOf(m_status, check.status());
    return true;
  }

  // `left`: the number of tests that were not begun.
  int conclude(std::size_t left) {
    std::string counts;
    for (const auto& [word, count] : m_counts)
      counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", count, word);
    if (left != 0) {
      counts += fmt::format("{}{} not begun", counts.empty() ? "" : ", ", left);
      m_status = worstOf(m_status, notAllExplored);
    }
    if (m_prints)
      std::cout << '\n' << m_observations << counts << '\n' << std::flush;
    for (const ReportFile& file : m_reports)
      if (const Status status = writeReport(reportsToJson(m_json, m_failures), file); !status)
        m_status = worstOf(m_status, report(status.error()));
    return m_status;
  }

private:
  void count(const char* word) { m_counts[word]++; }

  const std::vector<ReportFile> m_reports;
  WitnessFiles m_files;
  const bool m_prints;
  std::size_t m_width = 0; // of the names of files
  std::string m_observations;
  std::map<std::string, unsigned> m_counts; // by word
  std::vector<std::string> m_json;
  std::vector<Error> m_failures;
  int m_status = nothingFound;
};

} // namespace

bool namesTest(const ExplorationOptions& options) {
  return std::ranges::any_of(options.named, litmus::isTestFile);
}

int checkTests(const ExplorationOptions& options, const CheckOutput& output, const Arguments& arguments) {
  if (const Status status = checkUse(options, output, arguments); !status)
    return report(status.error());
  if (const Status status = checkOutputs(output); !status)
    return report(status.error());
  if (options.named.size() == 1) {
    TestCheck check(options, options.named.front());
    return checkOne(check, output, arguments);
  }
  TestTable table(output, options.named);
  std::size_t begun = 0;
  while (begun < options.named.size() && !wasInterrupted()) {
    TestCheck check(options, options.named[begun++]);
    if (!table.run(check, arguments))
      return failed;
  }
  return table.conclude(options.named.size() - begun);
}

} // namespace revisit::cli
