// What a project says about its sources: the compiler options and the other sources of the same target, from the
// compile_commands.json that CMake and other build systems write. Thread rule: any thread.
#pragma once

#include <string>
#include <vector>

namespace revisit {

struct ProjectOptions {
  std::string database;             // the path of the compile_commands.json; empty: none names the files
  std::vector<std::string> flags;   // -std -I -D -U -isystem -iquote -include -pthread; without -DNDEBUG, as assertions
                                    // are what is checked
  std::vector<std::string> sources; // of the targets of the files, without the files
};

// Looks beside and above each file, and there in folders called build*, cmake-build* and out*. The first file that a
// database names decides. O(size of the databases).
ProjectOptions projectOptions(const std::vector<std::string>& files);

// The given flags after those of the project. A -std that is given takes the place of the project's, and what is given
// already is not repeated.
std::vector<std::string> withProject(const ProjectOptions& project, const std::vector<std::string>& given);

} // namespace revisit
