// revisit shrink: the same error with as few preemptions, then events, as possible.
#include "cli/exit_status.h"
#include "cli/report/shrunk_text.h"
#include "commands.h"
#include "query/interleaving/columns.h"
#include "sideways/session/sideways_session.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <iostream>
#include <memory>

namespace revisit::cli {
namespace shrink_command {
namespace {

struct Options {
  std::string witness, output;
  double timeout = 10;
  bool json = false;
};

void show(const Options& options, const Shrunk& shrunk, const std::string& file) {
  if (!options.json) {
    std::cout << describeError(shrunk.witness) << fmt::format("\n{}written to {}\n", shrunkText(shrunk.sizes), file);
    return;
  }
  nlohmann::ordered_json json = {{"schema_version", 1}, {"execution", shrunk.witness.executionId}, {"witness", file}};
  json.update(shrunkJson(shrunk.sizes));
  std::cout << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
}

int run(const Options& options) {
  Result<Witness> read = readWitness(options.witness);
  if (!read)
    return report(read.error());
  const Result<std::unique_ptr<SidewaysSession>> session = SidewaysSession::open(std::move(*read), options.timeout);
  if (!session)
    return report(session.error());
  const Result<Shrunk> shrunk = session.value()->shrink(options.timeout);
  if (!shrunk)
    return report({shrunk.error().code, options.witness, shrunk.error().what});
  const std::string file = !options.output.empty()
                               ? options.output
                               : std::filesystem::path(options.witness).stem().string() + "-small.revisit";
  if (const Status written = writeWitness(shrunk.value().witness, file); !written)
    return report(written.error());
  show(options, shrunk.value(), file);
  return bugFound;
}

} // namespace
} // namespace shrink_command

Run addShrink(CLI::App& command) {
  using namespace shrink_command;
  const auto options = std::make_shared<Options>();
  command.add_option("WITNESS", options->witness, "a .revisit file with an error")->required();
  command.add_option("-o,--output", options->output, "the witness to write; by default the name with -small");
  command.add_option("--timeout", options->timeout, "seconds")->check(CLI::Range(0.1, 1e6))->capture_default_str();
  command.add_flag("--json", options->json, "as JSON");
  command.footer("Exit status: 1 the witness of the same error was written, 2 wrong use or failure.");
  return [options](const Arguments&) { return run(*options); };
}

} // namespace revisit::cli
