#include "cli/options/exploration_request.h"

#include "check/options/witness_options.h"
#include "prepare/build_program.h"

#include <algorithm>
#include <filesystem>

namespace revisit {

ExplorationRequest requestFor(std::vector<std::string> files) {
  ExplorationRequest request;
  request.files = std::move(files);
  request.check.explore.keepGoing = true;
  return request;
}

ExplorationRequest requestFrom(const Witness& witness) {
  const WitnessProgram& program = witness.program;
  const auto isThere = [](const std::string& file) {
    std::error_code code;
    return std::filesystem::exists(file, code);
  };
  const bool isCompiled = !program.sources.empty() && std::ranges::all_of(program.sources, isThere);
  ExplorationRequest request = requestFor(isCompiled ? program.sources : std::vector{program.path});
  if (isCompiled) {
    request.compilerFlags = program.flags;
    request.arithmetic = std::erase(request.compilerFlags, arithmeticFlag) != 0;
  }
  takeOptions(witness, request.check);
  return request;
}

} // namespace revisit
