// Lines of the source that tell of each time that a thread reaches them (-frevisit-mark=FILE:LINE), for `revisit find`.
#pragma once

#include <set>
#include <string>

namespace llvm {
class Function;
}

namespace revisit::instrument {

class Hooks;

// At each place where the function comes to a line that REVISIT_MARKS lists (FILE:LINE, one a line), adds a step that
// has no effect: a fence with the order relaxed. Adds to `marked` what stands in a section .revisit.marks.
void markLines(llvm::Function& function, Hooks& hooks, std::set<std::string>& marked);

} // namespace revisit::instrument
