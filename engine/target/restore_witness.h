// What a witness knows of its program. Stateless.
#pragma once

#include "target/native_oracle.h"
#include "witness/witness.h"

namespace revisit {

// Gives the oracle the threads and the shared memory of the witness. Only before the first run. Fails when the threads'
// paths do not form a tree.
Status restoreFrom(const Witness& witness, NativeOracle& oracle);

} // namespace revisit
