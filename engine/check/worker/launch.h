// Starts an instrumented program as an Oracle. The image decides whether its path is interpreted.
#pragma once

#include "instrument/image.h"
#include "target/native_oracle.h"

namespace revisit {

// Fails with NotFound, BadFormat, or NotInstrumented.
Result<instrument::Image> openInstrumented(const std::string& path);

// `image` is that of `program`. With unknown inputs the oracle rebuilds symbolic values from the embedded bitcode;
// `followsValues`: always.
Result<std::unique_ptr<NativeOracle>> launchOracle(ExpressionPool& pool, const instrument::Image& image,
                                                   const std::string& program,
                                                   const std::vector<std::string>& arguments, NativeOptions options,
                                                   bool followsValues = false);

} // namespace revisit
