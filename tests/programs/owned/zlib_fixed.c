// zlib built with BUILDFIXED: inflate makes a table of its fixed codes at its first use, and its comment says that this
// is not safe with threads. The stream is one block of fixed codes.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <zlib.h>

static void* unpack(void* unused) {
  static const unsigned char packed[] = {0x78, 0x9c, 0x4b, 0x04, 0x00, 0x00, 0x62, 0x00, 0x62}; // "a"
  unsigned char unpacked[4];
  uLongf size = sizeof unpacked;
  (void)unused;
  int status = uncompress(unpacked, &size, packed, sizeof packed);
  assert(status == Z_OK && size == 1 && unpacked[0] == 'a');
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, unpack, NULL);
  pthread_create(&second, NULL, unpack, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}
