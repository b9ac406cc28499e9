// Calls that leave instrumented code. Some are known to have no effect that other threads could observe; others reach
// code that belongs to the program but is not instrumented. Thread rule: called by the program's threads; during a run
// only by the one that has the baton.
#include "runtime/services/external_calls.h"

#include "abi/hooks.h"
#include "abi/openmp_names.h"
#include "runtime/memory/known_content.h"
#include "runtime/nursery/system_calls.h"
#include "runtime/schedule/cancellation.h"
#include "runtime/schedule/signals.h"
#include "runtime/schedule/start.h"
#include "runtime/services/known_functions.h"
#include "runtime/services/modules.h"
#include "runtime/services/services.h"
#include "runtime/trace/fingerprint.h"
#include "runtime/trace/frames.h"
#include "runtime/trace/recorder.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string_view>

using namespace revisit;
using namespace revisit::runtime;

namespace {

constexpr std::size_t cacheSize = 1024;
struct Decision {
  std::uint64_t function;
  enum { Known, External, Unseen } kind;
  bool isOfOpenMp;
  bool keepsState;        // see keepsState()
  std::uint32_t text = 0; // of its name, once it was reported
};
Decision g_decisions[cacheSize];

// Uninstrumented code that ran before the run; it is reported when the run begins.
constexpr std::size_t maxEarly = 64;
std::uint64_t g_early[maxEarly];
std::size_t g_earlyCount = 0;

// As the program's source names it, if it does.
const char* nameOf(std::uint64_t function, const char* name) {
  Dl_info info{};
  if (name == nullptr)
    name = writtenName(function);
  if (name == nullptr && dladdr(reinterpret_cast<void*>(function), &info) != 0)
    name = info.dli_sname;
  return name != nullptr ? name : "a function without a name";
}

Decision decide(std::uint64_t function, const char* name) {
  if (name == nullptr && function < nullPage) // the call itself fails
    return {function, Decision::Known, false, true};
  const CodeOwner owner = ownerOf(throughStub(function));
  const bool keeps = owner != CodeOwner::Instrumented && keepsState(nameOf(throughStub(function), name));
  // OpenMP's library may lie anywhere, or be missing.
  if (owner != CodeOwner::Instrumented)
    if (const char* called = nameOf(throughStub(function), name); isOfOpenMp(called))
      return {function, Decision::External, true, false};
  switch (owner) {
  case CodeOwner::Instrumented:
    return {function, Decision::Known, false, true};
  case CodeOwner::Runtime:
    return {function, Decision::Known, false, keeps};
  case CodeOwner::System:
    if (name == nullptr)
      return {function, Decision::External, false, false};
    return {function, isHarmless(name) ? Decision::Known : Decision::External, false, keeps};
  case CodeOwner::Unseen:
    break;
  }
  return {function, name != nullptr && isOfCompiler(name) ? Decision::Known : Decision::Unseen, false, keeps};
}

// A local function of the C++ library that is called through a table, such as the code behind std::cout.
bool isLocalOfCxxLibrary(std::uint64_t function) {
  Dl_info info{};
  return dladdr(reinterpret_cast<void*>(function), &info) != 0 && info.dli_sname == nullptr &&
         std::string_view(info.dli_fname).find("/libc++") != std::string_view::npos;
}

[[noreturn]] void refuse(const char* name, const char* why) {
  char message[160] = "";
  const std::size_t room = sizeof message - 1;
  std::strncat(message, name, room / 2);
  std::strncat(message, ": ", 3);
  std::strncat(message, why, room / 2 - 3);
  unsupported(message);
}

// The program runs without an exploration and calls what was not linked.
[[noreturn]] void endWithoutOpenMp(const char* name) {
  std::fprintf(stderr, "revisit: %s is called, which Revisit's OpenMP does not have\n", name);
  std::abort();
}

RevisitRecord& tell(RevisitExternal what, std::uint64_t function, std::uint32_t text) {
  const std::uint32_t chain = chainHere();
  RevisitRecord& record = emit(REVISIT_EXTERNAL);
  record.op = what;
  record.address = function;
  record.extra = text;
  record.chain = chain;
  return record;
}

void noteEarly(std::uint64_t function) {
  if (std::find(g_early, g_early + g_earlyCount, function) == g_early + g_earlyCount && g_earlyCount < maxEarly)
    g_early[g_earlyCount++] = function;
}

void tellUnseen(std::uint64_t function) {
  if (exploring())
    tell(REVISIT_EXTERNAL_UNSEEN_CALL, function, cameLater(function) ? internString(nameOf(function, nullptr)) : 0);
  else if (g_runtime.phase == Phase::Setup)
    noteEarly(function);
}

} // namespace

