// The program's unknown inputs, assumptions and assertions. Thread rule: called by the program's threads; during a run
// only by the one that has the baton.
#include "base/input_type.h"
#include "library/include/revisit.h"
#include "runtime/memory/access.h"
#include "runtime/memory/rmw.h"
#include "runtime/schedule/scheduler.h"
#include "runtime/schedule/start.h"
#include "runtime/signals/delivery.h"
#include "runtime/trace/recorder.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

using namespace revisit;
using namespace revisit::runtime;

namespace {

std::uint64_t planned(std::uint32_t thread, std::uint32_t index) {
  const RevisitChannel& channel = *g_runtime.channel;
  const RevisitPlanInput* end = channel.inputs + channel.inputCount;
  const RevisitPlanInput* found = std::lower_bound(
      channel.inputs, end, std::pair(thread, index),
      [](const RevisitPlanInput& input, const auto& key) { return std::pair(input.thread, input.index) < key; });
  return found != end && found->thread == thread && found->index == index ? found->value : 0;
}

std::uint64_t input(const char* name, std::uint32_t size, InputType type, std::uint64_t address) {
  if (g_runtime.phase == Phase::Setup)
    endBeforeMain("an unknown input is asked for before main, where nothing is explored");
  if (!exploring())
    return 0;
  Thread& self = me();
  const std::uint32_t index = self.inputs++;
  const unsigned bits = type == InputType::Bool ? 1 : 0; // nonzero when the value has fewer bits than its bytes
  std::uint64_t value = truncate(planned(self.slot, index), size);
  if (bits != 0)
    value &= (std::uint64_t{1} << bits) - 1;
  const std::uint32_t chain = chainHere();
  RevisitRecord& record = emit(REVISIT_INPUT);
  record.size = static_cast<std::uint8_t>(size);
  record.op = static_cast<std::uint8_t>(bits);
  record.order = static_cast<std::uint8_t>(type);
  record.before = value;
  record.extra = internString(name);
  record.extra64 = index;
  record.address = address;
  record.chain = chain;
  return value;
}

void assume(int condition, std::uint8_t isAssertion) {
  if (!exploring()) {
    if (condition == 0 && isAssertion != 0)
      abort();
    if (condition == 0)
      exit(0);
    return;
  }
  if (condition == 0)
    lookBeforeEnd();
  const std::uint32_t chain = chainHere();
  RevisitRecord& record = emit(REVISIT_ASSUME);
  record.before = static_cast<std::uint32_t>(condition);
  record.op = isAssertion;
  record.size = sizeof condition;
  record.chain = chain;
  if (condition != 0)
    return;
  if (isAssertion != 0)
    fail(ErrorKind::Assertion, "__VERIFIER_assert: the condition is false");
  stopThread(ThreadState::Stopped);
}

// `type` is the type of the whole object.
void makeSymbolic(void* object, std::size_t size, const char* name, InputType type) {
  const auto address = reinterpret_cast<std::uint64_t>(object);
  const bool isWhole = size <= 8;
  for (std::size_t at = 0; at < size; at += 8) {
    char piece[128];
    std::snprintf(piece, sizeof piece, isWhole ? "%s" : "%s+%zu", name, at);
    const auto bytes = static_cast<std::uint32_t>(std::min<std::size_t>(size - at, 8));
    serviceStore(address + at, input(piece, bytes, isWhole ? type : InputType::Unknown, address + at), bytes);
  }
}

template <class T> constexpr InputType typeOf = std::is_signed_v<T> ? InputType::Signed : InputType::Unsigned;

} // namespace

REVISIT_EXPORT bool revisit_nondet_bool(const char* name) {
  return input(name, 1, InputType::Bool, 0) != 0;
}
REVISIT_EXPORT bool __VERIFIER_nondet_bool() {
  return input("bool", 1, InputType::Bool, 0) != 0;
}

#define REVISIT_INPUT_FUNCTION(type, suffix)                                                                           \
  REVISIT_EXPORT type revisit_nondet_##suffix(const char* name) {                                                      \
    return static_cast<type>(input(name, sizeof(type), typeOf<type>, 0));                                              \
  }
#define REVISIT_INPUT_FUNCTIONS(type, suffix)                                                                          \
  REVISIT_INPUT_FUNCTION(type, suffix)                                                                                 \
  REVISIT_EXPORT type __VERIFIER_nondet_##suffix() {                                                                   \
    return static_cast<type>(input(#suffix, sizeof(type), typeOf<type>, 0));                                           \
  }

REVISIT_INPUT_FUNCTIONS(char, char)
REVISIT_INPUT_FUNCTIONS(signed char, schar)
REVISIT_INPUT_FUNCTIONS(unsigned char, uchar)
REVISIT_INPUT_FUNCTIONS(short, short)
REVISIT_INPUT_FUNCTIONS(unsigned short, ushort)
REVISIT_INPUT_FUNCTIONS(int, int)
REVISIT_INPUT_FUNCTIONS(unsigned int, uint)
REVISIT_INPUT_FUNCTIONS(long, long)
REVISIT_INPUT_FUNCTIONS(unsigned long, ulong)
REVISIT_INPUT_FUNCTIONS(long long, longlong)
REVISIT_INPUT_FUNCTIONS(unsigned long long, ulonglong)
REVISIT_INPUT_FUNCTION(std::int8_t, int8)
REVISIT_INPUT_FUNCTION(std::uint8_t, uint8)
REVISIT_INPUT_FUNCTION(std::int16_t, int16)
REVISIT_INPUT_FUNCTION(std::uint16_t, uint16)
REVISIT_INPUT_FUNCTION(std::int32_t, int32)
REVISIT_INPUT_FUNCTION(std::uint32_t, uint32)
REVISIT_INPUT_FUNCTION(std::int64_t, int64)
REVISIT_INPUT_FUNCTION(std::uint64_t, uint64)
REVISIT_INPUT_FUNCTION(std::size_t, size_t)

REVISIT_EXPORT void revisit_symbolic(void* object, std::size_t size, const char* name) {
  makeSymbolic(object, size, name, InputType::Unknown);
}

#define REVISIT_SYMBOLIC_FUNCTION(suffix)                                                                              \
  REVISIT_EXPORT void revisit_symbolic_##suffix(void* object, std::size_t size, const char* name) {                    \
    makeSymbolic(object, size, name, size == sizeof(suffix##_t) ? typeOf<suffix##_t> : InputType::Unknown);            \
  }

REVISIT_SYMBOLIC_FUNCTION(int8)
REVISIT_SYMBOLIC_FUNCTION(uint8)
REVISIT_SYMBOLIC_FUNCTION(int16)
REVISIT_SYMBOLIC_FUNCTION(uint16)
REVISIT_SYMBOLIC_FUNCTION(int32)
REVISIT_SYMBOLIC_FUNCTION(uint32)
REVISIT_SYMBOLIC_FUNCTION(int64)
REVISIT_SYMBOLIC_FUNCTION(uint64)

REVISIT_EXPORT void revisit_assume(int condition) {
  assume(condition, 0);
}
REVISIT_EXPORT void __VERIFIER_assume(int condition) {
  assume(condition, 0);
}
REVISIT_EXPORT void __VERIFIER_assert(int condition) {
  assume(condition, 1);
}
