// revisit replay: does a witness's execution again and says whether it ends the same way.
#include "commands.h"
#include "exit_status.h"
#include "explore/findings.h"
#include "session/check.h"

#include <fmt/format.h>

#include <iostream>
#include <memory>

namespace revisit::cli {
namespace {

struct Options {
  std::string witness;
  bool plain = false;
};

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
  const WitnessError& error = witness.value().error;
  const std::string expected = error.file.empty()
                                   ? std::string(errorName(error.kind))
                                   : fmt::format("{} at {}:{}", errorName(error.kind), error.file, error.line);
  std::cout << outcome.value().output;
  if (!outcome.value().sameError)
    return report(
        {ErrorCode::TargetFailed, options.witness,
         fmt::format("the replay did not end the same way: expected {}, got {}", expected, outcome.value().found)});
  std::cout << fmt::format("the same error again: {}\n", expected) << std::flush;
  return bugFound;
}

} // namespace

Run addReplay(CLI::App& command) {
  const auto options = std::make_shared<Options>();
  command.add_option("WITNESS", options->witness, "a .revisit file")->required();
  command.add_flag("--plain", options->plain, "without a debugger: only confirm the error");
  command.footer("Exit status: 1 the same error came again, 2 it did not or the witness cannot be used.");
  return [options](const Arguments&) { return run(*options); };
}

} // namespace revisit::cli
