// The options shared by all commands that explore a program, and the preparation of the program.
#pragma once

#include "arguments.h"
#include "check/check.h"
#include "check/model_diff.h"
#include "error_options.h"
#include "prepare/build_program.h"

#include <CLI/CLI.hpp>

namespace revisit::cli {

// The group of options in --help; see also errorGroup.
inline constexpr const char* explorationGroup = "What is explored";
inline constexpr const char* boundGroup = "Bounds";
inline constexpr const char* outputGroup = "Output";
inline constexpr const char* hiddenGroup = ""; // of switches that only tests need: not in --help

struct ExplorationOptions {
  std::vector<std::string> named; // a program, or sources
  CheckOptions check;
  std::string model = "sc";
  std::string algorithm = "condpor";
  std::string order = "sequential";      // of threads, in a stateful search
  std::string equivalence;               // empty: not chosen; then complete() takes the full one
  bool arithmetic = false;               // compile the sources so that overflow and division by zero are errors
  std::vector<std::string> unknownFiles; // NAME:BYTES
  std::vector<std::string> marks;        // FILE:LINE[,NAME...]: lines of the sources that tell when they are reached
  std::string volatiles = "plain";       // the meaning of accesses to volatile objects in the sources
  std::string spurious;                  // on or off; empty: not chosen
  bool shortTransfers = false, fullSockets = false, lowestDescriptor = false;
  unsigned outsideSignals = 0;     // that come from outside, of each that the program takes
  std::vector<std::string> faults; // the calls that may fail because resources are short
  std::string suppressions;        // a file that lists intended races
  double watchdogSeconds = 10;
  ErrorOptions errors;
  std::string input;     // the program's standard input: see standard_input.h
  bool progress = false; // by default on if standard error is a terminal
};

// Those of all memory models.
std::vector<std::string> modelNames();
// A number above 0.
CLI::Validator positive();
// A number of at least 0.
CLI::Validator notNegative();

// Adds PROGRAM.
void addProgram(CLI::App& command, ExplorationOptions& options);
// Adds all other options.
void addExplorationOptions(CLI::App& command, ExplorationOptions& options);
// The common end of --help: compiler options and the program's arguments.
std::string argumentsHelp();

// Evaluates the options that do not depend on the program, and fills in the corresponding parts of `options.check`.
// Fails with BadUsage and NotFound.
Status complete(ExplorationOptions& options, const Arguments& arguments);
// The flags with which sources are compiled.
std::vector<std::string> compilerFlags(const ExplorationOptions& options, const Arguments& arguments);

// Builds the named program and completes `options.check`. From then on an interrupt stops the exploration, which keeps
// its results. `command` is named in errors. Fails as buildProgram.
Result<BuiltProgram> prepare(ExplorationOptions& options, const Arguments& arguments, const std::string& command);

// Whether the user has stopped this command.
bool wasInterrupted();

// Explores, and shows the progress line if it is enabled.
Result<CheckReport> explore(const ExplorationOptions& options);
// The same under two memory models.
Result<ModelDiff> exploreBoth(const ExplorationOptions& options, ModelKind first, ModelKind second);
// The same, and a bug does not end it. `observer` may stop it by `control`.
Result<CheckReport> exploreAll(ExplorationOptions& options, ExplorationControl& control, Observer& observer);

// The reason why a requested execution was not found.
std::string notMetText(const CheckReport& report);

// Fails unless the text can be the beginning of an execution's id.
Status checkExecutionId(const std::string& text, const std::string& option);

} // namespace revisit::cli
