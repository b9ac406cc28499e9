// Part of model_test.h: the functions of revisit.h for programs that do not link the runtime.
#pragma once

#include <gtest/gtest.h>
#include <revisit.h>

#include <cstring>

namespace revisit {

// Thrown by a false assumption, so that the program's other tests continue.
struct NotAssumed {};

} // namespace revisit

#define REVISIT_ZERO(type, name)                                                                                       \
  extern "C" __attribute__((weak)) type revisit_nondet_##name(const char*) {                                           \
    return 0;                                                                                                          \
  }
REVISIT_ZERO(bool, bool)
REVISIT_ZERO(char, char)
REVISIT_ZERO(signed char, schar)
REVISIT_ZERO(unsigned char, uchar)
REVISIT_ZERO(short, short)
REVISIT_ZERO(unsigned short, ushort)
REVISIT_ZERO(int, int)
REVISIT_ZERO(unsigned int, uint)
REVISIT_ZERO(long, long)
REVISIT_ZERO(unsigned long, ulong)
REVISIT_ZERO(long long, longlong)
REVISIT_ZERO(unsigned long long, ulonglong)
REVISIT_ZERO(int8_t, int8)
REVISIT_ZERO(uint8_t, uint8)
REVISIT_ZERO(int16_t, int16)
REVISIT_ZERO(uint16_t, uint16)
REVISIT_ZERO(int32_t, int32)
REVISIT_ZERO(uint32_t, uint32)
REVISIT_ZERO(int64_t, int64)
REVISIT_ZERO(uint64_t, uint64)
REVISIT_ZERO(size_t, size_t)
#undef REVISIT_ZERO

#define REVISIT_ZEROS(name)                                                                                            \
  extern "C" __attribute__((weak)) void name(void* object, size_t size, const char*) {                                 \
    std::memset(object, 0, size);                                                                                      \
  }
REVISIT_ZEROS(revisit_symbolic)
REVISIT_ZEROS(revisit_symbolic_int8)
REVISIT_ZEROS(revisit_symbolic_uint8)
REVISIT_ZEROS(revisit_symbolic_int16)
REVISIT_ZEROS(revisit_symbolic_uint16)
REVISIT_ZEROS(revisit_symbolic_int32)
REVISIT_ZEROS(revisit_symbolic_uint32)
REVISIT_ZEROS(revisit_symbolic_int64)
REVISIT_ZEROS(revisit_symbolic_uint64)
#undef REVISIT_ZEROS
extern "C" __attribute__((weak)) void revisit_unknown_file(const char*, size_t) {}
extern "C" __attribute__((weak)) void revisit_assume(int condition) {
  if (!condition)
    throw revisit::NotAssumed();
}
extern "C" __attribute__((weak)) void revisit_progress() {}
extern "C" __attribute__((weak)) void revisit_fail(const char* condition, const char* file, int line) {
  ADD_FAILURE_AT(file, line) << condition;
}
