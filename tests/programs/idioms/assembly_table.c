/* Every atomic idiom of x86-64's inline assembler in every width, with the values and flags that it leaves: printed, so
 * that the processor's own answer can be compared with what the idiom was taken for. One thread. */
#include <stdint.h>
#include <stdio.h>

typedef uint8_t t8;
typedef uint16_t t16;
typedef uint32_t t32;
typedef uint64_t t64;

static const t64 values[] = {0, 1, 2, 5, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0x7fffffff, 0x80000000u, 0xffffffffu,
                             0x7fffffffffffffffu, 0x8000000000000000u, ~0ull, 0x123456789abcdef0u};
enum { count = sizeof values / sizeof *values };

/* What the idioms change is where others could see it. */
static t8 place8;
static t16 place16;
static t32 place32;
static t64 place64, places[8];

/* Folds what was seen into one number for each line. */
static t64 sum;
static void see(t64 value) { sum = (sum ^ value) * 0x9e3779b97f4a7c15u + 1; }
static void line(const char *what, int bits) {
  printf("%s %d %016llx\n", what, bits, (unsigned long long)sum);
  sum = 0;
}

#define FLAGS(p, c)                                                                                                    \
  do {                                                                                                                 \
    see(p);                                                                                                            \
    see(c);                                                                                                            \
  } while (0)

