// Compiles small sources with the wrappers and examines the result. Each test has a separate folder. Thread rule: one
// test at a time per Workspace.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace revisit::instrument::test {

struct Outcome {
  int status = -1;
  std::string output; // both streams
};

class Workspace {
public:
  Workspace();
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  std::string path(const std::string& name) const { return m_directory + "/" + name; }
  void write(const std::string& name, const std::string& content) const;
  // Runs a shell command in the folder, with the wrappers first in PATH, REVISIT_RUNTIME set and a time limit.
  Outcome run(const std::string& command) const;
  // The instrumented IR of a source, checked by LLVM's verifier; a failed compilation fails the test.
  std::string ir(const std::string& source, const std::string& options = "", bool isCxx = false) const;
  // The number of calls of each hook in a run of the program, which must end with status 0.
  std::map<std::string, long> hookCounts(const std::string& program) const;

private:
  std::string m_directory;
};

// The text of a function in IR, by the name it has there.
std::string functionIn(const std::string& ir, const std::string& name);
// The hooks a function calls, without the path hooks, in the order of the text: "load 4 0", with the constant
// arguments that follow the address.
std::vector<std::string> accessHooks(const std::string& function);
unsigned count(const std::string& text, const std::string& part);

} // namespace revisit::instrument::test
