#include "witnesses.h"

#include "fuzz_seeds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace revisit::test {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> split(const std::string& line, char separator) {
  std::vector<std::string> cells;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, separator);)
    if (!cell.empty())
      cells.push_back(cell);
  return cells;
}

// Takes the rows with an error whose model is one of these.
void readTable(const fs::path& table, const std::vector<std::string>& models, std::vector<BuggyProgram>& programs) {
  std::ifstream file(table);
  for (std::string line; std::getline(file, line);) {
    const std::vector<std::string> cells = split(line, '\t');
    if (line.starts_with("#") || cells.size() < 5 || std::ranges::find(models, cells[2]) == models.end() ||
        cells[3] != "bug")
      continue;
    BuggyProgram program;
    program.source = (table.parent_path() / cells[0]).string();
    if (cells[1] != "-")
      program.options = split(cells[1], ' ');
    const bool isWeak = cells[2] != "sc";
    if (isWeak)
      program.options.insert(program.options.begin(), {"--model", cells[2]});
    for (const char letter : cells[0] + (cells[1] != "-" ? cells[1] : "") + (isWeak ? "_" + cells[2] : ""))
      program.title += std::isalnum(static_cast<unsigned char>(letter)) != 0 ? letter : '_';
    if (std::ranges::find(programs, program.title, &BuggyProgram::title) == programs.end())
      programs.push_back(std::move(program));
  }
}

} // namespace

namespace {

// A quarter of them, as REVISIT_ROTATION says.
std::vector<BuggyProgram> rotated(const std::vector<BuggyProgram>& programs) {
  const RotatedPart part = rotatedPart(programs.size());
  return {programs.begin() + static_cast<std::ptrdiff_t>(part.begin),
          programs.begin() + static_cast<std::ptrdiff_t>(part.end)};
}

} // namespace

std::vector<BuggyProgram> buggyPrograms() {
  std::vector<BuggyProgram> programs;
  for (const char* folder : {"cases", "paper"})
    readTable(fs::path(SOURCES) / "tests/programs" / folder / "expected.tsv", {"sc"}, programs);
  return rotated(programs);
}

std::vector<BuggyProgram> weakBuggyPrograms(std::size_t every) {
  std::vector<BuggyProgram> programs, chosen;
  readTable(fs::path(SOURCES) / "tests/programs/weak/expected.tsv", {"tso", "pso", "ra", "sra", "rc11"}, programs);
  for (std::size_t i = 0; i < programs.size(); i += every)
    chosen.push_back(programs[i]);
  return rotated(chosen);
}

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (fs::temp_directory_path() / "revisit-test-XXXXXX").string();
  m_path = mkdtemp(pattern.data());
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(m_path, ignored);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& text) const {
  const std::string path = m_path + "/" + name;
  std::ofstream(path) << text;
  return path;
}

std::vector<std::string> check(const std::string& folder, const std::string& program,
                               const std::vector<std::string>& options) {
  std::vector<std::string> arguments = {REVISIT, "check", "--no-progress", "--witness", folder};
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.push_back(program);
  std::vector<char*> pointers;
  for (std::string& argument : arguments)
    pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    freopen("/dev/null", "w", stdout);
    execv(pointers[0], pointers.data());
    _exit(126);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1) << program << ": check did not find a bug";
  std::vector<std::string> witnesses;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".revisit")
      witnesses.push_back(entry.path().string());
  std::ranges::sort(witnesses);
  return witnesses;
}

std::string checkOne(const std::string& folder, const std::string& program, const std::vector<std::string>& options) {
  // Some of the programs race; what comes of that is the error that is looked for.
  std::vector<std::string> all = options;
  all.emplace_back("--race=ignore");
  const std::vector<std::string> witnesses = check(folder, program, all);
  EXPECT_EQ(witnesses.size(), 1u) << program;
  return witnesses.empty() ? std::string() : witnesses.front();
}

} // namespace revisit::test
