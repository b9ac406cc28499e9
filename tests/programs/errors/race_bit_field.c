/* Two bit-fields share a byte: writing one is a read and a write of both. SEPARATE: two bytes. */
#include <pthread.h>

#ifdef SEPARATE
static struct {
  unsigned char left, right;
} both;
#else
static struct {
  unsigned char left : 1, right : 1;
} both;
#endif

static void* setLeft(void* unused) {
  both.left = 1;
  return unused;
}

static void* setRight(void* unused) {
  both.right = 1;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, setLeft, NULL);
  pthread_create(&second, NULL, setRight, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
