#include "target/process.h"

#include "runtime/abi/heap.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <poll.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace revisit {

namespace {

constexpr rlim_t maxFileBytes = 64u << 20;
constexpr int execFailed = 126;

Error systemError(const std::string& where, const char* what) {
  return {ErrorCode::TargetFailed, where, fmt::format("{}: {}", what, std::strerror(errno))};
}

// A program that was linked by the wrapper needs the runtime library by name.
Status checkInstrumented(const std::string& path) {
  std::error_code code;
  if (!std::filesystem::exists(path, code))
    return Error{ErrorCode::NotFound, path, "there is no such program"};
  if (!std::filesystem::is_regular_file(path, code) || access(path.c_str(), X_OK) != 0)
    return Error{ErrorCode::NotFound, path, "this is not an executable file"};
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  if (bytes.compare(0, 4, "\177ELF") != 0)
    return Error{ErrorCode::NotInstrumented, path,
                 "this is not a compiled program; build one with revisit-cc or revisit-c++"};
  if (bytes.find("librevisit-runtime.so") == std::string::npos)
    return Error{ErrorCode::NotInstrumented, path,
                 "the program is not instrumented; build it with revisit-cc or revisit-c++"};
  return Done{};
}

// In the forked child: becomes the program. Only calls that are safe after a fork.
[[noreturn]] void becomeProgram(const char* path, char* const* arguments, char* const* environment, int input,
                                int output, int channel, int socket) {
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  fcntl(channel, F_SETFD, 0);
  fcntl(socket, F_SETFD, 0);
  const rlimit fileSize = {maxFileBytes, maxFileBytes};
  setrlimit(RLIMIT_FSIZE, &fileSize);
  const rlimit noCore = {0, 0};
  setrlimit(RLIMIT_CORE, &noCore);
  personality(ADDR_NO_RANDOMIZE);
  execve(path, arguments, environment);
  _exit(execFailed);
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& string : strings)
    result.push_back(string.data());
  result.push_back(nullptr);
  return result;
}

} // namespace

Result<std::unique_ptr<Process>> Process::launch(const LaunchOptions& options) {
  if (const Status status = checkInstrumented(options.program); !status)
    return status.error();
  std::unique_ptr<Process> process(new Process(options));
  if (const Status status = process->makeChannel(); !status)
    return status.error();
  if (const Status status = process->start(); !status)
    return status.error();
  return process;
}

Process::~Process() {
  if (m_socket >= 0)
    close(m_socket);
  if (m_pid > 0) {
    kill(m_pid, SIGKILL);
    waitpid(m_pid, nullptr, 0);
  }
  if (m_channel)
    munmap(m_channel, channelBytes());
  for (const int file : {m_channelFile, m_outputFile, m_inputFile, m_memoryFile})
    if (file >= 0)
      close(file);
}

Status Process::makeChannel() {
  m_channelFile = memfd_create("revisit-channel", MFD_CLOEXEC);
  m_outputFile = memfd_create("revisit-output", MFD_CLOEXEC);
  m_inputFile = memfd_create("revisit-input", MFD_CLOEXEC);
  if (m_channelFile < 0 || m_outputFile < 0 || m_inputFile < 0 || ftruncate(m_channelFile, static_cast<off_t>(channelBytes())) != 0)
    return systemError(m_options.program, "no shared memory for the trace");
  fcntl(m_outputFile, F_SETFL, O_APPEND);
  void* at = mmap(nullptr, channelBytes(), PROT_READ | PROT_WRITE, MAP_SHARED, m_channelFile, 0);
  if (at == MAP_FAILED)
    return systemError(m_options.program, "no shared memory for the trace");
  m_channel = static_cast<RevisitChannel*>(at);
  m_channel->magic = REVISIT_CHANNEL_MAGIC;
  m_channel->version = REVISIT_CHANNEL_VERSION;
  m_channel->slotCount = 1;
  m_channel->recordLimit = m_options.recordLimit;
  m_channel->inputWithheld = m_options.standardInput ? 0 : 1;
  const std::string input = m_options.standardInput.value_or("");
  if (pwrite(m_inputFile, input.data(), input.size(), 0) != static_cast<ssize_t>(input.size()))
    return systemError(m_options.program, "no memory for the program's standard input");
  return Done{};
}

