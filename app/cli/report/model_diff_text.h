// What `revisit check --model-diff` says.
#pragma once

#include "check/model_diff.h"

#include <string>

namespace revisit::cli {

// `paths`: for each difference the path of its witness, or an empty text. `width`: of the terminal in characters; 0:
// lines are not wrapped.
std::string modelDiffText(const ModelDiff& diff, const std::vector<std::string>& paths, unsigned width);
std::string modelDiffJson(const ModelDiff& diff, const std::vector<std::string>& paths);

} // namespace revisit::cli
