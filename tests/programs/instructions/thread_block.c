/* The thread's own block, which assembler reads relative to %fs: it tells threads apart, as allocators do. With -DWRONG
 * two threads are taken for one. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *block(void) {
  void *self = NULL;
  __asm__("movq %%fs:%1, %0" : "=r"(self) : "m"(*((void **)0)) :);
  return self;
}

static void *blockByNumber(void) {
  void *self = NULL;
  __asm__("movq %%fs:0x10, %0" : "=r"(self));
  return self;
}

static void *other(void *unused) {
  (void)unused;
  assert(block() == block() && block() == blockByNumber());
  return block();
}

int main(void) {
  pthread_t thread;
  void *found = NULL;
  pthread_create(&thread, NULL, other, NULL);
  pthread_join(thread, &found);
#ifdef WRONG
  assert(found == block());
#else
  assert(found != NULL && found != block());
#endif
  return 0;
}
