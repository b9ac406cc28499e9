// The program from which people learn how the algorithm works. It is a part of the window, and lies in the user's cache
// while it is explored.
#pragma once

#include "base/result.h"

#include <QString>

namespace revisit::gui {

// The path of its source. Fails with NotFound where the cache cannot be written.
Result<QString> guideExample();

} // namespace revisit::gui
