// What the module with MPI exports. It is of the same build as what loads it.
#pragma once

#include "ranks/ranks.h"

namespace revisit {

// Null if MPI does not start; then `failure` says why.
using OpenMpi = Ranks*(std::string& failure);

} // namespace revisit

#define REVISIT_OPEN_MPI "revisitOpenMpi"