/* One operand in memory, and the flag that the idiom gives. */
#define UNARY(op, flag, bits, letter)                                                                                  \
  for (int i = 0; i < count; i++) {                                                                                    \
    place##bits = (t##bits)values[i];                                                                                  \
    unsigned char seen;                                                                                                \
    __asm__ __volatile__("lock; " op letter " %0; " flag " %1" : "+m"(place##bits), "=qm"(seen) : : "memory", "cc");   \
    FLAGS(place##bits, seen);                                                                                          \
  }                                                                                                                    \
  line(op " " flag, bits)

#define NOT(bits, letter)                                                                                              \
  for (int i = 0; i < count; i++) {                                                                                    \
    place##bits = (t##bits)values[i];                                                                                  \
    __asm__ __volatile__("lock not" letter " %0" : "+m"(place##bits) : : "memory");                                    \
    see(place##bits);                                                                                                  \
  }                                                                                                                    \
  line("not", bits)

#define BINARY(op, flag, bits, letter, reg)                                                                            \
  for (int i = 0; i < count; i++)                                                                                      \
    for (int k = 0; k < count; k++) {                                                                                  \
      place##bits = (t##bits)values[i]; t##bits other = (t##bits)values[k];                                            \
      unsigned char seen;                                                                                              \
      __asm__ __volatile__("lock\n\t" op letter " %" reg "2, %0\n\t" flag " %1"                                        \
                           : "+m"(place##bits), "=q"(seen)                                                             \
                           : "q"(other)                                                                                \
                           : "memory", "cc");                                                                          \
      FLAGS(place##bits, seen);                                                                                        \
    }                                                                                                                  \
  line(op " " flag, bits)

#define CONSTANT(op, bits, letter)                                                                                     \
  for (int i = 0; i < count; i++) {                                                                                    \
    place##bits = (t##bits)values[i];                                                                                  \
    __asm__ __volatile__("lock " op letter " %1, %0" : "+m"(place##bits) : "i"(5) : "memory", "cc");                   \
    __asm__ __volatile__("lock " op letter " $3, %0" : "+m"(place##bits) : : "memory", "cc");                          \
    __asm__ __volatile__(op letter " $-2, %0 # not locked" : "+m"(place##bits) : : "memory", "cc");                    \
    see(place##bits);                                                                                                  \
  }                                                                                                                    \
  line(op " of constants", bits)

#define EXCHANGES(bits, letter, reg)                                                                                   \
  for (int i = 0; i < count; i++)                                                                                      \
    for (int k = 0; k < count; k++) {                                                                                  \
      place##bits = (t##bits)values[i]; t##bits other = (t##bits)values[k], *at = &place##bits;                        \
      __asm__ __volatile__("lock; xadd" letter " %" reg "0, %1" : "+q"(other), "+m"(place##bits) : : "memory", "cc");  \
      FLAGS(place##bits, other);                                                                                       \
      __asm__ __volatile__("xchg" letter " %" reg "0, (%1)" : "+q"(other) : "r"(at) : "memory");                       \
      FLAGS(place##bits, other);                                                                                       \
      __asm__ __volatile__("xchg %1, %0" : "+q"(other), "+m"(place##bits) : : "memory");                               \
      FLAGS(place##bits, other);                                                                                       \
    }                                                                                                                  \
  line("xadd and xchg", bits)

#define COMPARE(bits, letter)                                                                                          \
  for (int i = 0; i < count; i++)                                                                                      \
    for (int k = 0; k < count; k++) {                                                                                  \
      place##bits = (t##bits)values[i]; t##bits expected = (t##bits)values[k], old;                                    \
      unsigned char done;                                                                                              \
      int equal;                                                                                                       \
      __asm__ __volatile__("lock cmpxchg" letter " %3, %0; sete %1"                                                    \
                           : "+m"(place##bits), "=q"(done), "=a"(old)                                                  \
                           : "q"((t##bits)77), "2"(expected)                                                           \
                           : "memory", "cc");                                                                          \
      see(place##bits), see(done), see(old);                                                                           \
      __asm__ __volatile__("lock; cmpxchg %2, %1"                                                                      \
                           : "+a"(old), "+m"(place##bits), "+r"(expected), "=@ccz"(equal)                              \
                           :                                                                                           \
                           : "cc");                                                                                    \
      see(place##bits), see(equal), see(old);                                                                          \
    }                                                                                                                  \
  line("cmpxchg", bits)

#define BITS(op, bits, letter)                                                                                         \
  for (int i = 0; i < count; i++)                                                                                      \
    for (long number = -70; number < 200; number += 13) {                                                              \
      const t64 fresh[8] = {values[i], 1, 2, values[i], 4, 5, values[i], 7};                                           \
      for (int k = 0; k < 8; k++)                                                                                      \
        places[k] = fresh[k];                                                                                          \
      unsigned char before, constant;                                                                                  \
      __asm__ __volatile__("lock; " op letter " %2, %1\n\tsetc %0"                                                     \
                           : "=q"(before), "+m"(*(t##bits *)(places + 4))                                              \
                           : "r"((t##bits)number)                                                                      \
                           : "memory", "cc");                                                                          \
      __asm__ __volatile__("lock; " op letter " $3, %1; setb %0"                                                       \
                           : "=q"(constant), "+m"(*(t##bits *)(places + 4))                                            \
                           :                                                                                           \
                           : "memory", "cc");                                                                          \
      for (int k = 0; k < 8; k++)                                                                                      \
        see(places[k]);                                                                                                \
      FLAGS(before, constant);                                                                                         \
    }                                                                                                                  \
  line(op, bits)

#define MOVES(bits, letter)                                                                                            \
  for (int i = 0; i < count; i++) {                                                                                    \
    t##bits from = (t##bits)values[i], to = 0, got;                                                                    \
    __asm__ __volatile__("mov" letter " %1, %0" : "=q"(got) : "m"(from) : "memory");                                   \
    __asm__ __volatile__("mov" letter " %1, %0" : "=m"(to) : "q"(got) : "memory");                                     \
    FLAGS(got, to);                                                                                                    \
    __asm__ __volatile__("mov" letter " $9, %0" : "=m"(to) : : "memory");                                              \
    see(to);                                                                                                           \
  }                                                                                                                    \
  line("mov", bits)

#define WIDTH(bits, letter, reg)                                                                                       \
  UNARY("inc", "sete", bits, letter);                                                                                  \
  UNARY("inc", "setg", bits, letter);                                                                                  \
  UNARY("dec", "setz", bits, letter);                                                                                  \
  UNARY("dec", "setns", bits, letter);                                                                                 \
  UNARY("dec", "setle", bits, letter);                                                                                 \
  UNARY("neg", "setc", bits, letter);                                                                                  \
  UNARY("neg", "seto", bits, letter);                                                                                  \
  NOT(bits, letter);                                                                                                   \
  BINARY("add", "sete", bits, letter, reg);                                                                            \
  BINARY("add", "setc", bits, letter, reg);                                                                            \
  BINARY("add", "sets", bits, letter, reg);                                                                            \
  BINARY("add", "seto", bits, letter, reg);                                                                            \
  BINARY("add", "setbe", bits, letter, reg);                                                                           \
  BINARY("sub", "setne", bits, letter, reg);                                                                           \
  BINARY("sub", "setb", bits, letter, reg);                                                                            \
  BINARY("sub", "seta", bits, letter, reg);                                                                            \
  BINARY("sub", "setl", bits, letter, reg);                                                                            \
  BINARY("sub", "setge", bits, letter, reg);                                                                           \
  BINARY("and", "setz", bits, letter, reg);                                                                            \
  BINARY("or", "setnz", bits, letter, reg);                                                                            \
  BINARY("xor", "sets", bits, letter, reg);                                                                            \
  CONSTANT("add", bits, letter);                                                                                       \
  CONSTANT("sub", bits, letter);                                                                                       \
  CONSTANT("and", bits, letter);                                                                                       \
  CONSTANT("or", bits, letter);                                                                                        \
  CONSTANT("xor", bits, letter);                                                                                       \
  EXCHANGES(bits, letter, reg);                                                                                        \
  COMPARE(bits, letter);                                                                                               \
  MOVES(bits, letter)

typedef struct {
  t64 low, high;
} __attribute__((aligned(16))) pair;

static void wide(void) {
  for (int i = 0; i < count; i++)
    for (int k = 0; k < 3; k++) {
      static pair place;
      place = (pair){values[i], values[count - 1 - i]};
      pair expected = place;
      static t64 narrow;
      narrow = values[i];
      t64 low = narrow & 0xffffffffu, high = narrow >> 32;
      unsigned char done;
      expected.low += k == 1, expected.high += k == 2;
      __asm__ __volatile__("lock; cmpxchg16b %1\n\tsetz %0"
                           : "=q"(done), "+m"(place), "+a"(expected.low), "+d"(expected.high)
                           : "b"(7ull), "c"(values[i])
                           : "memory", "cc");
      see(done), see(place.low), see(place.high), see(expected.low), see(expected.high);
      low += k == 1, high += k == 2;
      int equal;
      __asm__ __volatile__("lock cmpxchg8b (%[at])"
                           : "=@cce"(equal), "+a"(low), "+d"(high)
                           : [at] "r"(&narrow), "b"((t32)low), "c"(9u)
                           : "memory");
      see(equal), see(narrow), see((t32)low), see((t32)high);
    }
  line("cmpxchg8b and cmpxchg16b", 128);
}

/* Registers: what is extended, what is kept, what is computed. */
static void registers(void) {
  for (int i = 0; i < count; i++) {
    t64 table[4] = {values[i], 2, 3, 4}, got = values[i], index = 1, low = 3;
    __asm__("movzbl %1, %k0" : "=r"(got) : "m"(*(t8 *)table));
    see(got);
    __asm__("movslq %1, %0" : "=r"(got) : "m"(*(t32 *)table));
    see(got);
    __asm__("movq 8(%1,%2,8), %0; leaq -3(%0,%2), %0; movl %k0, %k0" : "=&r"(got) : "r"(table), "r"(index) : "memory");
    see(got);
    __asm__("movw %w1, %w0; movb $1, %b0" : "+q"(low) : "r"(values[i]));
    see(low);
    __asm__("btq %2, %1; sbbl %k0, %k0" : "=r"(index) : "r"(values[i]), "r"(low & 63) : "cc");
    see((t32)index);
    __asm__("cmpq %2, %1; movq %2, %0; cmovbq %1, %0" : "=&r"(got) : "r"(values[i]), "r"(values[3]) : "cc");
    see(got);
    __asm__("testq %1, %1\n\tje 1f\n\tincq %0\n1:" : "+r"(low) : "r"(values[i]) : "cc");
    see(low);
    __asm__("xorl %k0, %k0; movq %%rcx, %0; xchgq %%rcx, %1" : "=&r"(got), "+r"(low), "+c"(index) : : "cc");
    see(got), see(low), see(index);
    t64 rounds = 4; /* the register is changed by its name, and the operand with it */
    __asm__("1: addq %1, %0; movl $3, %%eax; decq %2; jne 1b" : "+r"(low), "+a"(index), "+d"(rounds) : : "cc");
    see(low), see(index), see(rounds);
    rounds = 3;
    __asm__("1: addq %3, %0; movl $3, %%eax; decq %%rcx; jne 1b"
            : "+r"(low), "=a"(index), "+c"(rounds)
            : "a"(5ul)
            : "cc");
    see(low), see(index), see(rounds);
    __asm__("" : "=r"(got) : "0"(values[i]));
    see(got);
  }
  line("registers", 64);
}

int main(void) {
  WIDTH(8, "b", "b");
  WIDTH(16, "w", "w");
  WIDTH(32, "l", "k");
  WIDTH(64, "q", "q");
  BITS("bts", 16, "w");
  BITS("bts", 32, "l");
  BITS("bts", 64, "q");
  BITS("btr", 16, "w");
  BITS("btr", 32, "l");
  BITS("btr", 64, "q");
  BITS("btc", 32, "l");
  BITS("btc", 64, "q");
  wide();
  registers();
  return 0;
}
