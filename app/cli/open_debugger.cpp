#include "open_debugger.h"

#include "check/worker/launch.h"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace revisit::cli {
namespace fs = std::filesystem;
namespace {

Status checkProgram(const WitnessProgram& program, const Witness& witness) {
  const Result<instrument::Image> image = openInstrumented(program.path);
  return image ? witness.checkAgainst(image.value().buildId()) : image.error();
}

// The debugger of the LLVM for which the plugin is built, otherwise one of that version on the search path; empty when
// there is none.
std::string findDebugger() {
  if (access(REVISIT_LLDB_PROGRAM, X_OK) == 0)
    return REVISIT_LLDB_PROGRAM;
  std::string folders = std::getenv("PATH") ? std::getenv("PATH") : "";
  while (!folders.empty()) {
    const std::size_t end = std::min(folders.find(':'), folders.size());
    const fs::path path = fs::path(folders.substr(0, end)) / REVISIT_LLDB_NAME;
    if (access(path.c_str(), X_OK) == 0)
      return path.string();
    folders.erase(0, end + 1);
  }
  return {};
}

std::string findPlugin() {
  std::error_code code;
  const fs::path self = fs::read_symlink("/proc/self/exe", code);
  const fs::path libraries = self.parent_path().parent_path() / "lib";
  for (const fs::path& folder : {libraries / "revisit", libraries}) // in an installation and in a build tree
    if (const fs::path plugin = folder / "revisit-lldb.so"; fs::exists(plugin, code))
      return plugin.string();
  return {};
}

// Quotes the text as one word of a debugger command.
std::string quoted(const std::string& text) {
  std::string word = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\' || c == '`')
      word += '\\';
    word += c;
  }
  return word + '"';
}

} // namespace

Error openDebugger(const std::string& path, const Witness& witness, const std::vector<std::string>& arguments) {
  if (const Status status = checkProgram(witness.program, witness); !status)
    return status.error();
  const std::string debugger = findDebugger(), plugin = findPlugin();
  if (debugger.empty())
    return {ErrorCode::NotFound, REVISIT_LLDB_NAME,
            "the debugger is not there; install it, or use 'revisit replay --plain'"};
  if (plugin.empty())
    return {ErrorCode::NotFound, "revisit-lldb.so",
            "the debugger's plugin is not beside this command; build Revisit completely"};
  std::vector<std::string> words = {debugger};
  for (const std::string& command : {"plugin load " + quoted(plugin), "revisit load " + quoted(path),
                                     std::string(witness.goal.text.empty() ? "revisit goto bug" : "revisit goto goal")})
    words.insert(words.end(), {"-o", command});
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execv(debugger.c_str(), pointers.data());
  return {ErrorCode::NotFound, debugger, fmt::format("cannot be started: {}", std::strerror(errno))};
}

} // namespace revisit::cli
