// The command that opens a source line in the user's editor. Stateless.
#pragma once

#include "query/timeline/event_filter.h"

#include <string>
#include <vector>

namespace revisit {

// `given`: the user's command, split as by a shell, in which {file} and {line} are replaced; without {file} the file is
// added. If it is empty: $VISUAL, then $EDITOR, if that is an editor with a window of its own, with the line where that
// editor can take one; otherwise xdg-open. Empty when `given` has an open quote.
std::vector<std::string> editorCommand(const std::string& given, const SourceLine& line);

} // namespace revisit
