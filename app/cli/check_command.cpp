// revisit check: builds what is named, explores it, tells what came out and writes witnesses.
#include "build_program.h"
#include "commands.h"
#include "exit_status.h"
#include "progress.h"
#include "report.h"
#include "version.h"

#include <fmt/format.h>

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>

namespace revisit::cli {
namespace fs = std::filesystem;
namespace {

struct Options {
  std::vector<std::string> named;
  CheckOptions check;
  std::string algorithm = "condpor";
  std::string witnessFolder = ".";
  std::string jsonFile;
  unsigned workers = 1;
  bool progress = isatty(STDERR_FILENO);
};

volatile std::sig_atomic_t interrupted = 0;

void interrupt(int) {
  interrupted = 1;
}

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
    std::cout << json << std::flush;
    return Done{};
  }
  std::ofstream file(path, std::ios::trunc);
  file << json << std::flush;
  if (!file)
    return Error{ErrorCode::NotFound, path, fmt::format("cannot write the report: {}", std::strerror(errno))};
  return Done{};
}

// NAME.revisit, NAME-2.revisit and so on.
Result<std::vector<std::string>> writeWitnesses(const CheckReport& report, const std::string& folder,
                                                const std::string& name) {
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < report.errors.size(); i++) {
    const std::string file = i == 0 ? name + ".revisit" : fmt::format("{}-{}.revisit", name, i + 1);
    paths.push_back((fs::path(folder) / file).lexically_normal().string());
    Witness witness = report.errors[i].witness;
    witness.toolVersion = versionText;
    if (const Status status = writeWitness(witness, paths.back()); !status)
      return status.error();
  }
  return paths;
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

int run(Options& options, const Arguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  if (options.named.empty())
    return report({ErrorCode::BadUsage, "check", "name a program or source files; 'revisit check --help' says more"});
  if (const Status status = checkJsonFile(options.jsonFile); !status)
    return report(status.error());
  if (const Status status = checkWitnessFolder(options.witnessFolder); !status)
    return report(status.error());
  if (options.workers > 1)
    warn("--workers: this version explores with one worker");

  Result<BuiltProgram> program = buildProgram(options.named, arguments.compiler);
  if (!program)
    return report(program.error());
  CheckOptions& check = options.check;
  check.program = program->path();
  check.arguments = arguments.program;
  check.sources = program->sources();
  check.flags = program->flags();
  check.algorithm = options.algorithm == "random" ? Algorithm::Random : Algorithm::ConDpor;
  check.explore.cancelled = [] { return interrupted != 0; };
  std::signal(SIGINT, interrupt);
  std::signal(SIGTERM, interrupt);

  ProgressLine line(options.progress);
  const Result<CheckReport> checked = runCheck(check, [&](const CheckProgress& progress) { line.show(progress); });
  line.clear();
  if (!checked)
    return report(checked.error());
  const CheckReport& result = checked.value();
  for (const CheckNote& warning : result.warnings)
    warn(warning.file.empty() ? warning.detail : fmt::format("{}:{}: {}", warning.file, warning.line, warning.detail));
  if (!check.only.empty() && !result.onlyFound)
    return report({ErrorCode::BadUsage, "--only " + check.only, "no execution has this id"});

  Result<std::vector<std::string>> paths = writeWitnesses(result, options.witnessFolder, program->name());
  if (!paths)
    return report(paths.error());
  if (!paths->empty())
    program->keep();
  const ReportContext context{check.model, options.algorithm,
                              std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(),
                              peakRssKib(), *paths};
  if (!options.jsonFile.empty())
    if (const Status status = writeReport(reportToJson(result, context), options.jsonFile); !status)
      return report(status.error());
  if (options.jsonFile != "-")
    std::cout << reportToText(result, context) << std::flush;
  return exitStatusOf(result.verdict);
}

} // namespace

Run addCheck(CLI::App& command) {
  const CLI::Validator positive(
      [](std::string& text) {
        double number = 0;
        return CLI::detail::lexical_cast(text, number) && number > 0 ? std::string()
                                                                     : fmt::format("'{}' is no number above 0", text);
      },
      "NUMBER");
  const auto options = std::make_shared<Options>();
  CheckOptions& check = options->check;
  command.add_option("PROGRAM", options->named, "a program built with revisit-cc or revisit-c++, or source files");
  command.add_option("--model", check.model, "memory model: sc")
      ->check(CLI::IsMember({"sc", "tso", "pso", "ra", "rc11"}))
      ->capture_default_str();
  command.add_option("--algorithm", options->algorithm, "condpor explores everything once, random samples")
      ->check(CLI::IsMember({"condpor", "random"}))
      ->capture_default_str();
  command.add_flag("--keep-going", check.explore.keepGoing, "go on after the first bug");
  command.add_option("--unroll", check.unroll, "rounds of a loop with shared reads before it is cut")
      ->check(positive)
      ->capture_default_str();
  command.add_option("--max-executions", check.explore.maxExecutions, "stop after so many executions")->check(positive);
  command.add_option("--timeout", check.explore.timeoutSeconds, "stop after so many seconds")->check(positive);
  command.add_option("--workers", options->workers, "explore with so many workers")->check(positive);
  command.add_flag("--check-duplicates", check.explore.checkDuplicates, "count executions that were met before");
  command.add_option("--only", check.only, "report only the execution with this id");
  command.add_flag("--all-accesses", check.allAccesses, "make events of accesses to unshared memory too");
  command.add_option("--seed", check.explore.seed, "for --algorithm random")->capture_default_str();
  command.add_option("--confirm-every", check.explore.confirmEvery, "re-run every n-th execution and compare")
      ->check(positive);
  command.add_option("--witness", options->witnessFolder, "folder for the witness files")->capture_default_str();
  command.add_option("--json", options->jsonFile, "write the report as JSON to this file, or to standard output: -");
  command.add_flag("--progress,!--no-progress", options->progress, "show how far the exploration is");
  command.footer("Compiler options (-D -U -I -std= -l -L -W -O -f) are passed on when source files are named.\n"
                 "Everything after '--' goes to the program.\n"
                 "Exit status: 0 nothing found and all explored, 1 a bug was found, 2 wrong use or failure, 3 not all "
                 "explored.");
  return [options](const Arguments& arguments) { return run(*options, arguments); };
}

} // namespace revisit::cli
