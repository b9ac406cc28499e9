// An execution as a note for others, to be pasted into a message or a ticket. Pure functions.
#pragma once

#include "session/timeline.h"

#include <string>

namespace revisit {

// What is wrong, why, the events that matter in columns, and what was run.
std::string noteAsText(const Timeline& timeline);
// The same as Markdown: the columns as a block of code.
std::string noteAsMarkdown(const Timeline& timeline);

} // namespace revisit