namespace revisit::runtime {

void noteCallback(std::uint64_t function) {
  if (const std::uint64_t target = throughStub(function); ownerOf(target) == CodeOwner::Unseen)
    tellUnseen(target);
}

void tellWhatRanBefore() {
  forEachUnseenConstructor([](std::uint64_t function) { tell(REVISIT_EXTERNAL_UNSEEN_START, function, 0); });
  for (std::size_t i = 0; i < g_earlyCount; i++)
    tell(REVISIT_EXTERNAL_UNSEEN_CALL, g_early[i], 0);
  if (const UnseenCopies copies = unseenCopies(); copies.count != 0)
    tell(REVISIT_EXTERNAL_UNSEEN_COPIES, copies.first, 0).before = copies.count;
  tellRandomBefore();
  if (!isContentKept())
    tellLimit("the address space is limited (ulimit -v): memory that changes past the program's own stores is not"
              " looked for");
}

void tellRefused(std::string_view function, const char* why) {
  static struct {
    char text[160];
    std::uint32_t interned;
  } last; // of this run; a loop may repeat a call very often
  char text[sizeof last.text];
  std::snprintf(text, sizeof text, "%.*s: %s", static_cast<int>(function.size()), function.data(), why);
  if (std::strcmp(text, last.text) != 0) {
    __builtin_memcpy(last.text, text, sizeof text);
    last.interned = internString(text);
  }
  tell(REVISIT_EXTERNAL_CALL, 0, last.interned);
}

int failed(int error) {
  errno = error;
  return -1;
}

int failRefused(std::string_view function, const char* why, int error) {
  tellRefused(function, why);
  return failed(error);
}

void tellLimit(const char* text) {
  tell(REVISIT_EXTERNAL_LIMIT, 0, internString(text));
}

} // namespace revisit::runtime

REVISIT_EXPORT void revisit_parallel_algorithm() noexcept {
  if (exploring())
    tellLimit("a parallel algorithm may use any number of threads: its work was divided between two");
}

// For instrumented parts of the C++ library that replace functions of the same name: the original function.
REVISIT_EXPORT void* revisit_library_function(const char* name) {
  Internal internal;
  static void* library = dlopen("libc++.so.1", RTLD_LAZY | RTLD_NOLOAD);
  return dlsym(library, name);
}

REVISIT_EXPORT void __revisit_external(std::uint64_t function, std::uint64_t name) {
  const auto* text = reinterpret_cast<const char*>(name);
  if (g_runtime.phase == Phase::Plain && function == 0 && text != nullptr && isOfOpenMp(text))
    endWithoutOpenMp(text);
  if (g_runtime.phase == Phase::Plain || g_runtime.internal)
    return;
  Decision& decision = g_decisions[(function >> 4) % cacheSize];
  if (decision.function != function || function == 0) // many are missing
    decision = decide(function, text);
  if (!decision.keepsState && exploring())
    loseFingerprint("its call of ", nameOf(throughStub(function), text));
  if (text != nullptr && mayBeCancelled() && isUnseenCancellationPoint(text))
    tellRefused(text, "that a cancelled thread ends here is not followed");
  if (decision.kind == Decision::Known)
    return;
  if (decision.kind == Decision::Unseen) {
    if (exploring())
      guardCalls(callersFrame().stack);
    return tellUnseen(throughStub(function));
  }
  if (decision.isOfOpenMp && g_runtime.phase == Phase::Setup)
    endBeforeMain("a constructor calls OpenMP's library before main: OpenMP is not followed");
  if (!exploring())
    return;
  if (decision.isOfOpenMp)
    refuse(nameOf(throughStub(function), text), "OpenMP is not followed");
  function = throughStub(function);
  text = nameOf(function, text);
  if (name == 0 && (isHarmless(text) || isLocalOfCxxLibrary(function)))
    return;
  guardCalls(callersFrame().stack);
  if (decision.text == 0)
    decision.text = internString(text);
  tell(REVISIT_EXTERNAL_CALL, function, decision.text);
}
