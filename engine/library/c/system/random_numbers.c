// Random numbers of the system in instrumented code: unknown inputs. The pass renames a program's calls to these
// functions.
#include <errno.h>
#include <revisit.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

ssize_t revisit_libc_getrandom(void* to, size_t bytes, unsigned flags) {
  (void)flags;
  revisit_symbolic(to, bytes, "getrandom");
  return (ssize_t)bytes;
}

int revisit_libc_getentropy(void* to, size_t bytes) {
  if (bytes > 256) {
    errno = EIO;
    return -1;
  }
  revisit_symbolic(to, bytes, "getentropy");
  return 0;
}

long revisit_number_getrandom(long to, long bytes, long flags) {
  return revisit_libc_getrandom((void*)to, (size_t)bytes, (unsigned)flags);
}

uint32_t revisit_libc_arc4random(void) {
  uint32_t number;
  revisit_symbolic(&number, sizeof number, "arc4random");
  return number;
}

void revisit_libc_arc4random_buf(void* to, size_t bytes) {
  revisit_symbolic(to, bytes, "arc4random");
}

uint32_t revisit_libc_arc4random_uniform(uint32_t bound) {
  return bound < 2 ? 0 : revisit_libc_arc4random() % bound;
}
