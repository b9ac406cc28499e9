/* Atomic operations as libraries for x86-64 write them: inline assembler, one statement each. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define X86_TYPE(name, type, letter, reg)                                                                              \
  static inline type x86_load_##name(const type *at) {                                                                 \
    type value;                                                                                                        \
    __asm__ __volatile__("mov" letter " %1, %0" : "=q"(value) : "m"(*at) : "memory");                                  \
    return value;                                                                                                      \
  }                                                                                                                    \
  static inline void x86_store_##name(type *at, type value) {                                                          \
    __asm__ __volatile__("mov" letter " %1, %0" : "=m"(*at) : "iq"(value) : "memory");                                 \
  }                                                                                                                    \
  static inline type x86_fetch_add_##name(type *at, type delta) {                                                      \
    __asm__ __volatile__("lock xadd" letter " %1, %0" : "+m"(*at), "+q"(delta) : : "memory", "cc");                    \
    return delta;                                                                                                      \
  }                                                                                                                    \
  static inline type x86_exchange_##name(type *at, type value) {                                                       \
    __asm__ __volatile__("xchg" letter " %0, %1" : "+m"(*at), "+q"(value) : : "memory");                               \
    return value;                                                                                                      \
  }                                                                                                                    \
  static inline bool x86_swap_##name(type *at, type expected, type desired) {                                          \
    bool done;                                                                                                         \
    __asm__ __volatile__("lock cmpxchg" letter " %3, %0; setz %1"                                                      \
                         : "+m"(*at), "=a"(done)                                                                       \
                         : "a"(expected), "q"(desired)                                                                 \
                         : "memory", "cc");                                                                            \
    return done;                                                                                                       \
  }                                                                                                                    \
  static inline bool x86_dec_is_zero_##name(type *at) {                                                                \
    bool zero;                                                                                                         \
    __asm__ __volatile__("lock dec" letter " %0; sete %1" : "+m"(*at), "=qm"(zero) : : "memory", "cc");                \
    return zero;                                                                                                       \
  }                                                                                                                    \
  static inline void x86_inc_##name(type *at) {                                                                        \
    __asm__ __volatile__("lock; inc" letter " %0" : "+m"(*at) : : "memory", "cc");                                     \
  }                                                                                                                    \
  static inline void x86_add_##name(type *at, type delta) {                                                            \
    __asm__ __volatile__("lock add" letter " %1, %0" : "+m"(*at) : "iq"(delta) : "memory", "cc");                      \
  }                                                                                                                    \
  static inline void x86_or_##name(type *at, type bits) {                                                              \
    __asm__ __volatile__("lock or" letter " %1, %0" : "+m"(*at) : "iq"(bits) : "memory", "cc");                        \
  }                                                                                                                    \
  static inline void x86_neg_##name(type *at) {                                                                        \
    __asm__ __volatile__("lock neg" letter " %0" : "+m"(*at) : : "memory", "cc");                                      \
  }

X86_TYPE(8, uint8_t, "b", "b")
X86_TYPE(16, uint16_t, "w", "w")
X86_TYPE(32, uint32_t, "l", "k")
X86_TYPE(64, uint64_t, "q", "q")

typedef struct {
  uint64_t low, high;
} __attribute__((aligned(16))) X86Pair;

/* On failure `expected` gets what was there. */
static inline bool x86_swap_pair(X86Pair *at, X86Pair *expected, X86Pair desired) {
  bool done;
  __asm__ __volatile__("lock; cmpxchg16b %1; sete %0"
                       : "=q"(done), "+m"(*at), "+a"(expected->low), "+d"(expected->high)
                       : "b"(desired.low), "c"(desired.high)
                       : "memory", "cc");
  return done;
}

static inline bool x86_test_and_set(uint64_t *bits, long number) {
  bool before;
  __asm__ __volatile__("lock btsq %2, %0; setc %1" : "+m"(*bits), "=r"(before) : "Jr"(number) : "memory", "cc");
  return before;
}

static inline void x86_pause(void) { __asm__ __volatile__("pause" : : : "memory"); }
static inline void x86_fence(void) { __asm__ __volatile__("mfence" : : : "memory"); }
static inline void x86_barrier(void) { __asm__ __volatile__("" : : : "memory"); }
