/* The functions that a program may call: unknown inputs, assumptions and assertions. For C and C++. Outside Revisit
 * every input is zero, and a false assumption ends the program without a message. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define REVISIT_BOOL bool
#else
#define REVISIT_BOOL _Bool
#endif

/* A new unknown input of that type; reports use `name` for it. */
REVISIT_BOOL revisit_nondet_bool(const char* name);
char revisit_nondet_char(const char* name);
signed char revisit_nondet_schar(const char* name);
unsigned char revisit_nondet_uchar(const char* name);
short revisit_nondet_short(const char* name);
unsigned short revisit_nondet_ushort(const char* name);
int revisit_nondet_int(const char* name);
unsigned int revisit_nondet_uint(const char* name);
long revisit_nondet_long(const char* name);
unsigned long revisit_nondet_ulong(const char* name);
long long revisit_nondet_longlong(const char* name);
unsigned long long revisit_nondet_ulonglong(const char* name);
int8_t revisit_nondet_int8(const char* name);
uint8_t revisit_nondet_uint8(const char* name);
int16_t revisit_nondet_int16(const char* name);
uint16_t revisit_nondet_uint16(const char* name);
int32_t revisit_nondet_int32(const char* name);
uint32_t revisit_nondet_uint32(const char* name);
int64_t revisit_nondet_int64(const char* name);
uint64_t revisit_nondet_uint64(const char* name);
size_t revisit_nondet_size_t(const char* name);

/* Makes the bytes of an object unknown. */
void revisit_symbolic(void* object, size_t size, const char* name);
/* The same for one number, which reports then show according to its type. The definitions at the end of this file
 * select one of these functions by the type of `object`. */
void revisit_symbolic_int8(void* object, size_t size, const char* name);
void revisit_symbolic_uint8(void* object, size_t size, const char* name);
void revisit_symbolic_int16(void* object, size_t size, const char* name);
void revisit_symbolic_uint16(void* object, size_t size, const char* name);
void revisit_symbolic_int32(void* object, size_t size, const char* name);
void revisit_symbolic_uint32(void* object, size_t size, const char* name);
void revisit_symbolic_int64(void* object, size_t size, const char* name);
void revisit_symbolic_uint64(void* object, size_t size, const char* name);

/* From here on the file at the path has unknown content of that many bytes, at most 4,096. The input of its fourth byte
 * is PATH[3]. In memory only, as all files that an explored program writes; otherwise this does nothing. */
void revisit_unknown_file(const char* path, size_t size);

/* Excludes executions in which the condition is false. */
void revisit_assume(int condition);

/* Tells that the thread did something useful. Threads that go round in loops for ever are a livelock only if no thread
 * calls this meanwhile. */
void revisit_progress(void);

/* Reports an error when the condition is false; never compiled out. */
#define revisit_assert(condition) ((condition) ? (void)0 : revisit_fail(#condition, __FILE__, __LINE__))
void revisit_fail(const char* condition, const char* file, int line);

/* Before a function, a variable, or a member of a structure or class: data races in the function, or on the variable or
 * member, are intended. They are not errors; reports list them with their number. */
#if defined(__clang__)
#define REVISIT_INTENDED_RACE __attribute__((annotate("revisit:intended-race")))
#else
#define REVISIT_INTENDED_RACE
#endif

/* The names of the SV-COMP programs. */
REVISIT_BOOL __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
void __VERIFIER_assume(int condition);
void __VERIFIER_assert(int condition);
void __VERIFIER_error(void);
/* No other thread has an event between the two calls. */
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

#undef REVISIT_BOOL
#ifdef __cplusplus
}

#define REVISIT_SYMBOLIC_NUMBER(type, name)                                                                            \
  void revisit_symbolic(type* object, size_t size, const char* named) __asm__("revisit_symbolic_" #name);
REVISIT_SYMBOLIC_NUMBER(char, int8)
REVISIT_SYMBOLIC_NUMBER(signed char, int8)
REVISIT_SYMBOLIC_NUMBER(unsigned char, uint8)
REVISIT_SYMBOLIC_NUMBER(bool, uint8)
REVISIT_SYMBOLIC_NUMBER(short, int16)
REVISIT_SYMBOLIC_NUMBER(unsigned short, uint16)
REVISIT_SYMBOLIC_NUMBER(int, int32)
REVISIT_SYMBOLIC_NUMBER(unsigned int, uint32)
REVISIT_SYMBOLIC_NUMBER(long, int64)
REVISIT_SYMBOLIC_NUMBER(unsigned long, uint64)
REVISIT_SYMBOLIC_NUMBER(long long, int64)
REVISIT_SYMBOLIC_NUMBER(unsigned long long, uint64)
#undef REVISIT_SYMBOLIC_NUMBER
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define revisit_symbolic(object, size, name)                                                                           \
  _Generic((object),                                                                                                   \
      char*: revisit_symbolic_int8,                                                                                    \
      signed char*: revisit_symbolic_int8,                                                                             \
      unsigned char*: revisit_symbolic_uint8,                                                                          \
      _Bool*: revisit_symbolic_uint8,                                                                                  \
      short*: revisit_symbolic_int16,                                                                                  \
      unsigned short*: revisit_symbolic_uint16,                                                                        \
      int*: revisit_symbolic_int32,                                                                                    \
      unsigned int*: revisit_symbolic_uint32,                                                                          \
      long*: revisit_symbolic_int64,                                                                                   \
      unsigned long*: revisit_symbolic_uint64,                                                                         \
      long long*: revisit_symbolic_int64,                                                                              \
      unsigned long long*: revisit_symbolic_uint64,                                                                    \
      default: revisit_symbolic)((object), (size), (name))
#endif
