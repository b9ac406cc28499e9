// Part of linearizability.h: child processes.
#pragma once

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <iterator>
#include <poll.h>
#include <sstream>
#include <string>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace revisit::linearizability {

inline double secondsNow() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// A child process: what it prints, and what it writes to a second file if it has one.
class Process {
public:
  // `start` runs in the child, and gets the second file. It returns where the child could not be started.
  explicit Process(const std::function<void(int file)>& start) {
    int printed[2], told[2];
    if (pipe2(printed, O_CLOEXEC) != 0)
      return;
    if (pipe2(told, O_CLOEXEC) != 0) {
      close(printed[0]), close(printed[1]);
      return;
    }
    m_id = fork();
    if (m_id == 0) {
      const int nothing = open("/dev/null", O_RDONLY);
      dup2(nothing, STDIN_FILENO);
      dup2(printed[1], STDOUT_FILENO);
      dup2(printed[1], STDERR_FILENO);
      setenv("COLUMNS", "110", 1); // of Revisit's tables
      start(dup(told[1]));         // without O_CLOEXEC
      _exit(127);
    }
    close(printed[1]), close(told[1]);
    m_files[0] = printed[0], m_files[1] = told[0];
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process() {
    kill();
    for (const int file : m_files)
      if (file >= 0)
        close(file);
  }

  static void execute(const std::vector<std::string>& words) {
    std::vector<char*> arguments;
    for (const std::string& word : words)
      arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execv(arguments[0], arguments.data());
  }

  bool hasStarted() const { return m_id > 0; }
  pid_t id() const { return m_id; }

  // Waits until there is something to read, at most so long. Both texts grow. Returns whether anything came or ended.
  bool read(int milliseconds, std::string& printed, std::string& told) {
    pollfd waiting[2] = {{m_files[0], POLLIN, 0}, {m_files[1], POLLIN, 0}};
    if (poll(waiting, 2, milliseconds) <= 0)
      return false;
    std::string* const texts[] = {&printed, &told};
    for (int at = 0; at < 2; at++) {
      if (waiting[at].revents == 0)
        continue;
      char bytes[65536];
      const ssize_t count = ::read(m_files[at], bytes, sizeof bytes);
      if (count > 0) {
        texts[at]->append(bytes, static_cast<std::size_t>(count));
      } else if (count == 0 || errno != EINTR) {
        close(m_files[at]);
        m_files[at] = -1;
      }
    }
    return true;
  }
  bool isAtEnd() const { return m_files[0] < 0 && m_files[1] < 0; }

  // The status of waitpid().
  int wait() {
    int status = 0;
    while (m_id > 0 && waitpid(m_id, &status, 0) < 0 && errno == EINTR)
      continue;
    m_id = -1;
    return status;
  }
  void kill() {
    if (m_id <= 0)
      return;
    ::kill(m_id, SIGKILL);
    wait();
  }

private:
  pid_t m_id = -1;
  int m_files[2] = {-1, -1};
};

inline std::string contentOf(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// What a process does that has told nothing for some time.
enum class Stillness { Works, WaitsForEver, Sleeps };

// WaitsForEver: every thread waits on a futex without a time limit, so none is left to wake another one.
inline Stillness stillnessOf(pid_t process) {
  const std::string folder = "/proc/" + std::to_string(process) + "/task";
  DIR* const tasks = opendir(folder.c_str());
  if (!tasks)
    return Stillness::Works;
  Stillness found = Stillness::WaitsForEver;
  bool isAny = false;
  while (const dirent* const task = readdir(tasks)) {
    if (task->d_name[0] == '.')
      continue;
    isAny = true;
    const std::string own = folder + "/" + task->d_name;
    std::istringstream call(contentOf(own + "/syscall"));
    std::string words[5]; // the number, the address, the operation, the value, the time limit
    for (std::string& word : words)
      call >> word;
    const std::string state = contentOf(own + "/stat");
    const std::size_t behindName = state.rfind(')');
    const bool sleeps = behindName != std::string::npos && state.compare(behindName, 3, ") S") == 0;
    const bool isFutex = words[0] == std::to_string(SYS_futex);
    const unsigned long operation = std::strtoul(words[2].c_str(), nullptr, 16) & 0x7f;
    const bool hasLimit = std::strtoul(words[4].c_str(), nullptr, 16) != 0;
    const bool isWait = operation == 0 || operation == 9 || operation == 6;
    if (!sleeps)
      found = Stillness::Works;
    else if (found == Stillness::WaitsForEver && !(isFutex && isWait && !hasLimit))
      found = Stillness::Sleeps;
  }
  closedir(tasks);
  return isAny ? found : Stillness::Works;
}

// The processor's time that a process has used, in seconds.
inline double processorTimeOf(pid_t process) {
  const std::string state = contentOf("/proc/" + std::to_string(process) + "/stat");
  const std::size_t behindName = state.rfind(')');
  if (behindName == std::string::npos)
    return 0;
  std::istringstream fields(state.substr(behindName + 1));
  std::string skipped;
  for (int at = 0; at < 11; at++)
    fields >> skipped;
  double user = 0, system = 0;
  fields >> user >> system;
  return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

} // namespace revisit::linearizability
