#include "compiler_run.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace revisit::instrument {

namespace {

// Runs the compiler with other descriptors for its output, -1 for our own. Whether it succeeds.
bool succeeds(const std::vector<std::string>& arguments, int output, int errors) {
  std::vector<char*> words;
  for (auto& argument : arguments)
    words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (output >= 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  if (errors >= 0)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  pid_t child = 0;
  const bool isStarted = posix_spawnp(&child, words[0], &actions, nullptr, words.data(), environ) == 0;
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  while (isStarted && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return isStarted && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// What was written to the file, from its beginning.
std::string textIn(int file) {
  std::string text;
  lseek(file, 0, SEEK_SET);
  char buffer[4096];
  for (ssize_t size; (size = read(file, buffer, sizeof buffer)) > 0;)
    text.append(buffer, static_cast<std::size_t>(size));
  return text;
}

} // namespace

bool runsSilently(const std::vector<std::string>& arguments) {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  const bool isDone = succeeds(arguments, nowhere, nowhere);
  close(nowhere);
  return isDone;
}

bool runsTentatively(std::vector<std::string> arguments, bool verbose) {
  const int said = memfd_create("revisit-messages", MFD_CLOEXEC);
  if (said < 0)
    return false;
  if (isatty(STDERR_FILENO) != 0) // the compiler would see a file; an option of the user comes later and counts
    arguments.insert(arguments.begin() + 1, "-fcolor-diagnostics");
  const bool isDone = succeeds(arguments, -1, said);
  if (isDone || verbose)
    std::fputs(textIn(said).c_str(), stderr);
  close(said);
  return isDone;
}

std::string outputOf(const std::vector<std::string>& arguments) {
  const int said = memfd_create("revisit-output", MFD_CLOEXEC);
  if (said < 0)
    return {};
  succeeds(arguments, said, -1);
  auto text = textIn(said);
  close(said);
  return text;
}

} // namespace revisit::instrument
