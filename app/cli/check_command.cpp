// revisit check: builds what is named, explores it, tells what came out and writes witnesses.
#include "base/error_text.h"
#include "commands.h"
#include "exit_status.h"
#include "exploration_options.h"
#include "report.h"
#include "terminal.h"
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
  std::string jsonFile;
  unsigned workers = 1;
  bool full = false; // the report shows all events
  std::string colour = "auto";
};

// Found out before a long exploration, not after it.
Status checkJsonFile(const std::string& path) {
  if (path.empty() || path == "-")
    return Done{};
  if (std::ofstream file(path, std::ios::app); !file)
    return Error{ErrorCode::BadUsage, path, fmt::format("cannot write the report: {}", std::strerror(errno))};
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

Status writeReport(const std::string& json, const std::string& path) {
  if (path == "-") {
    std::cout << json;
    return Done{};
  }
  std::ofstream file(path, std::ios::trunc);
  file << json << std::flush;
  if (!file)
    return Error{ErrorCode::NotFound, path, fmt::format("cannot write the report: {}", std::strerror(errno))};
  return Done{};
}

// NAME.revisit, NAME-2.revisit and so on: a path for each error, and for the execution that was asked for. What becomes
// of each is noted in `context`.
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

// Lines of the whole report are broken for a terminal only.
TextStyle styleOf(const Options& options) {
  const Terminal terminal = standardOutput(options.colour);
  return {options.full && !terminal.isFitted ? 0 : terminal.width, terminal.colours, options.full};
}

// Prints and writes the report. A file that cannot be written loses nothing of the rest: a bug that was found is still
// what the exit status says.
int tell(const CheckReport& result, const ReportContext& context, const Options& options) {
  const std::string& jsonFile = options.jsonFile;
  if (jsonFile != "-")
    std::cout << reportToText(result, context, styleOf(options)) << std::flush;
  bool isWhole = context.unwritten.empty() && !result.failure;
  if (!jsonFile.empty())
    if (const Status status = writeReport(reportToJson(result, context), jsonFile); !status) {
      report(status.error());
      isWhole = false;
    }
  if (!context.unwritten.empty())
    report({ErrorCode::NotFound, "", context.unwritten});
  if (result.failure)
    report(*result.failure);
  return isWhole || result.verdict == CheckVerdict::Bug ? exitStatusOf(result.verdict) : failed;
}

int run(Options& options, const Arguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  CheckOptions& check = options.exploration.check;
  if (const Status status = checkJsonFile(options.jsonFile); !status)
    return report(status.error());
  if (const Status status = checkWitnessFolder(options.witnessFolder); !status)
    return report(status.error());
  if (!check.only.empty())
    if (const Status status = checkExecutionId(check.only, "--only " + check.only); !status)
      return report(status.error());
  if (options.workers > 1)
    warn("--workers: this version explores with one worker");

  Result<BuiltProgram> program = prepare(options.exploration, arguments, "check");
  if (!program)
    return report(program.error());
  const Result<CheckReport> checked = explore(options.exploration);
  if (!checked)
    return report(checked.error());
  const CheckReport& result = checked.value();
  for (const CheckNote& warning : result.warnings)
    warn(warning.file.empty() ? warning.detail : fmt::format("{}:{}: {}", warning.file, warning.line, warning.detail));
  if (!check.only.empty() && !result.onlyFound)
    return report(result.failure ? *result.failure
                                 : Error{ErrorCode::BadUsage, "--only " + check.only, notMetText(result)});

  ReportContext context{check.model, options.exploration.algorithm, 0, peakRssKib(), {}, {}};
  writeWitnesses(result, options.witnessFolder, program->name(), context);
  context.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (std::ranges::any_of(context.witnessPaths, [](const std::string& path) { return !path.empty(); }))
    program->keep();
  return tell(result, context, options);
}

} // namespace

Run addCheck(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  CheckOptions& check = options->exploration.check;
  command.add_option("PROGRAM", options->exploration.named,
                     "a program built with revisit-cc or revisit-c++, or source files");
  addExplorationOptions(command, options->exploration);
  command.add_flag("--keep-going", check.explore.keepGoing, "go on after the first bug");
  command.add_option("--workers", options->workers, "explore with so many workers")->check(positive());
  command.add_flag("--check-duplicates", check.explore.checkDuplicates, "count executions that were met before");
  command.add_option("--only", check.only,
                     "report only the execution with this id, or whose id begins so, and write its witness");
  command.add_option("--confirm-every", check.explore.confirmEvery, "re-run every n-th execution and compare")
      ->check(positive());
  command.add_option("--witness", options->witnessFolder, "folder for the witness files")->capture_default_str();
  command.add_option("--json", options->jsonFile, "write the report as JSON to this file, or to standard output: -");
  command.add_flag("--full", options->full, "show all events, not only those that matter for the error");
  addColourOption(command, options->colour);
  command.footer(argumentsHelp() +
                 "Exit status: 0 nothing found and all explored, 1 a bug was found, 2 wrong use or failure, 3 not all "
                 "explored.");
  return [options](const Arguments& arguments) { return run(*options, arguments); };
}

} // namespace revisit::cli
