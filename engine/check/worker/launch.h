// Starts an instrumented program as an Oracle. The image decides whether its path is interpreted.
#pragma once

#include "instrument/image.h"
#include "target/native_oracle.h"
#include "witness/witness.h"

namespace revisit {

// Fails with NotFound, BadFormat, or NotInstrumented.
Result<instrument::Image> openInstrumented(const std::string& path);

// `image` is that of `program`. With unknown inputs the oracle rebuilds symbolic values from the embedded bitcode;
// `followsValues`: always.
Result<std::unique_ptr<NativeOracle>> launchOracle(ExpressionPool& pool, const instrument::Image& image,
                                                   const std::string& program,
                                                   const std::vector<std::string>& arguments, NativeOptions options,
                                                   bool followsValues = false);

// Gives the oracle the threads and the shared memory of the witness. Only before the first run. Fails when the threads'
// paths do not form a tree.
Status restoreFrom(const Witness& witness, NativeOracle& oracle);

} // namespace revisit
