// What `revisit check --model-diff` says.
#pragma once

#include "check/model_diff.h"

#include <string>

namespace revisit::cli {

// `paths`: of the witnesses, by difference; empty where there is none. `width` of the columns; 0: as wide as they are.
std::string modelDiffText(const ModelDiff& diff, const std::vector<std::string>& paths, unsigned width);
std::string modelDiffJson(const ModelDiff& diff, const std::vector<std::string>& paths);

} // namespace revisit::cli
