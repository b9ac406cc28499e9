// revisit replay: does a witness's execution again and says whether it ends the same way.
#include "commands.h"
#include "exit_status.h"
#include "session/check.h"
#include "session/event_text.h"

#include <fmt/format.h>

#include <iostream>
#include <memory>

namespace revisit::cli {
namespace {

struct Options {
  std::string witness;
  bool plain = false;
};

std::string expectedText(const Witness& witness) {
  const WitnessError& error = witness.error;
  if (error.kind == ErrorKind::None)
    return endingText(witness);
  return error.file.empty() ? std::string(errorName(error.kind))
                            : fmt::format("{} at {}:{}", errorName(error.kind), error.file, error.line);
}

int run(const Options& options) {
  const Result<Witness> witness = readWitness(options.witness);
  if (!witness)
    return report(witness.error());
  if (!options.plain)
    return report({ErrorCode::Unsupported, "replay",
                   "the debugger's plug-in is not part of this version; use 'revisit replay --plain'"});
  const Result<ReplayOutcome> outcome = replayPlain(witness.value());
  if (!outcome)
    return report(outcome.error());
  const std::string expected = expectedText(witness.value());
  std::cout << outcome.value().output;
  if (!outcome.value().sameEnding)
    return report(
        {ErrorCode::TargetFailed, options.witness,
         fmt::format("the replay did not end the same way: expected {}, got {}", expected, outcome.value().found)});
  const bool isWrong = witness.value().error.kind != ErrorKind::None;
  std::cout << fmt::format("the same {} again: {}\n", isWrong ? "error" : "execution", expected) << std::flush;
  return isWrong ? bugFound : nothingFound;
}

} // namespace

Run addReplay(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  command.add_option("WITNESS", options->witness, "a .revisit file")->required();
  command.add_flag("--plain", options->plain, "without a debugger: only confirm the error");
  command.footer(
      "Exit status: 1 the same error came again, 0 the same execution without an error, 2 it did not end the "
      "same way or the witness cannot be used.");
  return [options](const Arguments&) { return run(*options); };
}

} // namespace revisit::cli