Status Process::start() {
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
    return systemError(m_options.program, "no socket for the program");
  m_socket = sockets[0];
  std::vector<std::string> arguments = {m_options.program};
  arguments.insert(arguments.end(), m_options.arguments.begin(), m_options.arguments.end());
  std::vector<std::string> environment;
  for (char** entry = environ; *entry != nullptr; entry++)
    if (!std::string_view(*entry).starts_with(REVISIT_CHANNEL_VARIABLE "=") &&
        !std::string_view(*entry).starts_with("LD_BIND_NOW="))
      environment.emplace_back(*entry);
  environment.push_back(fmt::format(REVISIT_CHANNEL_VARIABLE "={},{}", m_channelFile, sockets[1]));
  environment.emplace_back("LD_BIND_NOW=1");
  const std::vector<char*> argumentPointers = pointers(arguments);
  const std::vector<char*> environmentPointers = pointers(environment);

  m_pid = fork();
  if (m_pid == 0)
    becomeProgram(m_options.program.c_str(), argumentPointers.data(), environmentPointers.data(), m_inputFile,
                  m_outputFile, m_channelFile, sockets[1]);
  close(sockets[1]);
  if (m_pid < 0)
    return systemError(m_options.program, "the program cannot be started");
  const Result<std::optional<int>> ready = awaitMessage(static_cast<int>(m_options.startTimeoutMs), false);
  if (!ready || !ready.value() || *ready.value() != REVISIT_READY)
    return Error{
        ErrorCode::TargetFailed, m_options.program,
        fmt::format("the program did not come to its main function{}{}", output().empty() ? "" : ": ", output())};
  m_memoryFile = open(fmt::format("/proc/{}/mem", m_pid).c_str(), O_RDONLY | O_CLOEXEC);
  return Done{};
}

Result<std::optional<int>> Process::awaitMessage(int timeoutMs, bool isBounded) {
  constexpr int sliceMs = 20; // after so long the bounds are looked at
  const auto start = Budget::Clock::now();
  for (;;) {
    const auto past = std::chrono::duration_cast<std::chrono::milliseconds>(Budget::Clock::now() - start).count();
    const int left = timeoutMs < 0 ? sliceMs : std::max(0, timeoutMs - static_cast<int>(past));
    pollfd waiting = {m_socket, POLLIN, 0};
    const int ready = poll(&waiting, 1, std::min(left, sliceMs));
    if (ready < 0 && errno == EINTR)
      continue;
    if (ready == 0) {
      const bool isOver = isBounded && m_options.budget && m_options.budget->reached() != Budget::Reached::No;
      if (isOver || left == 0)
        return std::optional<int>();
      continue;
    }
    int message = 0;
    if (ready < 0 || read(m_socket, &message, sizeof message) != sizeof message)
      return Error{ErrorCode::Interrupted, m_options.program, "the program was ended from outside"};
    return std::optional(message);
  }
}

// Ends the child of the run under way, and hears from the program that it is gone.
Result<int> Process::endRun() {
  for (;;) {
    if (m_channel->childPid != 0)
      kill(static_cast<int>(m_channel->childPid), SIGKILL);
    constexpr int soonMs = 500;
    const Result<std::optional<int>> status = awaitMessage(soonMs, false);
    if (!status)
      return status.error();
    if (status.value())
      return *status.value();
    if (m_channel->childPid == 0) { // it does not even start a run
      kill(m_pid, SIGKILL);
      return Error{ErrorCode::Interrupted, m_options.program, "the program does not answer"};
    }
  }
}

