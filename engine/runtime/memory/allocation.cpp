// The C++ operators new and delete. They wrap those of the C++ library, which a program may replace.
#include "runtime/memory/allocation.h"

#include "abi/heap.h"
#include "runtime/memory/recycling.h"
#include "runtime/trace/held_blocks.h"
#include "runtime/trace/recorder.h"

#include <algorithm>
#include <cstdio>
#include <dlfcn.h>
#include <type_traits>

namespace revisit::runtime {

namespace {

// The operator that is running, until malloc or free takes it. If an operator calls another one, the inner one counts.
struct AtWork {
  bool isOn = false;
  bool isTaken = false;
  AllocationFamily family = AllocationFamily::Malloc;
  std::uint64_t bytes = 0;
  std::optional<std::uint64_t> chosen; // see AllocationRequest
};
AtWork g_making, g_freeing;

constexpr const char* operatorNames[] = {"_Znwm",
                                         "_Znam",
                                         "_ZnwmRKSt9nothrow_t",
                                         "_ZnamRKSt9nothrow_t",
                                         "_ZnwmSt11align_val_t",
                                         "_ZnamSt11align_val_t",
                                         "_ZnwmSt11align_val_tRKSt9nothrow_t",
                                         "_ZnamSt11align_val_tRKSt9nothrow_t",
                                         "_ZdlPv",
                                         "_ZdaPv",
                                         "_ZdlPvm",
                                         "_ZdaPvm",
                                         "_ZdlPvSt11align_val_t",
                                         "_ZdaPvSt11align_val_t",
                                         "_ZdlPvmSt11align_val_t",
                                         "_ZdaPvmSt11align_val_t",
                                         "_ZdlPvRKSt9nothrow_t",
                                         "_ZdaPvRKSt9nothrow_t",
                                         "_ZdlPvSt11align_val_tRKSt9nothrow_t",
                                         "_ZdaPvSt11align_val_tRKSt9nothrow_t"};

// Whether the program defines its own operators. Then their use of malloc and free is not checked.
bool areReplaced() {
  static int known = -1;
  if (known >= 0)
    return known != 0;
  Internal internal;
  known = 0;
  for (const char* name : operatorNames) {
    const auto found = reinterpret_cast<std::uint64_t>(dlsym(RTLD_DEFAULT, name));
    if (found < g_runtime.codeBegin || found >= g_runtime.codeEnd)
      known = 1;
  }
  return known != 0;
}

// While an object of this class exists, the operator is running.
class Working {
public:
  Working(AtWork& pending, AllocationFamily family, std::uint64_t bytes)
      : m_pending(pending), m_isOuter(isOuter(pending)) {
    if (m_isOuter)
      pending = {true, false, family, bytes};
  }
  static bool isOuter(const AtWork& pending) { return ownObjects() && !pending.isOn && !areReplaced(); }
  ~Working() {
    if (m_isOuter)
      m_pending = {};
  }
  Working(const Working&) = delete;
  Working& operator=(const Working&) = delete;

private:
  AtWork& m_pending;
  bool m_isOuter;
};

const char* maker(AllocationFamily family) {
  return family == AllocationFamily::New ? "new" : family == AllocationFamily::NewArray ? "new[]" : "malloc";
}
const char* freer(AllocationFamily family) {
  return family == AllocationFamily::New ? "delete" : family == AllocationFamily::NewArray ? "delete[]" : "free";
}

// The alignment among the arguments of an operator new.
constexpr std::uint64_t alignmentIn() {
  return leastAlignment;
}
template <class First, class... Rest> constexpr std::uint64_t alignmentIn(First first, Rest...) {
  if constexpr (std::is_same_v<First, std::size_t>)
    return std::max(leastAlignment, first);
  else
    return leastAlignment;
}

template <class... Arguments>
void* make(AllocationFamily family, const char* name, void*& cache, const void* caller, std::size_t bytes,
           Arguments... arguments) {
  using Make = void*(std::size_t, Arguments...);
  // An event, so it must come before anything is noted that other threads use too. It comes directly from the program's
  // code, so that the thread's state is known there.
  std::optional<std::uint64_t> chosen;
  if (mayRecycleFor(caller) && bytes <= maxFresh && Working::isOuter(g_making))
    chosen = takeRecycled(bytes, alignmentIn(arguments...), Content::None);
  Working working(g_making, family, bytes);
  g_making.chosen = chosen;
  return real(static_cast<Make*>(nullptr), name, cache)(bytes, arguments...);
}

template <class... Arguments>
void release(AllocationFamily family, const char* name, void*& cache, void* block, std::size_t bytes,
             Arguments... arguments) {
  using Release = void(void*, Arguments...);
  Working working(g_freeing, family, bytes);
  real(static_cast<Release*>(nullptr), name, cache)(block, arguments...);
}

void requireNewAlignment(std::size_t alignment) {
  requireAlignment(isAlignment(alignment), "new with an alignment that is no power of two");
}

} // namespace

AllocationRequest takeRequest(std::uint64_t bytes) {
  if (!g_making.isOn)
    return {AllocationFamily::Malloc, bytes};
  if (g_making.isTaken)
    return {AllocationFamily::Any, bytes};
  g_making.isTaken = true;
  return {g_making.family, g_making.bytes, g_making.chosen};
}

AllocationRequest takeRelease() {
  const AtWork taken = g_freeing;
  g_freeing = {};
  return {taken.isOn ? taken.family : AllocationFamily::Malloc, taken.bytes};
}

void requireSameFamily(std::uint64_t block, AllocationFamily made, std::uint64_t has, AllocationRequest freed) {
  char text[128];
  if (made != AllocationFamily::Any && made != freed.family) {
    std::snprintf(text, sizeof text, "%s of memory from %s", freer(freed.family), maker(made));
    fail(ErrorKind::MemoryMisuse, text, block);
  }
  if (freed.bytes == 0 || freed.bytes == has)
    return;
  std::snprintf(text, sizeof text, "%s of an object of %lu byte%s in memory of %lu", freer(freed.family), freed.bytes,
                freed.bytes == 1 ? "" : "s", has);
  fail(ErrorKind::MemoryMisuse, text, block);
}

bool isAlignment(std::uint64_t alignment) {
  return alignment != 0 && (alignment & (alignment - 1)) == 0;
}

void requireAlignment(bool isValid, const char* message) {
  if (!isValid && exploring() && !g_making.isOn)
    fail(ErrorKind::MemoryMisuse, message);
}

} // namespace revisit::runtime

