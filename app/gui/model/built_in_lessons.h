// The texts about the algorithms that the window shows: lessons.md and algorithms.md, which are built into it.
#pragma once

#include "log/steps/algorithm_text.h"
#include "log/steps/lessons.h"

namespace revisit::gui {

// Both end the program, with the line, when the text is not in its form: that is an error of the build.
const Lessons& lessons();
const AlgorithmTexts& algorithmTexts();

} // namespace revisit::gui
