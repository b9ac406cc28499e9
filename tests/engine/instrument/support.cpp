#include "support.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <regex>
#include <sstream>
#include <sys/wait.h>

namespace revisit::instrument::test {

Workspace::Workspace() {
  auto pattern = (std::filesystem::temp_directory_path() / "revisit-instrument-XXXXXX").string();
  if (const char* made = mkdtemp(pattern.data()))
    m_directory = made;
}

Workspace::~Workspace() {
  std::error_code ignored;
  std::filesystem::remove_all(m_directory, ignored);
}

void Workspace::write(const std::string& name, const std::string& content) const {
  std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
  std::ofstream(path(name)) << content;
}

Outcome Workspace::run(const std::string& command) const {
  write("command.sh", "cd '" + m_directory +
                          "'\nexport PATH='" REVISIT_BIN "':$PATH REVISIT_RUNTIME='" REVISIT_PLAIN_RUNTIME
                          "'\nunset CFLAGS CXXFLAGS LDFLAGS CC CXX NINJA_STATUS\n" +
                          command + "\n");
  auto* pipe = popen(("timeout 120 sh -e '" + path("command.sh") + "' 2>&1").c_str(), "r");
  Outcome outcome;
  std::array<char, 4096> buffer;
  for (std::size_t got; pipe && (got = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    outcome.output.append(buffer.data(), got);
  if (int status = pipe ? pclose(pipe) : -1; WIFEXITED(status))
    outcome.status = WEXITSTATUS(status);
  return outcome;
}

std::string Workspace::ir(const std::string& source, const std::string& options, bool isCxx) const {
  std::string name = isCxx ? "source.cpp" : "source.c";
  write(name, source);
  auto compiler = isCxx ? "revisit-c++ " : "revisit-cc ";
  auto compiled = run(compiler + options + " -w -S -emit-llvm -o source.ll " + name +
                      "\n" REVISIT_OPT " -passes=verify -disable-output source.ll");
  EXPECT_EQ(compiled.status, 0) << compiled.output;
  std::stringstream text;
  text << std::ifstream(path("source.ll")).rdbuf();
  return text.str();
}

std::map<std::string, long> Workspace::hookCounts(const std::string& program) const {
  auto ran = run("HOOK_COUNTS=counts.txt ./" + program);
  EXPECT_EQ(ran.status, 0) << ran.output;
  std::map<std::string, long> counts;
  std::ifstream file(path("counts.txt"));
  std::string name;
  for (long number; file >> name >> number;)
    counts[name] = number;
  return counts;
}

std::string functionIn(const std::string& ir, const std::string& name) {
  for (auto at = ir.find("\ndefine "); at != std::string::npos; at = ir.find("\ndefine ", at + 1)) {
    auto line = ir.substr(at, ir.find('\n', at + 1) - at);
    if (line.find("@" + name + "(") != std::string::npos)
      return ir.substr(at, ir.find("\n}\n", at) - at);
  }
  ADD_FAILURE() << "no function " << name;
  return {};
}

std::vector<std::string> accessHooks(const std::string& function) {
  static const std::regex call(R"(@__revisit_(load|store|rmw|cas|fence|copy|fill|unsupported)(_wide)?\(([^\n]*)\) #)");
  static const std::regex number(R"(i32 (\d+))");
  std::vector<std::string> found;
  for (std::sregex_iterator i(function.begin(), function.end(), call), end; i != end; ++i) {
    auto text = (*i)[1].str() + (*i)[2].str();
    auto arguments = (*i)[3].str();
    for (std::sregex_iterator n(arguments.begin(), arguments.end(), number); n != end; ++n)
      text += " " + (*n)[1].str();
    found.push_back(text);
  }
  return found;
}

unsigned count(const std::string& text, const std::string& part) {
  unsigned number = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
    ++number;
  return number;
}

} // namespace revisit::instrument::test