std::uint64_t Process::residentBytes() const {
  std::uint64_t bytes = Budget::residentBytes(fmt::format("/proc/{}/statm", m_pid).c_str(), true);
  if (m_channel->childPid != 0)
    bytes += Budget::residentBytes(fmt::format("/proc/{}/statm", m_channel->childPid).c_str(), true);
  return bytes;
}

// Many pages go back to the system, few are cheaper to clear.
void Process::forgetTouched() {
  constexpr std::uint32_t few = 1024;
  const std::uint32_t count = std::min<std::uint32_t>(m_channel->touchedCount, REVISIT_MAX_TOUCHED);
  m_channel->touchedCount = 0;
  if (count <= few) {
    std::memset(m_channel->touched, 0, count * sizeof(RevisitTouchedPage));
    return;
  }
  const auto begin = static_cast<off_t>(offsetof(RevisitChannel, touched));
  const auto bytes = static_cast<off_t>(count * sizeof(RevisitTouchedPage));
  if (fallocate(m_channelFile, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, begin, bytes) != 0)
    std::memset(m_channel->touched, 0, count * sizeof(RevisitTouchedPage));
}

Result<Process::Ending> Process::run() {
  forgetTouched();
  m_channel->outcome = REVISIT_OUTCOME_NONE;
  m_channel->recordCount = 0;
  m_channel->stringBytes = 0;
  m_channel->stepsTaken = 0;
  m_channel->lastThread = 0;
  m_channel->childPid = 0;
  const Error reached{ErrorCode::Interrupted, m_options.program, "a bound was reached while the program ran"};
  if (m_options.budget && m_options.budget->reached() != Budget::Reached::No)
    return reached;
  if (ftruncate(m_outputFile, 0) != 0)
    return systemError(m_options.program, "the output cannot be captured");
  const char request = REVISIT_RUN_REQUEST;
  if (send(m_socket, &request, 1, MSG_NOSIGNAL) != 1)
    return Error{ErrorCode::Interrupted, m_options.program, "the program was ended from outside"};
  const int timeout = m_options.runTimeoutMs == 0 ? -1 : static_cast<int>(m_options.runTimeoutMs);
  const Result<std::optional<int>> status = awaitMessage(timeout, true);
  if (!status)
    return status.error();
  if (!status.value()) {
    const Result<int> ended = endRun();
    if (!ended)
      return ended.error();
    if (m_options.budget && m_options.budget->reached() != Budget::Reached::No)
      return reached;
    return Ending{ended.value(), true};
  }
  if (WIFSIGNALED(*status.value()) && WTERMSIG(*status.value()) == SIGKILL)
    return Error{ErrorCode::Interrupted, m_options.program, "a run of the program was ended from outside (SIGKILL)"};
  return Ending{*status.value()};
}

std::string Process::output() const {
  struct stat status{};
  fstat(m_outputFile, &status);
  std::string text(std::min(m_options.outputLimit, static_cast<std::size_t>(status.st_size)), '\0');
  const ssize_t size = pread(m_outputFile, text.data(), text.size(), 0);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  return text;
}

bool Process::readMemory(std::uint64_t address, void* buffer, std::size_t bytes) const {
  // What is handed out without content lies behind what was there before.
  const bool endsFresh = bytes != 0 && startsFresh(*m_channel, address + bytes - 1);
  const std::uint64_t there = endsFresh ? std::max(m_channel->heapBefore, address) - address : bytes;
  std::memset(static_cast<char*>(buffer) + there, REVISIT_FRESH_BYTE, bytes - there);
  return pread(m_memoryFile, buffer, there, static_cast<off_t>(address)) == static_cast<ssize_t>(there);
}

std::string Process::memoryMap() const {
  std::ifstream file(fmt::format("/proc/{}/maps", m_pid));
  return {(std::istreambuf_iterator<char>(file)), {}};
}

} // namespace revisit
