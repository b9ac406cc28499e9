/* Inline assembler that touches nothing but registers and named operands is executed as it stands. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static unsigned control;

static void bits(void) {
  uint64_t at = 0, number = 0x00f0;
  uint32_t half = 0x12345678;
  __asm__("bsr %1, %0" : "=r"(at) : "r"(number) : "cc");
  assert(at == 7);
  __asm__("bsfq %1, %0" : "=r"(at) : "rm"(number) : "cc");
  assert(at == 4);
  __asm__("bswap %0" : "+r"(half));
  assert(half == 0x78563412);
  __asm__("roll $8, %0" : "+r"(half) : : "cc");
  assert(half == 0x56341278);
  __asm__("rorw %b1, %w0" : "+r"(half) : "c"(8) : "cc");
  assert(half == 0x56347812);
}

// What a program asks Valgrind: the register comes back to what it was, and the result is the one for no answer.
static void marks(void) {
  volatile unsigned long asked[6] = {0x1001};
  unsigned long answer = 0;
  __asm__ volatile("rolq $3, %%rdi ; rolq $13, %%rdi\n\trolq $61, %%rdi ; rolq $51, %%rdi\n\txchgq %%rbx,%%rbx"
                   : "=d"(answer)
                   : "a"(&asked[0]), "0"(5ul)
                   : "cc", "memory");
  assert(answer == 5);
}

static void products(void) {
  uint64_t low = 0, high = 0, rest = 0;
  __asm__("mulq %3" : "=a"(low), "=d"(high) : "0"(UINT64_C(1) << 63), "rm"(UINT64_C(6)) : "cc");
  assert(low == 0 && high == 3);
  __asm__("divq %4" : "=a"(low), "=d"(rest) : "0"(UINT64_C(17)), "1"(UINT64_C(0)), "r"(UINT64_C(5)) : "cc");
  assert(low == 3 && rest == 2);
  __asm__("shldq %2, %1, %0" : "+r"(high) : "r"(UINT64_C(1) << 63), "i"(1) : "cc");
  assert(high == 7);
}

static void state(void) {
  unsigned word = 0;
  unsigned short half = 0;
  __asm__ volatile("stmxcsr %0" : "=m"(word));
  assert((word & 0x1f80) == 0x1f80);
  __asm__ volatile("ldmxcsr %0" : : "m"(word));
  __asm__ volatile("fnstcw %0" : "=m"(half));
  assert((half & 0x3f) == 0x3f);
  __asm__ volatile("stmxcsr %0" : "=m"(control));
}

static void vectors(void) {
  double root = 2.25;
  __asm__("sqrtsd %1, %0" : "=x"(root) : "x"(root));
  assert(root == 1.5);
  __asm__ volatile("" : "+x"(root));
  assert(root == 1.5);
  float small = 1.5f;
  int whole = 0;
  __asm__("cvttss2si %1, %0" : "=r"(whole) : "x"(small));
  assert(whole == 1);
}

static void memory(void) {
  unsigned long counted = 5;
  int value = 7;
  __asm__("incq %0" : "+m"(counted) : : "cc");
  assert(counted == 6);
  __asm__ volatile("" : "+m,r"(value) : : "memory");
  __asm__ volatile("" : : "r,m"(value) : "memory");
  __asm__("roll $4, %0" : "+m"(value) : : "cc");
  assert(value == 0x70);
  __asm__ volatile("pause; nop; endbr64" : : : "memory");
}

static void* other(void* argument) {
  (void)bits, (void)products, (void)state, (void)vectors, (void)memory;
#ifdef SHARED
  state();
#endif
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  DO();
  pthread_join(thread, 0);
}
