#include "project_tests.h"

#include "prepare/run_compiler.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

namespace revisit {
namespace fs = std::filesystem;
namespace {

using Words = std::vector<std::string>;
using Json = nlohmann::json;

constexpr const char *buildMark = "CMakeCache.txt", *filterOption = "--gtest_filter=";

// revisit_add_check: "…/revisit-expect VERDICT WITNESSES …/revisit check …".
std::optional<ProjectTest> checkIn(const std::string& name, const Words& command) {
  const auto check = std::ranges::find(command, "check");
  if (command.size() < 5 || fs::path(command.front()).filename() != "revisit-expect" || check == command.end())
    return std::nullopt;
  ProjectTest test{name, command[1], {}};
  for (auto word = std::next(check); word != command.end(); word++) {
    if (*word == "--witness" && std::next(word) != command.end())
      word++; // the window keeps what it finds
    else if (*word != "--no-progress")
      test.check.push_back(*word);
  }
  return test;
}

// The names that a program of model tests prints when it is given none.
std::set<std::string> bodiesOf(const std::string& program) {
  std::string output;
  std::set<std::string> names;
  if (!runProgram({program}, output))
    return names;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("  "))
      names.insert(line.substr(2));
  return names;
}

// revisit_add_model_tests: a test of GoogleTest whose executable has a second build of its bodies.
class ModelTests {
public:
  std::optional<ProjectTest> testIn(const std::string& name, const Words& command) {
    const auto filter =
        std::ranges::find_if(command, [](const std::string& word) { return word.starts_with(filterOption); });
    if (filter == command.end())
      return std::nullopt;
    const fs::path executable = command.front();
    const std::string program = (executable.parent_path() / "revisit-model" / executable.filename()).string();
    const std::string body = filter->substr(std::string_view(filterOption).size());
    auto known = m_bodies.find(program);
    if (known == m_bodies.end())
      known = m_bodies.emplace(program, fs::exists(program) ? bodiesOf(program) : std::set<std::string>()).first;
    if (!known->second.contains(body))
      return std::nullopt;
    return ProjectTest{name, {}, {program, "--", body}};
  }

private:
  std::map<std::string, std::set<std::string>> m_bodies; // by program
};

} // namespace

std::string buildFolder(const std::string& path) {
  std::error_code code;
  const fs::path given = fs::absolute(path).lexically_normal();
  const fs::path folder = fs::is_directory(given, code) ? given : given.parent_path();
  if (fs::exists(folder / buildMark, code))
    return folder.string();
  std::pair<fs::file_time_type, std::string> newest{fs::file_time_type::min(), {}};
  for (const fs::directory_entry& inner : fs::directory_iterator(folder, code))
    if (const fs::path mark = inner.path() / buildMark; inner.is_directory(code) && fs::exists(mark, code))
      newest = std::max(newest, {fs::last_write_time(mark, code), inner.path().string()});
  return newest.second;
}

Result<std::vector<ProjectTest>> testsIn(const std::string& listing) {
  std::vector<ProjectTest> tests;
  ModelTests models;
  try {
    const Json json = Json::parse(listing);
    for (const Json& test : json.at("tests")) {
      const Words command = test.value("command", Words());
      const std::string name = test.value("name", "");
      std::optional<ProjectTest> found = command.empty() ? std::nullopt : checkIn(name, command);
      if (!found && !command.empty())
        found = models.testIn(name, command);
      if (found)
        tests.push_back(std::move(*found));
    }
  } catch (const Json::exception& exception) {
    return Error{ErrorCode::BadFormat, "ctest", fmt::format("its list of tests cannot be read: {}", exception.what())};
  }
  return tests;
}

Result<std::vector<ProjectTest>> projectTests(const std::string& path) {
  const std::string folder = buildFolder(path);
  if (folder.empty())
    return Error{ErrorCode::NotFound, path,
                 "no build folder of CMake is here: configure and build the project, or open its source files"};
  std::string listing;
  const Result<int> ended = runProgram({"ctest", "--test-dir", folder, "--show-only=json-v1"}, listing);
  if (!ended)
    return ended.error();
  const std::size_t begin = listing.find('{');
  if (ended.value() != 0 || begin == std::string::npos)
    return Error{ErrorCode::NotFound, folder, "ctest does not list its tests: configure and build the project"};
  Result<std::vector<ProjectTest>> tests = testsIn(listing.substr(begin));
  if (tests && tests->empty())
    return Error{
        ErrorCode::NotFound, folder,
        "no test of the project is explored, or it is not built: revisit_add_check and revisit_add_model_tests "
        "add such tests ('revisit help projects')"};
  return tests;
}

} // namespace revisit
