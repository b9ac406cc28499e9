// zlib built with DYNAMIC_CRC_TABLE: the first call makes the table, by whichever of the two threads comes first.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <zlib.h>

static void* checkedSum(void* unused) {
  (void)unused;
  uLong sum = crc32(0, (const unsigned char*)"123456789", 9);
  assert(sum == 0xcbf43926);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, checkedSum, NULL);
  pthread_create(&second, NULL, checkedSum, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}