using namespace revisit::runtime;

#define REVISIT_CALL(function, family, name, ...)                                                                      \
  static void* cache;                                                                                                  \
  return function(AllocationFamily::family, name, cache, __VA_ARGS__)
#define REVISIT_MAKE(family, name, ...) REVISIT_CALL(make, family, name, __builtin_return_address(0), __VA_ARGS__)

// NOLINTBEGIN: the C++ ABI requires these names.
REVISIT_EXPORT void* _Znwm(std::size_t bytes) {
  REVISIT_MAKE(New, "_Znwm", bytes);
}
REVISIT_EXPORT void* _Znam(std::size_t bytes) {
  REVISIT_MAKE(NewArray, "_Znam", bytes);
}
REVISIT_EXPORT void* _ZnwmRKSt9nothrow_t(std::size_t bytes, const void* nothrow) {
  REVISIT_MAKE(New, "_ZnwmRKSt9nothrow_t", bytes, nothrow);
}
REVISIT_EXPORT void* _ZnamRKSt9nothrow_t(std::size_t bytes, const void* nothrow) {
  REVISIT_MAKE(NewArray, "_ZnamRKSt9nothrow_t", bytes, nothrow);
}
REVISIT_EXPORT void* _ZnwmSt11align_val_t(std::size_t bytes, std::size_t alignment) {
  requireNewAlignment(alignment);
  REVISIT_MAKE(New, "_ZnwmSt11align_val_t", bytes, alignment);
}
REVISIT_EXPORT void* _ZnamSt11align_val_t(std::size_t bytes, std::size_t alignment) {
  requireNewAlignment(alignment);
  REVISIT_MAKE(NewArray, "_ZnamSt11align_val_t", bytes, alignment);
}
REVISIT_EXPORT void* _ZnwmSt11align_val_tRKSt9nothrow_t(std::size_t bytes, std::size_t alignment, const void* nothrow) {
  requireNewAlignment(alignment);
  REVISIT_MAKE(New, "_ZnwmSt11align_val_tRKSt9nothrow_t", bytes, alignment, nothrow);
}
REVISIT_EXPORT void* _ZnamSt11align_val_tRKSt9nothrow_t(std::size_t bytes, std::size_t alignment, const void* nothrow) {
  requireNewAlignment(alignment);
  REVISIT_MAKE(NewArray, "_ZnamSt11align_val_tRKSt9nothrow_t", bytes, alignment, nothrow);
}

