// A witness's execution happens again, without a debugger, however the system lays out addresses.
#include "replay_files.h"
#include "witnesses.h"

#include <chrono>
#include <gtest/gtest.h>

#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace revisit {
namespace {

// Runs the program of the witness as a replay; `randomised`: the system may put things where it likes.
int runReplay(const Witness& witness, const ReplayFiles& files, bool randomised) {
  std::vector<std::string> arguments = {witness.program.path};
  arguments.insert(arguments.end(), witness.program.arguments.begin(), witness.program.arguments.end());
  std::vector<std::string> environment = {REVISIT_REPLAY_VARIABLE "=" + files.channelPath(), "LD_BIND_NOW=1"};
  for (char** entry = environ; *entry != nullptr; entry++)
    environment.emplace_back(*entry);
  const auto pointers = [](std::vector<std::string>& strings) {
    std::vector<char*> result;
    for (std::string& string : strings)
      result.push_back(string.data());
    result.push_back(nullptr);
    return result;
  };
  const std::vector<char*> argv = pointers(arguments), envp = pointers(environment);
  const pid_t child = fork();
  if (child == 0) {
    personality(randomised ? 0 : ADDR_NO_RANDOMIZE);
    execve(argv[0], argv.data(), envp.data());
    _exit(126);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

class Rerun : public testing::TestWithParam<test::BuggyProgram> {};

// Twenty times; a replay that takes seconds, of a stack that overflows or of what never ends, twice.
TEST_P(Rerun, IsTheSameEachTime) {
  constexpr int runs = 20, leastRuns = 2;
  constexpr std::chrono::seconds patience{5};
  const test::TemporaryFolder folder;
  std::vector<std::string> options = GetParam().options;
  options.emplace_back("--keep-going");
  const std::vector<std::string> witnesses = test::check(folder.path(), GetParam().source, options);
  ASSERT_FALSE(witnesses.empty());
  for (const std::string& path : witnesses) {
    const Result<Witness> witness = readWitness(path);
    ASSERT_TRUE(witness.ok()) << witness.error().what;
    const Result<std::unique_ptr<ReplayFiles>> files = ReplayFiles::create(witness.value());
    ASSERT_TRUE(files.ok()) << files.error().what;
    const auto begin = std::chrono::steady_clock::now();
    for (int run = 0; run < runs && (run < leastRuns || std::chrono::steady_clock::now() - begin < patience); run++) {
      ASSERT_TRUE(files.value()->rewind().ok());
      const int status = runReplay(witness.value(), *files.value(), run % 2 == 0);
      const RevisitReplay& replay = files.value()->replay();
      ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << status;
      ASSERT_EQ(replay.difference, static_cast<unsigned>(REVISIT_SAME)) << path << " at " << replay.differsAt;
      ASSERT_EQ(replay.position, witness.value().schedule.size()) << path;
      ASSERT_EQ(replay.missed, 0u) << path;
      ASSERT_EQ(replay.ended, 1u) << path;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, Rerun, testing::ValuesIn(test::buggyPrograms()),
                         [](const auto& param) { return param.param.title; });

// Stale reads and writes into the past. With 1 for all of them; takes two minutes more.
INSTANTIATE_TEST_SUITE_P(WeakPrograms, Rerun, testing::ValuesIn(test::weakBuggyPrograms(4)),
                         [](const auto& param) { return param.param.title; });

} // namespace
} // namespace revisit
