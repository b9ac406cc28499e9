/* Copies whose source and target overlap, and alignments that there are none of. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Pair {
  int left[4], right[4];
};

static void assign(struct Pair *to, const struct Pair *from) { *to = *from; }

int main(void) {
  char bytes[32] = "0123456789";
  volatile size_t count = COUNT;
  void *block = NULL;
#if defined COPY
  memcpy(bytes + 2, bytes, count);
#elif defined MOVE
  memmove(bytes + 2, bytes, count);
#elif defined STRING
  strcpy(bytes + count, bytes);
#elif defined STRING_BACK
  strcpy(bytes, bytes + count);
#elif defined BOUNDED
  strncpy(bytes + count, bytes, 11);
#elif defined JOINED
  strcat(bytes, bytes + 10 - count);
#elif defined PRINTED
  snprintf(bytes, sizeof bytes, "%s%zu", count != 0 ? bytes : "none", count);
#elif defined ALIGNED
  free(aligned_alloc(count, 64));
#elif defined SIZE
  free(aligned_alloc(16, count));
#elif defined POSIX
  if (posix_memalign(&block, count, 64) == 0)
    free(block);
#else
  struct Pair pair = {{1}, {2}};
  assign(&pair, &pair);
#endif
  return block == bytes;
}
