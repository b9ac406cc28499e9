// The start of an instrumented process. Without a channel in the environment it runs as an ordinary program. With a
// channel it becomes a zygote: constructors run, and just before main it begins to fork a child for every run that the
// engine requests. Thread rule: one thread.
#include "runtime/schedule/start.h"
#include "runtime/machine/loaded_modules.h"
#include "runtime/memory/known_content.h"
#include "runtime/memory/past_content.h"
#include "runtime/memory/private_memory.h"
#include "runtime/memory/variable_notes.h"
#include "runtime/nursery/nursery.h"
#include "runtime/nursery/outside_filter.h"
#include "runtime/nursery/system_calls.h"
#include "runtime/schedule/carrier.h"
#include "runtime/schedule/exits.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/schedule/signals.h"
#include "runtime/schedule/watchdog.h"
#include "runtime/services/asked_variables.h"
#include "runtime/services/modules.h"
#include "runtime/services/services.h"
#include "runtime/trace/fingerprint.h"
#include "runtime/trace/raw.h"
#include "runtime/trace/recorder.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>

using namespace revisit;
using namespace revisit::runtime;

extern "C" std::uint32_t __revisit_path_on;

namespace {

constexpr std::size_t streamBuffer = 1 << 16;
char g_standardOutput[streamBuffer];
Main g_userMain;
// For those who leave the constructors.
int g_argumentCount;
char** g_arguments;
const char* g_whyNoMain;

[[noreturn]] int leaveMain(int, char**, char**) {
  unsupported(g_whyNoMain);
}

bool attach(const char* variable) {
  int memory = -1;
  return std::sscanf(variable, "%d,%d", &memory, &g_runtime.socket) == 2 && mapChannel(memory);
}

void setUp() {
  unsetenv(REVISIT_CHANNEL_VARIABLE);
  unsetenv(REVISIT_REPLAY_VARIABLE);
  prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
  noteEnvironment(environ);
  loadModulesAhead(g_arguments);
  noteModules();
  threadAt(0).handle = static_cast<std::uint64_t>(pthread_self());
  threadAt(0).prepared = true;
  g_runtime.errnoOffset = word(&errno) - threadAt(0).handle;
  setvbuf(stdout, g_standardOutput, _IOLBF, sizeof g_standardOutput);
  g_runtime.phase = Phase::Setup;
}

// Copies the strings to a fixed place, so that their length, which differs between shells, shifts no other address.
char** copyStrings(char** strings, std::uint64_t address) {
  std::size_t count = 0, bytes = 0;
  for (; strings[count] != nullptr; count++)
    bytes += std::strlen(strings[count]) + 1;
  const std::size_t pointerBytes = (count + 1) * sizeof(char*);
  void* const at = mmap(reinterpret_cast<void*>(address), pointerBytes + bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (at == MAP_FAILED)
    _exit(1);
  auto** const copy = static_cast<char**>(at);
  char* text = static_cast<char*>(at) + pointerBytes;
  for (std::size_t i = 0; i < count; i++) {
    copy[i] = text;
    text = stpcpy(text, strings[i]) + 1;
  }
  copy[count] = nullptr;
  return copy;
}

// The end of such a copy.
std::uint64_t endOf(char** copy) {
  char** last = copy;
  while (*last != nullptr && last[1] != nullptr)
    last++;
  return *last == nullptr ? word(last) : word(*last) + std::strlen(*last) + 1;
}

// Runs instead of main: serves one run after another until the engine closes the socket.
int zygote(int argc, char** argv, char** envp) {
  settle(argv, envp);
  filterOutsideCalls();
  const std::uint32_t ready = REVISIT_READY;
  if (write(g_runtime.socket, &ready, sizeof ready) != sizeof ready)
    _exit(1);
  char request = 0;
  while (read(g_runtime.socket, &request, 1) == 1) {
    RevisitChannel& channel = *g_runtime.channel;
    const bool isNursery = request == REVISIT_NURSERY_REQUEST;
    for (unsigned slot = 1; slot < channel.slotCount; slot++)
      prepareSlot(slot);
    const pid_t child = forkFiltered();
    if (child == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      close(g_runtime.socket);
      if (isNursery)
        becomeNursery();
      else
        useSignalStack(0);
      beginRun(argc, argv, envp);
    }
    channel.childPid = static_cast<std::uint32_t>(child);
    int status = -1;
    while (child > 0 && waitpid(child, &status, 0) < 0) {
    }
    if (isNursery)
      ringBell(channel.answered, REVISIT_GONE);
    if (write(g_runtime.socket, &status, sizeof status) != sizeof status)
      break;
  }
  _exit(0);
}

} // namespace

namespace revisit::runtime {

bool mapChannel(int file) {
  struct stat status = {};
  if (fstat(file, &status) != 0 || static_cast<std::uint64_t>(status.st_size) <= REVISIT_CHANNEL_BYTES(0))
    return false;
  void* at = mmap(reinterpret_cast<void*>(REVISIT_CHANNEL_ADDRESS), static_cast<std::size_t>(status.st_size),
                  PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE, file, 0);
  if (at != reinterpret_cast<void*>(REVISIT_CHANNEL_ADDRESS))
    return false;
  close(file);
  g_runtime.channel = static_cast<RevisitChannel*>(at);
  return g_runtime.channel->magic == REVISIT_CHANNEL_MAGIC && g_runtime.channel->version == REVISIT_CHANNEL_VERSION;
}

void settle(char**& argv, char**& envp) {
  argv = copyStrings(argv, REVISIT_ARGUMENT_ADDRESS);
  envp = copyStrings(envp, REVISIT_ENVIRONMENT_ADDRESS);
  environ = envp;
  noteTexts(word(envp), endOf(envp));
  watchExceptions();
  installSignalHandlers();
  std::fflush(nullptr);
  mapServices();
  noteGlobals();
  noteOffsets();
  stackOfThread(); // before anything counts allocations
  if (!mapStack(threadAt(0), stackOfMain()))
    reachLimit("no room for main's stack: the address space is limited (ulimit -v)");
  noteDataBefore();
  prepareFingerprints();
  prepareUnwinding();
}

void beginRun(int argc, char** argv, char** envp) {
  RevisitChannel& channel = *g_runtime.channel;
  __revisit_path_on = channel.pathOn;
  channel.mainEntry = reinterpret_cast<std::uint64_t>(g_userMain);
  channel.heapBefore = threadAt(0).heap[0].next;
  restoreOffsets();
  startWatchdog(channel.watchdogMs);
  watchCalls();
  noteInitialContent();
  if (channel.keepPast != 0)
    reservePastContent();
  beginSummaries();
  g_runtime.phase = Phase::Exploring;
  runMain(g_whyNoMain != nullptr ? leaveMain : g_userMain, argc, argv, envp);
}

void endBeforeMain(const char* why) {
  if (replaying())
    reachLimit(why);
  g_whyNoMain = why;
  std::exit(zygote(g_argumentCount, g_arguments, environ));
}

void* findReal(const char* name) {
  void* found = dlsym(RTLD_NEXT, name);
  if (found == nullptr) {
    std::fprintf(stderr, "revisit: the C library has no %s\n", name);
    syscall(SYS_exit_group, 127);
  }
  return found;
}

} // namespace revisit::runtime

REVISIT_EXPORT int __libc_start_main(Main main, int argc, char** argv, void (*init)(), void (*fini)(),
                                     void (*loaderFini)(), void* stackEnd) {
  using Start = int(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
  static void* cache;
  Start* start = real(static_cast<Start*>(nullptr), "__libc_start_main", cache);
  g_userMain = main;
  g_argumentCount = argc;
  g_arguments = argv;
  if (const char* replay = getenv(REVISIT_REPLAY_VARIABLE)) {
    attachReplay(replay, argv);
    setUp();
    return start(replayMain, argc, argv, init, fini, loaderFini, stackEnd);
  }
  const char* variable = getenv(REVISIT_CHANNEL_VARIABLE);
  if (variable == nullptr)
    return start(main, argc, argv, init, fini, loaderFini, stackEnd);
  if (!attach(variable)) {
    std::fprintf(stderr, "revisit: the channel that the engine passed cannot be used\n");
    return 127;
  }
  setUp();
  return start(zygote, argc, argv, init, fini, loaderFini, stackEnd);
}
