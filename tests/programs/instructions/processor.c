/* What the processor is asked has one answer, however it is asked. */
#include <assert.h>
#include <cpuid.h>
#include <pthread.h>
#include <sys/auxv.h>

enum { Sse2 = 26, Avx2OfLeaf7 = 5, Xsave = 27 };

static void inlined(unsigned leaf, unsigned answer[4]) {
  __asm__ volatile("cpuid" : "=a"(answer[0]), "=b"(answer[1]), "=c"(answer[2]), "=d"(answer[3]) : "a"(leaf), "c"(0));
}

__attribute__((target("avx2"))) static int chosen(void) {
  return 2;
}

static void* ask(void* argument) {
  unsigned a = 0, b = 0, c = 0, d = 0, answer[4];
  assert(__get_cpuid(1, &a, &b, &c, &d) == 1);
  inlined(1, answer);
  assert(answer[0] == a && answer[1] == b && answer[2] == c && answer[3] == d);
  assert((d >> Sse2 & 1) == 1 && (c >> Xsave & 1) == 0);
  assert(getauxval(AT_HWCAP) == d);
  assert(__get_cpuid_max(0, 0) == 1 && __get_cpuid_count(7, 0, &a, &b, &c, &d) == 0);
  inlined(7, answer);
  assert((answer[1] >> Avx2OfLeaf7 & 1) == 0);
  __builtin_cpu_init();
  assert(__builtin_cpu_supports("sse2") && !__builtin_cpu_supports("avx2") && !__builtin_cpu_supports("popcnt"));
  assert(__builtin_cpu_is("intel") && !__builtin_cpu_is("amd"));
  unsigned low = 0, high = 1;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  assert(low == 3 && high == 0);
  assert(!__builtin_cpu_supports("avx2") || chosen() == 2);
  return argument;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, ask, 0);
  ask(0);
  pthread_join(other, 0);
}
