// revisit check: builds the program, explores it, reports the result and writes witnesses.
#include "base/error_text.h"
#include "cli/exit_status.h"
#include "cli/options/exploration_options.h"
#include "cli/report/html_report.h"
#include "cli/report/model_diff_text.h"
#include "cli/report/report.h"
#include "cli/report/sarif.h"
#include "cli/terminal.h"
#include "commands.h"
#include "version.h"

#include <fmt/format.h>

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>

namespace revisit::cli {
namespace fs = std::filesystem;
namespace {

struct Options {
  ExplorationOptions exploration;
  std::string witnessFolder = ".";
  std::string jsonFile, sarifFile, htmlFile; // "-": standard output
  std::pair<std::string, std::string> modelDiff; // the names of two memory models; empty: not given
  unsigned workers = 0;                      // 0: not given
  bool full = false;                         // the text report shows all events
  std::string colour = "auto";
};

// A report format that is written to a file.
struct ReportFile {
  const char* option;
  std::string path; // empty: not requested
  std::string (*render)(const CheckReport&, const ReportContext&);
};

std::string renderHtml(const CheckReport& report, const ReportContext& context) {
  return reportToHtml(report, context, readSource);
}

std::vector<ReportFile> reportFiles(const Options& options) {
  std::vector<ReportFile> files = {{"--json", options.jsonFile, reportToJson},
                                   {"--sarif", options.sarifFile, reportToSarif},
                                   {"--html", options.htmlFile, renderHtml}};
  std::erase_if(files, [](const ReportFile& file) { return file.path.empty(); });
  return files;
}

bool takesStandardOutput(const ReportFile& file) {
  return file.path == "-";
}

// Checks this before a long exploration instead of after it.
Status checkReportFiles(const Options& options) {
  const std::vector<ReportFile> files = reportFiles(options);
  if (std::ranges::count_if(files, takesStandardOutput) > 1)
    return Error{ErrorCode::BadUsage, "-", "only one report can go to standard output; name a file for the others"};
  for (const ReportFile& file : files) {
    const auto sameFile = [&](const ReportFile& other) { return &other != &file && other.path == file.path; };
    if (std::ranges::any_of(files, sameFile))
      return Error{ErrorCode::BadUsage, file.path, "two reports cannot go to one file; name another one"};
    if (takesStandardOutput(file))
      continue;
    if (std::ofstream opened(file.path, std::ios::app); !opened)
      return Error{ErrorCode::BadUsage, file.path,
                   fmt::format("cannot write the report of {}: {}", file.option, std::strerror(errno))};
  }
  return Done{};
}

Status checkWitnessFolder(const std::string& path) {
  std::error_code code;
  if (fs::exists(path, code) && !fs::is_directory(path, code))
    return Error{ErrorCode::BadUsage, path, "--witness names a file; name a folder"};
  fs::create_directories(path, code);
  if (code || access(path.c_str(), W_OK) != 0)
    return Error{ErrorCode::BadUsage, path, "cannot write witnesses here; name another folder with --witness"};
  return Done{};
}

Status writeReport(const std::string& text, const ReportFile& target) {
  if (takesStandardOutput(target)) {
    std::cout << text;
    return Done{};
  }
  errno = 0;
  std::ofstream file(target.path, std::ios::trunc);
  file << text << std::flush;
  if (!file)
    return Error{ErrorCode::NotFound, target.path,
                 fmt::format("cannot write the report of {}: {}", target.option, std::strerror(errno))};
  return Done{};
}

// Writes NAME.revisit, NAME-2.revisit and so on: one for each error, and one for the requested execution. Notes the
// path or the failure of each in `context`.
void writeWitnesses(const CheckReport& report, const std::string& folder, const std::string& name,
                    ReportContext& context) {
  std::vector<const Witness*> witnesses;
  for (const CheckError& error : report.errors)
    witnesses.push_back(error.witness.get());
  if (report.onlyWitness)
    witnesses.push_back(&*report.onlyWitness);
  std::map<const Witness*, std::string> written; // empty: it could not be written
  for (const Witness* witness : witnesses) {
    const auto [place, isNew] = written.try_emplace(witness);
    if (isNew) {
      const std::string file =
          written.size() == 1 ? name + ".revisit" : fmt::format("{}-{}.revisit", name, written.size());
      const std::string path = (fs::path(folder) / file).lexically_normal().string();
      Witness named = *witness;
      named.toolVersion = versionText;
      const Status status = writeWitness(named, path);
      place->second = status ? path : "";
      if (!status && context.unwritten.empty())
        context.unwritten = errorText(status.error());
    }
    context.witnessPaths.push_back(place->second);
  }
}

int exitStatusOf(CheckVerdict verdict) {
  switch (verdict) {
  case CheckVerdict::Safe:
    return nothingFound;
  case CheckVerdict::Bug:
    return bugFound;
  case CheckVerdict::Incomplete:
    break;
  }
  return notAllExplored;
}

std::uint64_t peakRssKib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss);
}

