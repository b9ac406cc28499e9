// The lessons that the window shows: lessons.md, which is built into it.
#pragma once

#include "log/steps/lessons.h"

namespace revisit::gui {

// Ends the program, with the line, when the text is not in its form: that is an error of the build.
const Lessons& lessons();

} // namespace revisit::gui
