#include "exploration_request.h"

#include "prepare/build_program.h"

#include <algorithm>
#include <filesystem>

namespace revisit::gui {

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
  CheckOptions& check = request.check;
  check.program.arguments = program.arguments;
  check.program.standardInput = program.standardInput;
  check.search.model = witness.options.memoryModel;
  check.search.algorithm = algorithmNamed(witness.options.algorithm).value_or(Algorithm::ConDpor);
  check.bounds.unroll = witness.options.unroll;
  check.search.allAccesses = witness.options.allAccesses;
  check.search.reuseMemory = witness.options.reuseMemory;
  check.spurious = contains(witness.options.permitted, Permitted::WakeUp);
  check.faults = faultsIn(witness.options.permitted) | (witness.options.permitted & bitOf(Permitted::Lowest));
  if (!witness.options.findFreshReads)
    check.explore.errors.treat(ErrorKind::Uninitialised, Treatment::Ignored);
  return request;
}

} // namespace revisit::gui
