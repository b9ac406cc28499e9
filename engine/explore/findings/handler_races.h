// Data races of a handler with the code that it interrupts (C11 5.1.2.3p5, 7.14.1.1p5; C++ [support.signal]). The two
// are one thread, so nothing happens before anything else; a handler that may come in the middle of an access races
// with it. It may if some execution has it directly before the access: signals that are blocked there, or that are not
// sent before it, do not come then, and a signal that the thread sends itself is delivered in that call. Stateless.
#pragma once

#include "graph/graph.h"

#include <utility>
#include <vector>

namespace revisit {

// Whether two accesses to one location touch the same bytes.
bool touchSameBytes(const Label& a, const Label& b);

// An access of a handler, and the one that the handler interrupts: both touch the same bytes, one of them writes, and
// one of them is neither atomic nor volatile of at most 8 bytes. One pair for each pair of positions. O(events), and
// for each copy of memory that is interrupted O(accesses of the handler) for each of its parts.
std::vector<std::pair<EventId, EventId>> racesOfHandlers(const ExecutionGraph& graph);

} // namespace revisit