// Lines of the full report are only wrapped on a terminal.
TextStyle styleOf(const Options& options) {
  const Terminal terminal = standardOutput(options.colour);
  std::error_code code;
  const std::string folder = fs::current_path(code).string();
  return {options.full && !terminal.isFitted ? 0 : terminal.width, terminal.colours, options.full,
          code ? "" : folder + '/'};
}

// Prints and writes the report. If a file cannot be written, the rest is still reported: the exit status still says
// that a bug was found.
int tell(const CheckReport& result, const ReportContext& context, const Options& options) {
  const std::vector<ReportFile> files = reportFiles(options);
  if (std::ranges::none_of(files, takesStandardOutput))
    std::cout << reportToText(result, context, styleOf(options)) << std::flush;
  bool isWhole = context.unwritten.empty() && !result.failure;
  for (const ReportFile& file : files)
    if (const Status status = writeReport(file.render(result, context), file); !status) {
      report(status.error());
      isWhole = false;
    }
  if (!context.unwritten.empty())
    report({ErrorCode::NotFound, "", context.unwritten});
  if (result.failure)
    report(*result.failure);
  return isWhole || result.verdict == CheckVerdict::Bug ? exitStatusOf(result.verdict) : failed;
}

// --model-diff: explores under two memory models and shows what only the second one allows.
int runModelDiff(const Options& options, const std::string& name) {
  const Result<ModelDiff> compared =
      exploreBoth(options.exploration, *modelNamed(options.modelDiff.first), *modelNamed(options.modelDiff.second));
  if (!compared)
    return report(compared.error());
  const ModelDiff& diff = compared.value();
  std::vector<std::string> paths(diff.differences.size());
  for (std::size_t i = 0; i < paths.size(); i++) {
    if (!diff.differences[i].witness)
      continue;
    Witness witness = *diff.differences[i].witness;
    witness.toolVersion = versionText;
    paths[i] =
        (fs::path(options.witnessFolder) / fmt::format("{}-diff-{}.revisit", name, i + 1)).lexically_normal().string();
    if (const Status status = writeWitness(witness, paths[i]); !status)
      return report(status.error());
  }
  if (options.jsonFile != "-")
    std::cout << modelDiffText(diff, paths, styleOf(options).width) << std::flush;
  if (!options.jsonFile.empty())
    if (const Status status = writeReport(modelDiffJson(diff, paths), {"--json", options.jsonFile, nullptr}); !status)
      return report(status.error());
  return diff.onlySecond != 0 ? bugFound : diff.reasons.empty() ? nothingFound : notAllExplored;
}

int run(Options& options, const Arguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  CheckOptions& check = options.exploration.check;
  if (const Status status = checkReportFiles(options); !status)
    return report(status.error());
  if (const Status status = checkWitnessFolder(options.witnessFolder); !status)
    return report(status.error());
  if (!check.only.empty())
    if (const Status status = checkExecutionId(check.only, "--only " + check.only); !status)
      return report(status.error());
  Result<BuiltProgram> program = prepare(options.exploration, arguments, "check");
  if (!program)
    return report(program.error());
  if (!options.modelDiff.first.empty()) {
    const int status = runModelDiff(options, program->name());
    if (status == bugFound)
      program->keep();
    return status;
  }
  check.searches = options.workers;
  if (options.workers > 1 && check.algorithm != Algorithm::Portfolio)
    warn("--workers: this version explores with one worker, except for --algorithm portfolio");
  const Result<CheckReport> checked = explore(options.exploration);
  if (!checked)
    return report(checked.error());
  const CheckReport& result = checked.value();
  for (const CheckNote& warning : result.warnings)
    warn(warning.file.empty() ? warning.detail : fmt::format("{}:{}: {}", warning.file, warning.line, warning.detail));
  if (!check.only.empty() && !result.onlyFound)
    return report(result.failure ? *result.failure
                                 : Error{ErrorCode::BadUsage, "--only " + check.only, notMetText(result)});

  ReportContext context{
      std::string(nameOf(check.model)), options.exploration.algorithm, 0, peakRssKib(), {}, {}, versionText, check};
  writeWitnesses(result, options.witnessFolder, program->name(), context);
  context.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (std::ranges::any_of(context.witnessPaths, [](const std::string& path) { return !path.empty(); }))
    program->keep();
  return tell(result, context, options);
}

