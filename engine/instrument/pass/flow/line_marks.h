// Lines of the source that tell of each time that a thread reaches them (-frevisit-mark=FILE:LINE), for `revisit find`,
// and of the values that variables have there (-frevisit-mark=FILE:LINE,NAME).
#pragma once

#include <set>
#include <string>

namespace llvm {
class Function;
}

namespace revisit::instrument {

class Hooks;
class Privacy;

// The accesses to the variables that are watched in the function get hooks, if it has a marked line. Before accesses
// are rewritten.
void publishWatched(llvm::Function& function, Privacy& privacy);

// At each place where the function comes to a line that REVISIT_MARKS lists (FILE:LINE, one a line), adds a step that
// has no effect: a fence with the order relaxed. Before it, reads each scalar of the variables that are to be watched
// there and are in scope. Adds to `marked` what stands in a section .revisit.marks.
void markLines(llvm::Function& function, Hooks& hooks, std::set<std::string>& marked);

} // namespace revisit::instrument
