// A rank other than 0 of a distributed exploration: gets the program from rank 0, explores the pieces that it is
// handed, and says nothing to the user.
#pragma once

#include "base/result.h"
#include "ranks/ranks.h"

namespace revisit {

// Returns when rank 0 needs it no more, or is lost; the process has left the ranks then. Replaces the environment and
// the current folder by those of rank 0. Fails if rank 0 was lost, or another build of the tool.
Status helpRank(Ranks& ranks);

} // namespace revisit
