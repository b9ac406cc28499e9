// zlib: two threads compress a small buffer each and decompress it again. Streams share nothing.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <zlib.h>

static void* thereAndBack(void* given) {
  const char* text = given;
  unsigned char packed[100];
  char unpacked[100];
  uLongf packedSize = sizeof packed, unpackedSize = sizeof unpacked;
  int status = compress(packed, &packedSize, (const unsigned char*)text, strlen(text) + 1);
  assert(status == Z_OK);
  status = uncompress((unsigned char*)unpacked, &unpackedSize, packed, packedSize);
  assert(status == Z_OK && unpackedSize == strlen(text) + 1 && strcmp(text, unpacked) == 0);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, thereAndBack, "to be or not to be");
  pthread_create(&second, NULL, thereAndBack, "row, row, row your boat");
  pthread_join(first, NULL);
  pthread_join(second, NULL);
}