void addOutputOptions(CLI::App& command, Options& options) {
  const auto add = [&](const char* name, std::string& value, const char* help) {
    return command.add_option(name, value, help)->group(outputGroup);
  };
  add("--witness", options.witnessFolder, "folder for the witness files")->capture_default_str();
  add("--json", options.jsonFile, "write the report as JSON to this file, or to standard output: -");
  add("--sarif", options.sarifFile, "the same as SARIF 2.1.0, for code scanning and editors");
  add("--html", options.htmlFile, "the same as a page that needs nothing else, for a ticket");
  command
      .add_flag("--full", options.full,
                "show each event, not only those that matter for the error; those of libraries, too")
      ->group(outputGroup);
  addColourOption(command, options.colour);
}

} // namespace

Run addCheck(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  CheckOptions& check = options->exploration.check;
  addProgram(command, options->exploration);
  addExplorationOptions(command, options->exploration);
  command
      .add_option("--model-diff", options->modelDiff,
                  "explore under two memory models, and show the behaviours (what threads observe, and from which "
                  "writes) that only the second one allows")
      ->type_name("MODEL MODEL")
      ->check(CLI::IsMember({"sc", "tso", "pso", "sra", "ra", "rc11"}))
      ->group(explorationGroup);
  command.add_flag("--keep-going", check.explore.keepGoing, "continue after the first bug")->group(explorationGroup);
  command
      .add_option("--workers", options->workers,
                  "for --algorithm portfolio: how many searches at once (default: one for each processor, at least 2)")
      ->check(positive())
      ->group(explorationGroup);
  command
      .add_flag("--check-duplicates", check.explore.checkDuplicates, "count executions that are found more than once")
      ->group(explorationGroup);
  command
      .add_flag("--by-items", check.explore.byItems,
                "explore every alternative alone, from the bytes of a work item: the same executions, more slowly")
      ->group(explorationGroup);
  command
      .add_flag("--no-merge{false}", check.merge,
                "do not merge histories that leave a thread in the same state: the same executions, more runs")
      ->group(explorationGroup);
  command
      .add_flag("--fresh-runs", check.freshRuns,
                "start a process for every run of the program: the same executions, more slowly")
      ->group(explorationGroup);
  command
      .add_flag("--check-merges{1}", check.explore.confirmEvery, "run every execution and compare, because of merging")
      ->group(explorationGroup);
  command
      .add_option("--only", check.only,
                  "report only the execution with this id, or whose id begins so, and write its witness")
      ->group(explorationGroup);
  command.add_option("--confirm-every", check.explore.confirmEvery, "re-run every n-th execution and compare")
      ->check(positive())
      ->group(explorationGroup);
  addOutputOptions(command, *options);
  command.footer(argumentsHelp() + R"(
Examples:
  revisit check bank.c                              up to the first bug
  revisit check --keep-going -std=c++20 a.cpp b.cpp -- 3 four
                                                    every bug; the program's arguments are 3 and four
  revisit check --timeout 60 --unroll 8 ./bank      a program that revisit-cc built, within bounds
  revisit check --ignore race --html bank.html bank.c
                                                    races do not count; the report as a page, too
)" + "\nExit status: 0 nothing found and all explored, 1 a bug was found, 2 wrong use or failure, 3 not all explored.");
  return [options](const Arguments& arguments) { return run(*options, arguments); };
}

} // namespace revisit::cli
