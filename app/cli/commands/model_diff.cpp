#include "model_diff.h"

#include "cli/exit_status.h"
#include "cli/report/model_diff_text.h"
#include "cli/terminal.h"
#include "commands.h"
#include "version.h"

#include <fmt/format.h>

#include <iostream>

namespace revisit::cli {

int checkModelDiff(const ExplorationOptions& options, const std::pair<std::string, std::string>& models,
                   const CheckOutput& output, const std::string& name) {
  const Result<ModelDiff> compared = exploreBoth(options, *modelNamed(models.first), *modelNamed(models.second));
  if (!compared)
    return report(compared.error());
  const ModelDiff& diff = compared.value();
  std::vector<std::string> paths(diff.differences.size());
  WitnessFiles files(output.witnessFolder);
  for (std::size_t i = 0; i < paths.size(); i++) {
    if (!diff.differences[i].witness)
      continue;
    Witness witness = *diff.differences[i].witness;
    witness.toolVersion = versionText;
    Result<std::string> path = files.write(witness, name + "-diff");
    if (!path)
      return report(path.error());
    paths[i] = std::move(*path);
  }
  if (output.jsonFile != "-")
    std::cout << modelDiffText(diff, paths, styleOf(output).width) << std::flush;
  if (!output.jsonFile.empty())
    if (const Status status = writeReport(modelDiffJson(diff, paths), {"--json", output.jsonFile, nullptr}); !status)
      return report(status.error());
  return diff.onlySecond != 0 ? bugFound : diff.reasons.empty() ? nothingFound : notAllExplored;
}

} // namespace revisit::cli
