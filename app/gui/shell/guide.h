// The example program of the tutorial about the algorithm. It is a resource of the window and is stored in the user's
// cache while it is explored.
#pragma once

#include "base/result.h"

#include <QString>

namespace revisit::gui {

// The path of its source. Fails with NotFound when the cache cannot be written.
Result<QString> guideExample();

} // namespace revisit::gui
