/* Assembler that is not followed is refused where it is reached, and only there. CASE: which. */
#include <pthread.h>
#include <stdint.h>

static int shared;

static void *work(void *none) {
  if (shared == 7) /* never */
    __asm__ __volatile__("vzeroupper");
#if CASE == 1
  uint32_t a = 0, b, c, d;
  __asm__ __volatile__("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d));
#elif CASE == 2
  __asm__ __volatile__("lock; addl $1, %%gs:16" : : : "memory");
#elif CASE == 3
  __asm__ goto("jmp %l0" : : : : out);
out:
#elif CASE == 4
  __asm__ __volatile__("lock; shll $1, %0" : "+m"(shared));
#elif CASE == 5
  float value = 1;
  __asm__ __volatile__("addss %0, %0" : "+x"(value));
#endif
  return none;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  return 0;
}
