#include "run_compiler.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

extern char** environ;

namespace revisit {
namespace {

// Captures a process's standard output and error until it closes them.
class Capture {
public:
  // Fails when too many files are open.
  Status open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
      return Error{ErrorCode::NotFound, "", fmt::format("no process can be started ({})", std::strerror(errno))};
    m_read = ends[0];
    m_write = ends[1];
    return Done{};
  }
  ~Capture() {
    posix_spawn_file_actions_destroy(&m_actions);
    closeWrite();
    if (m_read >= 0)
      ::close(m_read);
  }
  Capture() { posix_spawn_file_actions_init(&m_actions); }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  const posix_spawn_file_actions_t* redirect() {
    posix_spawn_file_actions_adddup2(&m_actions, m_write, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&m_actions, m_write, STDERR_FILENO);
    return &m_actions;
  }
  void readInto(std::string& text) {
    closeWrite();
    std::array<char, 4096> bytes{};
    for (;;) {
      const ssize_t count = ::read(m_read, bytes.data(), bytes.size());
      if (count > 0)
        text.append(bytes.data(), static_cast<std::size_t>(count));
      else if (count == 0 || errno != EINTR)
        return;
    }
  }

private:
  void closeWrite() {
    if (m_write >= 0)
      ::close(std::exchange(m_write, -1));
  }

  posix_spawn_file_actions_t m_actions;
  int m_read = -1, m_write = -1;
};

} // namespace

std::string compilerPath(bool isCxx) {
  std::error_code code;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", code);
  return (self.parent_path() / (isCxx ? "revisit-c++" : "revisit-cc")).string();
}

Result<int> runProgram(const std::vector<std::string>& command, std::string& output) {
  std::vector<char*> words;
  for (const std::string& word : command)
    words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  Capture capture;
  if (const Status opened = capture.open(); !opened)
    return opened.error();
  pid_t pid = 0;
  std::vector<char*> environment;
  for (char** entry = environ; *entry; entry++)
    environment.push_back(*entry);
  std::string notes = "REVISIT_NOTES=reported"; // the report contains what the compilers would print
  environment.push_back(notes.data());
  environment.push_back(nullptr);
  if (const int problem = posix_spawnp(&pid, words[0], capture.redirect(), nullptr, words.data(), environment.data()))
    return Error{ErrorCode::NotFound, command[0], fmt::format("cannot be started: {}", std::strerror(problem))};
  capture.readInto(output);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

Status runCompiler(const std::vector<std::string>& command, std::string& output) {
  const Result<int> ended = runProgram(command, output);
  if (!ended)
    return Error{ErrorCode::NotFound, ended.error().where, ended.error().what + "; build Revisit completely"};
  if (ended.value() < 0)
    return Error{ErrorCode::CompileFailed, command[0], "the compiler was stopped by a signal"};
  if (ended.value() > 0)
    return Error{ErrorCode::CompileFailed, "", "the program does not compile"};
  return Done{};
}

} // namespace revisit
