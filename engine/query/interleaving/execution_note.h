// Summarises an execution as a note to paste into a message or a ticket. Pure functions.
#pragma once

#include "query/timeline/timeline.h"

#include <string>

namespace revisit {

// The error, its explanation, the relevant events in columns, and the command that was run.
std::string noteAsText(const Timeline& timeline);
// The same as Markdown: the columns as a block of code.
std::string noteAsMarkdown(const Timeline& timeline);

} // namespace revisit
