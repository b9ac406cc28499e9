// Exceptions that several threads own. The C++ runtime library counts the owners of an exception unobserved, and the
// last owner destroys it. A second count, in an unused word of the exception's header, makes the order in which the
// owners release it part of the execution. Thread rule: called by the program's threads; during a run only by the one
// that has the baton.
#include "runtime/memory/access.h"

#include <cxxabi.h>

using namespace revisit;
using namespace revisit::runtime;

namespace {

// The header before a thrown object, with libc++abi's layout.
struct ExceptionHeader {
  std::uint64_t spare;
  std::uint64_t ownersOrPrimary; // for an exception rethrown through an exception_ptr: the thrown object itself
  void* type;
  void (*destructor)(void*);
  void* unexpected;
  void* terminate;
  ExceptionHeader* next;
  std::int32_t handlers;
  char rest[0x24];
  std::uint64_t kind;
};
static_assert(offsetof(ExceptionHeader, kind) == 0x60);
constexpr std::uint64_t headerBytes = 0x80;
constexpr std::uint64_t kindOfCxx = 0x434c4e47432b2b00; // "CLNGC++\0"; plus one: rethrown through an exception_ptr

void count(std::uint64_t thrown, RmwOp op) {
  if (thrown != 0 && exploring())
    recordedRmw(thrown - headerBytes + offsetof(ExceptionHeader, spare), 1, 8,
                static_cast<std::uint32_t>(MemoryOrder::AcqRel), op, REVISIT_FLAG_SERVICE);
}

// The thrown object that is released at the end of the innermost handler; 0 when none is.
std::uint64_t letGoAtEndOfCatch() {
  auto* const* globals = reinterpret_cast<ExceptionHeader* const*>(abi::__cxa_get_globals());
  const ExceptionHeader* caught = globals != nullptr ? *globals : nullptr;
  if (caught == nullptr || (caught->kind & ~std::uint64_t{0xff}) != kindOfCxx || caught->handlers != 1)
    return 0;
  return caught->kind != kindOfCxx ? caught->ownersOrPrimary : reinterpret_cast<std::uint64_t>(caught) + headerBytes;
}

std::uint64_t addressOf(const void* thrown) {
  return reinterpret_cast<std::uint64_t>(thrown);
}

} // namespace

extern "C" {
void __cxa_end_catch();
void __cxa_increment_exception_refcount(void*) noexcept;
void __cxa_decrement_exception_refcount(void*) noexcept;
void __cxa_rethrow_primary_exception(void*);
}

REVISIT_EXPORT void __cxa_end_catch() {
  if (exploring())
    count(letGoAtEndOfCatch(), RmwOp::Sub);
  REVISIT_REAL(__cxa_end_catch)();
}

REVISIT_EXPORT void __cxa_increment_exception_refcount(void* thrown) noexcept {
  count(addressOf(thrown), RmwOp::Add);
  REVISIT_REAL(__cxa_increment_exception_refcount)(thrown);
}

REVISIT_EXPORT void __cxa_decrement_exception_refcount(void* thrown) noexcept {
  count(addressOf(thrown), RmwOp::Sub);
  REVISIT_REAL(__cxa_decrement_exception_refcount)(thrown);
}

REVISIT_EXPORT void __cxa_rethrow_primary_exception(void* thrown) {
  count(addressOf(thrown), RmwOp::Add);
  REVISIT_REAL(__cxa_rethrow_primary_exception)(thrown);
}
