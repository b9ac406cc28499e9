// revisit replay: runs a witness's execution again, in the debugger, or without one to check that it ends in the same
// way.
#include "check/check.h"
#include "cli/exit_status.h"
#include "cli/open_debugger.h"
#include "commands.h"
#include "query/timeline/event_text.h"

#include <fmt/format.h>

#include <iostream>
#include <memory>

namespace revisit::cli {
namespace replay_command {
namespace {

struct Options {
  std::string witness;
  std::vector<std::string> debugger; // arguments for it
  bool plain = false;
};

std::string expectedText(const Witness& witness) {
  const WitnessError& error = witness.error;
  if (error.kind == ErrorKind::None)
    return endingText(witness);
  return error.file.empty() ? std::string(errorName(error.kind))
                            : fmt::format("{} at {}:{}", errorName(error.kind), error.file, error.line);
}

int confirm(const Options& options, const Witness& witness) {
  const Result<ReplayOutcome> outcome = replayPlain(witness);
  if (!outcome)
    return report(outcome.error());
  const std::string expected = expectedText(witness);
  std::cout << outcome.value().output;
  if (!outcome.value().sameEnding)
    return report(
        {ErrorCode::TargetFailed, options.witness,
         fmt::format("the replay did not end the same way: expected {}, got {}", expected, outcome.value().found)});
  const bool isWrong = witness.error.kind != ErrorKind::None;
  std::cout << fmt::format("the same {} again: {}\n", isWrong ? "error" : "execution", expected) << std::flush;
  return isWrong ? bugFound : nothingFound;
}

int run(const Options& options) {
  const Result<Witness> witness = readWitness(options.witness);
  if (!witness)
    return report(witness.error());
  if (options.plain)
    return confirm(options, witness.value());
  return report(openDebugger(options.witness, witness.value(), options.debugger));
}

} // namespace
} // namespace replay_command

Run addReplay(CLI::App& command) {
  using namespace replay_command;
  const auto options = std::make_shared<Options>();
  command.add_option("WITNESS", options->witness, "a .revisit file")->required();
  command.add_option("LLDB-ARGUMENTS", options->debugger,
                     "after --: arguments for the debugger, which follow those of Revisit");
  command.add_flag("--plain", options->plain, "without a debugger: only confirm the error");
  command.footer("Opens lldb at the bug; there, 'help revisit' lists the commands.\n"
                 "Exit status: that of the debugger. With --plain: 0 the same execution without an error, 1 the same "
                 "error again, 2 it did not end the same way. Also 2: the witness cannot be used.");
  return [options](const Arguments&) { return run(*options); };
}

} // namespace revisit::cli
