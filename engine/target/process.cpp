#include "target/process.h"

#include "abi/heap.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
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
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char** environ;

namespace revisit {

namespace {

constexpr rlim_t maxFileBytes = 64u << 20;
constexpr int execFailed = 126;

constexpr std::chrono::milliseconds pollInterval(20); // at which the bounds are checked

// Whether this wait status means that another process killed the program, as opposed to a signal that it caused itself.
bool isKill(int status) {
  if (!WIFSIGNALED(status))
    return false;
  switch (WTERMSIG(status)) {
  case SIGSEGV:
  case SIGBUS:
  case SIGFPE:
  case SIGILL:
  case SIGTRAP:
  case SIGABRT:
  case SIGSYS:
    return false;
  default:
    return true;
  }
}

std::string signalText(int status) {
  const int number = WTERMSIG(status);
  const char* name = sigabbrev_np(number);
  return fmt::format("signal {}{}", number, name ? fmt::format(" (SIG{})", name) : "");
}

Error killedError(const std::string& program, int status) {
  return {ErrorCode::Killed, program,
          fmt::format("the program that is explored was ended from outside, by {}", signalText(status))};
}

Error systemError(const std::string& where, const char* what) {
  return {ErrorCode::TargetFailed, where, fmt::format("{}: {}", what, std::strerror(errno))};
}

// A program linked by the wrapper has the runtime library among its dependencies.
Status checkInstrumented(const std::string& path) {
  std::error_code code;
  if (!std::filesystem::exists(path, code))
    return Error{ErrorCode::NotFound, path, "there is no such program"};
  if (!std::filesystem::is_regular_file(path, code) || access(path.c_str(), X_OK) != 0)
    return Error{ErrorCode::NotFound, path, "this is not an executable file"};
  const std::uintmax_t size = std::filesystem::file_size(path, code);
  std::string bytes(code ? 0 : size, '\0');
  std::ifstream(path, std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (bytes.compare(0, 4, "\177ELF") != 0)
    return Error{ErrorCode::NotInstrumented, path,
                 "this is not a compiled program; build one with revisit-cc or revisit-c++"};
  if (bytes.find("librevisit-runtime.so") == std::string::npos)
    return Error{ErrorCode::NotInstrumented, path,
                 "the program is not instrumented; build it with revisit-cc or revisit-c++"};
  return Done{};
}

// In the forked child: executes the program. Makes only calls that are safe after a fork.
[[noreturn]] void becomeProgram(const char* path, char* const* arguments, char* const* environment, int input,
                                int output, int channel, int socket) {
  setpgid(0, 0); // the terminal's interrupt should reach only the explorer, which then ends the program
  prctl(PR_SET_PDEATHSIG, SIGKILL);
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

std::vector<std::string> inheritedEnvironment() {
  std::vector<std::string> environment;
  for (char** entry = environ; *entry != nullptr; entry++)
    if (!std::string_view(*entry).starts_with(REVISIT_CHANNEL_VARIABLE "=") &&
        !std::string_view(*entry).starts_with("LD_BIND_NOW="))
      environment.emplace_back(*entry);
  return environment;
}

Result<std::unique_ptr<Process>> Process::launch(const LaunchOptions& options) {
  if (const Status status = checkInstrumented(options.program); !status)
    return status.error();
  std::unique_ptr<Process> process(new Process(options));
  if (const Status status = process->makeChannel(); !status)
    return status.error();
  if (const Status status = process->start(); !status)
    return status.error();
  if (!options.freshRuns)
    process->m_nursery.emplace(*process->m_channel);
  return process;
}

Process::~Process() {
  if (m_socket >= 0)
    close(m_socket);
  if (m_pid > 0) {
    kill(-m_pid, SIGKILL); // including a run in progress
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
  if (m_channelFile < 0 || m_outputFile < 0 || m_inputFile < 0 ||
      ftruncate(m_channelFile, static_cast<off_t>(channelBytes())) != 0)
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
  std::vector<std::string> arguments = {m_options.calledAs.empty() ? m_options.program : m_options.calledAs};
  arguments.insert(arguments.end(), m_options.arguments.begin(), m_options.arguments.end());
  std::vector<std::string> environment = m_options.environment.value_or(inheritedEnvironment());
  environment.push_back(fmt::format(REVISIT_CHANNEL_VARIABLE "={},{}", m_channelFile, sockets[1]));
  environment.emplace_back("LD_BIND_NOW=1");
  const std::vector<char*> argumentPointers = pointers(arguments);
  const std::vector<char*> environmentPointers = pointers(environment);

  m_pid = fork();
  if (m_pid == 0)
    becomeProgram(m_options.program.c_str(), argumentPointers.data(), environmentPointers.data(), m_inputFile,
                  m_outputFile, m_channelFile, sockets[1]);
  close(sockets[1]);
  if (m_pid > 0)
    setpgid(m_pid, m_pid); // either process may be first
  if (m_pid < 0)
    return systemError(m_options.program, "the program cannot be started");
  const Result<int> ready = awaitMessage(m_options.startTimeoutMs);
  if (!ready && (ready.error().code == ErrorCode::Interrupted || ready.error().code == ErrorCode::Killed))
    return ready.error();
  if (!ready || ready.value() != REVISIT_READY)
    return Error{
        ErrorCode::TargetFailed, m_options.program,
        fmt::format("the program did not come to its main function{}{}", output().empty() ? "" : ": ", output())};
  m_memoryFile = open(fmt::format("/proc/{}/mem", m_pid).c_str(), O_RDONLY | O_CLOEXEC);
  return Done{};
}

std::chrono::nanoseconds Process::processorTime() const {
  std::chrono::nanoseconds sum(0);
  for (const pid_t pid : {m_pid, static_cast<pid_t>(m_channel->childPid)}) {
    clockid_t clock = 0;
    timespec used{};
    if (pid > 0 && clock_getcpuclockid(pid, &clock) == 0 && clock_gettime(clock, &used) == 0)
      sum += std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
  }
  return sum;
}

Process::Deadline::Deadline(const Process& process, unsigned timeoutMs)
    : m_process(process), m_timeout(timeoutMs), m_begin(Clock::now()), m_used(process.processorTime()) {}

bool Process::Deadline::isOver() const {
  constexpr int idleFactor = 10;
  const auto waited = Clock::now() - m_begin;
  if (m_timeout.count() == 0 || waited < m_timeout)
    return false;
  return waited >= idleFactor * m_timeout || m_process.processorTime() - m_used >= m_timeout;
}

Status Process::requireTime(const Deadline& deadline, bool isBounded) {
  if (isBounded && isBoundReached())
    return Error{ErrorCode::Interrupted, "", "a bound was reached while the program ran"};
  if (deadline.isOver())
    return Error{ErrorCode::TargetFailed, m_options.program, "the program does not answer"};
  return Done{};
}

Result<int> Process::awaitMessage(unsigned timeoutMs, bool isBounded) {
  const Deadline deadline(*this, timeoutMs);
  pollfd waiting = {m_socket, POLLIN, 0};
  for (;;) {
    const int ready = poll(&waiting, 1, pollInterval.count());
    if (ready > 0)
      break;
    if (ready < 0 && errno != EINTR)
      return systemError(m_options.program, "the program cannot be waited for");
    if (const Status status = requireTime(deadline, isBounded); !status)
      return status.error();
  }
  int message = 0;
  return read(m_socket, &message, sizeof message) == sizeof message ? Result<int>(message) : gone();
}

// The process that forks the runs has ended.
Error Process::gone() {
  int status = 0;
  for (unsigned waited = 0; m_pid > 0 && waited < m_options.startTimeoutMs; waited++) {
    if (waitpid(m_pid, &status, WNOHANG) == m_pid)
      m_pid = -1;
    else
      usleep(1000);
  }
  if (isKill(status))
    m_killed = killedError(m_options.program, status);
  if (m_killed)
    return *m_killed;
  return {ErrorCode::TargetFailed, m_options.program,
          WIFSIGNALED(status) ? fmt::format("the program is gone: it was ended by {}", signalText(status))
                              : std::string("the program is gone")};
}

// Stops the run in progress and returns its wait status.
Result<int> Process::endRun() {
  constexpr unsigned soonMs = 500;
  for (;;) {
    if (m_channel->childPid != 0) // the zygote stores the run's process id directly after the fork
      kill(static_cast<int>(m_channel->childPid), SIGKILL);
    const Result<int> status = awaitMessage(soonMs, false);
    if (status || m_pid < 0)
      return status;
    if (m_channel->childPid != 0)
      continue;
    kill(m_pid, SIGKILL); // not even the start of a run succeeds
    waitpid(m_pid, nullptr, 0);
    m_pid = -1;
    return Error{ErrorCode::Interrupted, m_options.program, "the program does not answer"};
  }
}

std::uint64_t Process::residentBytes() const {
  std::uint64_t bytes = Budget::residentBytes(fmt::format("/proc/{}/statm", m_pid).c_str(), true);
  if (m_channel->childPid != 0)
    bytes += Budget::residentBytes(fmt::format("/proc/{}/statm", m_channel->childPid).c_str(), true);
  return bytes;
}

// Returns many pages to the system at once; clearing is cheaper for a few.
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

void Process::forgetRun() {
  forgetTouched();
  m_channel->outcome = REVISIT_OUTCOME_NONE;
  m_channel->recordCount = 0;
  m_channel->untried = 0;
  m_channel->printCount = 0;
  m_channel->blockNoteCount = 0;
  m_channel->stringBytes = 0;
  for (std::uint32_t slot = 0; slot < m_channel->slotCount; slot++)
    m_channel->slots[slot].unknownSince = 0;
  m_channel->stepsTaken = 0;
  m_channel->lastThread = 0;
  m_timedOut = false;
}

Result<int> Process::run(How how) {
  forgetRun();
  if (isBoundReached())
    return Error{ErrorCode::Interrupted, "", "a bound was reached before the program ran"};
  if (ftruncate(m_outputFile, 0) != 0)
    return systemError(m_options.program, "the output cannot be captured");
  m_wasInNursery = how == How::Any && m_nursery && m_nursery->isWanted();
  if (m_nursery && m_nursery->isOpen() && !(m_wasInNursery && m_nursery->isFit()))
    if (const Status ended = endNursery(); !ended)
      return ended.error();
  Result<int> status = m_wasInNursery ? runInNursery() : runFresh();
  if (!status && m_pid > 0) {
    const Result<int> ended = endRun();
    if (m_wasInNursery)
      m_nursery->noteGone(ended ? ended.value() : 0);
    m_timedOut = status.error().code != ErrorCode::Interrupted;
    return m_timedOut || !ended ? ended : status;
  }
  if (status && m_channel->outcome == REVISIT_OUTCOME_NONE && isKill(status.value()))
    return killedError(m_options.program, status.value());
  return status;
}

bool Process::request(char what) {
  m_channel->childPid = 0;
  return send(m_socket, &what, 1, MSG_NOSIGNAL) == 1;
}

Result<int> Process::runFresh() {
  if (m_nursery)
    m_nursery->noteFreshRun();
  return request(REVISIT_RUN_REQUEST) ? awaitMessage(m_options.runTimeoutMs) : gone();
}

Result<int> Process::runInNursery() {
  const bool isNew = !m_nursery->isOpen();
  m_nursery->ask();
  if (isNew && !request(REVISIT_NURSERY_REQUEST))
    return gone();
  const Deadline deadline(*this, m_options.runTimeoutMs);
  for (;;) {
    const Nursery::Answer answer = m_nursery->await(pollInterval);
    if (answer == Nursery::Answer::Over)
      return 0;
    if (answer == Nursery::Answer::Gone)
      return nurseryStatus();
    pollfd hangUp = {m_socket, 0, 0};
    if (poll(&hangUp, 1, 0) > 0) // the zygote is gone, and so nobody says that the nursery is
      return gone();
    if (const Status status = requireTime(deadline, true); !status)
      return status.error();
  }
}

// The wait status of a nursery that is gone, or is about to go.
Result<int> Process::nurseryStatus() {
  const Result<int> status = awaitMessage(m_options.startTimeoutMs, false);
  m_nursery->noteGone(status ? status.value() : 0);
  return status;
}

Status Process::endNursery() {
  m_nursery->askToLeave();
  const Result<int> status = nurseryStatus();
  return status ? Status(Done{}) : Status(status.error());
}

bool Process::distrustNurseries() {
  const bool isChange = m_nursery && m_nursery->isUsable();
  if (isChange)
    m_nursery->giveUp();
  return isChange;
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
  // Memory that is allocated without content lies after the memory that existed before.
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
