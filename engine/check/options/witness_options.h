// The options with which a witness was found. Stateless.
#pragma once

#include "check/options/check_options.h"
#include "witness/witness.h"

namespace revisit {

// Sets what a witness says of its program's run and of the search for it; not which program it is.
void takeOptions(const Witness& witness, CheckOptions& options);

} // namespace revisit
