// The start of a replay: the process that a debugger launched becomes the run itself.
// Thread rule: one thread.
#include "runtime/nursery/outside_filter.h"
#include "runtime/schedule/signals.h"
#include "runtime/schedule/start.h"
#include "runtime/trace/raw.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/personality.h>
#include <sys/resource.h>

extern char** environ;

namespace revisit::runtime {

namespace {

constexpr const char* startedOver = "REVISIT_REPLAY_STARTED_OVER";
constexpr unsigned long currentPersonality = 0xffffffff;
constexpr rlim_t maxFileBytes = 64u << 20; // as when exploring

[[noreturn]] void refuse(const char* what) {
  std::fprintf(stderr, "revisit: the replay cannot start: %s\n", what);
  std::fflush(stderr);
  syscall(SYS_exit_group, 127);
  __builtin_unreachable();
}

// The addresses in a witness must be those of the exploration.
void requireFixedAddresses(char** argv) {
  const int before = personality(currentPersonality);
  if (before >= 0 && (before & ADDR_NO_RANDOMIZE) != 0) {
    unsetenv(startedOver);
    return;
  }
  if (getenv(startedOver) != nullptr || personality(static_cast<unsigned long>(before) | ADDR_NO_RANDOMIZE) < 0)
    refuse("the system does not let a program switch address randomisation off");
  setenv(startedOver, "1", 1);
  syscall(SYS_execve, "/proc/self/exe", argv, environ);
  refuse("the program cannot be started over without address randomisation");
}

// Standard input and output are files, as when exploring.
void redirect(const RevisitReplay& replay) {
  const int input = open(replay.input[0] != 0 ? replay.input : "/dev/null", O_RDONLY);
  dup2(input, STDIN_FILENO);
  close(input);
  const rlimit fileSize = {maxFileBytes, maxFileBytes};
  systemCall(SYS_prlimit64, 0, RLIMIT_FSIZE, word(&fileSize));
  if (replay.output[0] == 0)
    return;
  const int output = open(replay.output, O_WRONLY | O_APPEND | O_CREAT, 0600);
  if (output < 0)
    return;
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  close(output);
}

// LLDB passes variables on in any order, which the addresses of their texts depend on.
void takeVariables(RevisitReplay& replay) {
  static char* variables[REVISIT_MAX_VARIABLES + 1];
  char* at = replay.variables;
  if (replay.hasVariables == 0 || replay.variableCount > REVISIT_MAX_VARIABLES)
    return;
  for (std::uint32_t i = 0; i < replay.variableCount; i++) {
    variables[i] = at;
    at += std::strlen(at) + 1;
  }
  environ = variables;
}

} // namespace

void attachReplay(const char* path, char** argv) {
  requireFixedAddresses(argv);
  const int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0)
    refuse("its plan cannot be opened");
  if (!mapChannel(file))
    refuse("its plan is damaged or of another version");
  redirect(g_runtime.channel->replay);
  takeVariables(g_runtime.channel->replay);
}

int replayMain(int argc, char** argv, char** envp) {
  settle(argv, envp);
  filterOutsideCalls();
  useSignalStack(0);
  beginRun(argc, argv, envp);
}

} // namespace revisit::runtime
