/* A character set to '0' by one thread, which is waited for; then three threads set 'X' and one 'Y' under a lock. */
#include "shared.h"
#include <assert.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char character;

static void setUnderLock(char value) {
  pthread_mutex_lock(&lock);
  character = value;
  pthread_mutex_unlock(&lock);
}

static void* setZero(void* unused) {
  character = '0';
  return unused;
}

static void* setX(void* unused) {
  setUnderLock('X');
  return unused;
}

static void* setY(void* unused) {
  setUnderLock('Y');
  return unused;
}

int main(void) {
  runThreads(1, setZero, 0, NULL);
  runThreads(3, setX, 1, setY);
#ifdef EXPECT_X
  assert(character == 'X');
#else
  assert(character == 'X' || character == 'Y');
#endif
  return 0;
}
