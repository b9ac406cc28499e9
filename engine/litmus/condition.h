// What stands behind the threads: locations to show, a filter, and the condition. Stateless.
#pragma once

#include "litmus/cursor.h"

namespace revisit::litmus {

// Reads up to the end of the file. Requires that the locations and threads of the test are known; fills in the rest.
void takeConditions(Cursor& cursor, Test& test);

} // namespace revisit::litmus