REVISIT_EXPORT void _ZdlPv(void* block) {
  REVISIT_CALL(release, New, "_ZdlPv", block, 0);
}
REVISIT_EXPORT void _ZdaPv(void* block) {
  REVISIT_CALL(release, NewArray, "_ZdaPv", block, 0);
}
REVISIT_EXPORT void _ZdlPvm(void* block, std::size_t bytes) {
  REVISIT_CALL(release, New, "_ZdlPvm", block, bytes, bytes);
}
REVISIT_EXPORT void _ZdaPvm(void* block, std::size_t bytes) {
  REVISIT_CALL(release, NewArray, "_ZdaPvm", block, bytes, bytes);
}
REVISIT_EXPORT void _ZdlPvSt11align_val_t(void* block, std::size_t alignment) {
  REVISIT_CALL(release, New, "_ZdlPvSt11align_val_t", block, 0, alignment);
}
REVISIT_EXPORT void _ZdaPvSt11align_val_t(void* block, std::size_t alignment) {
  REVISIT_CALL(release, NewArray, "_ZdaPvSt11align_val_t", block, 0, alignment);
}
REVISIT_EXPORT void _ZdlPvmSt11align_val_t(void* block, std::size_t bytes, std::size_t alignment) {
  REVISIT_CALL(release, New, "_ZdlPvmSt11align_val_t", block, bytes, bytes, alignment);
}
REVISIT_EXPORT void _ZdaPvmSt11align_val_t(void* block, std::size_t bytes, std::size_t alignment) {
  REVISIT_CALL(release, NewArray, "_ZdaPvmSt11align_val_t", block, bytes, bytes, alignment);
}
REVISIT_EXPORT void _ZdlPvRKSt9nothrow_t(void* block, const void* nothrow) {
  REVISIT_CALL(release, New, "_ZdlPvRKSt9nothrow_t", block, 0, nothrow);
}
REVISIT_EXPORT void _ZdaPvRKSt9nothrow_t(void* block, const void* nothrow) {
  REVISIT_CALL(release, NewArray, "_ZdaPvRKSt9nothrow_t", block, 0, nothrow);
}
REVISIT_EXPORT void _ZdlPvSt11align_val_tRKSt9nothrow_t(void* block, std::size_t alignment, const void* nothrow) {
  REVISIT_CALL(release, New, "_ZdlPvSt11align_val_tRKSt9nothrow_t", block, 0, alignment, nothrow);
}
REVISIT_EXPORT void _ZdaPvSt11align_val_tRKSt9nothrow_t(void* block, std::size_t alignment, const void* nothrow) {
  REVISIT_CALL(release, NewArray, "_ZdaPvSt11align_val_tRKSt9nothrow_t", block, 0, alignment, nothrow);
}
// NOLINTEND
