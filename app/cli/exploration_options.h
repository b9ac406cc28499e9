// The options that every command which explores a program shares, and what has to be done before it can.
#pragma once

#include "arguments.h"
#include "error_options.h"
#include "prepare/build_program.h"
#include "session/check.h"

#include <CLI/CLI.hpp>

namespace revisit::cli {

// Where options stand in --help; see errorGroup, too.
inline constexpr const char* explorationGroup = "What is explored";
inline constexpr const char* boundGroup = "Bounds";
inline constexpr const char* outputGroup = "Output";

struct ExplorationOptions {
  std::vector<std::string> named; // a program, or sources
  CheckOptions check;
  std::string algorithm = "condpor";
  bool arithmetic = false; // the sources are compiled so that overflow and division by zero are errors
  std::string volatiles = "plain"; // what the sources mean by an access to a volatile object
  std::string suppressions; // a file that names races which are intended
  double watchdogSeconds = 10;
  ErrorOptions errors;
  std::string input; // what the program reads as its standard input: see standard_input.h
  bool progress = false; // the default is whether standard error is a terminal
};

// A number above 0; 0 too.
CLI::Validator positive();
CLI::Validator notNegative();

// All but PROGRAM.
void addExplorationOptions(CLI::App& command, ExplorationOptions& options);
// What they all say at the end of --help about compiler options and the program's arguments.
std::string argumentsHelp();

// What the options and arguments say besides the files: fills in what `options.check` can have before there is a program.
// Fails with BadUsage and NotFound.
Status complete(ExplorationOptions& options, const Arguments& arguments);
// What sources are compiled with.
std::vector<std::string> compilerFlags(const ExplorationOptions& options, const Arguments& arguments);

// Builds what is named and fills `options.check`; from then on an interrupt stops the exploration, which keeps what it
// found. `command` is named in errors. Fails as buildProgram.
Result<BuiltProgram> prepare(ExplorationOptions& options, const Arguments& arguments, const std::string& command);

// Explores, with the line that says how far it is.
Result<CheckReport> explore(const ExplorationOptions& options);

// Why an execution that was asked for is not there.
std::string notMetText(const CheckReport& report);

// Fails unless the text can be how an execution's id begins.
Status checkExecutionId(const std::string& text, const std::string& option);

} // namespace revisit::cli
