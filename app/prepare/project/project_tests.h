// What a CMake project explores as its tests (RevisitTests.cmake), as ctest lists it. Thread rule: any thread (it
// starts ctest and programs of the project, and waits for them).
#pragma once

#include "base/result.h"

#include <string>
#include <vector>

namespace revisit {

struct ProjectTest {
  std::string name;
  std::string expected;           // "safe", "bug", "incomplete", or a kind of error; empty: not known
  std::vector<std::string> check; // the words after `revisit check`: options, program, "--", arguments
};

// The build folder of a project: the folder itself, or one in it or of a file compile_commands.json; the newest when
// there are several. Empty: none.
std::string buildFolder(const std::string& path);

// Those of revisit_add_check and revisit_add_model_tests, in ctest's order. Fails with NotFound when there is no build
// folder or no ctest, or when the project has none of them: the message says what to do.
Result<std::vector<ProjectTest>> projectTests(const std::string& path);

// The same, of what `ctest --show-only=json-v1` prints. Fails with BadFormat.
Result<std::vector<ProjectTest>> testsIn(const std::string& listing);

} // namespace revisit
