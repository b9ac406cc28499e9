// Inputs that are stored in memory of a file and read from there: -DCASE=... names the case, -DWRONG is its faulty
// variant.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <revisit.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef WRONG
enum { isWrong = 1 };
#else
enum { isWrong = 0 };
#endif

static int file;
static int* numbers;

static void map(int flags) {
  file = open("f", O_RDWR | O_CREAT, 0600);
  assert(ftruncate(file, 4096) == 0);
  numbers = mmap(0, 4096, PROT_READ | PROT_WRITE, flags, file, 0);
  assert(numbers != MAP_FAILED);
}

// The call reads what was stored, and the branch is about the input.
static void read_by_call(void) {
  map(MAP_SHARED);
  numbers[1] = revisit_nondet_int("n");
  int number;
  assert(pread(file, &number, sizeof number, sizeof number) == sizeof number);
  assert(number == numbers[1]);
  if (number == 123456)
    assert(!isWrong);
}
static void written_by_call(void) {
  map(MAP_SHARED);
  const int number = revisit_nondet_int("n");
  assert(pwrite(file, &number, sizeof number, 8) == sizeof number);
  if (numbers[2] == 123456)
    assert(!isWrong);
}
// The input is an index into the file.
static void indexed(void) {
  map(MAP_SHARED);
  const unsigned at = revisit_nondet_uint("at");
  revisit_assume(at < (isWrong ? 1025 : 1024) && at >= 1020);
  numbers[at] = 1;
}
static void* stores(void* unused) {
  numbers[0] = revisit_nondet_int("n");
  return 0;
}
static void by_thread(void) {
  map(MAP_SHARED);
  pthread_t thread;
  pthread_create(&thread, 0, stores, 0);
  pthread_join(thread, 0);
  assert(!isWrong || numbers[0] != 123456);
}
static void private(void) {
  map(MAP_PRIVATE);
  numbers[0] = revisit_nondet_int("n");
  if (numbers[0] == 123456)
    assert(!isWrong);
}

int main(void) {
  CASE();
}
