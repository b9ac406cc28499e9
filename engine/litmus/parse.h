// Reads litmus tests in C, in the format of the herd tools. Stateless.
#pragma once

#include "base/result.h"
#include "litmus/test.h"

#include <string>
#include <string_view>

namespace revisit::litmus {

// `file` is named in errors, with the line and the column. Fails with BadUsage on a test that is wrong, or of a
// language that is not supported.
Result<Test> parseTest(const std::string& file, std::string_view text);

// The same with the text of this file. Fails with NotFound, too.
Result<Test> readTest(const std::string& file);

// Whether the name is that of a litmus test.
bool isTestFile(const std::string& file);

} // namespace revisit::litmus
