// What one thread sees of memory of files: -DCASE=... names the case. Each holds on Linux, too, in an empty folder.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#undef NDEBUG
#define FAILS(call, error) (errno = 0, assert((call) == -1), assert(errno == (error)))
#define NO_MAP(call, error) (errno = 0, assert((call) == MAP_FAILED), assert(errno == (error)))

static char text[64];

static int make(const char* path, const char* content) {
  const int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0644);
  assert(file >= 0 && write(file, content, strlen(content)) == (ssize_t)strlen(content));
  return file;
}
static char* map(int file, size_t bytes, int protection, int flags) {
  char* const at = mmap(0, bytes, protection, flags, file, 0);
  assert(at != MAP_FAILED && (uintptr_t)at % 4096 == 0);
  return at;
}

static void shared(void) {
  const int file = make("f", "hello");
  char* const at = map(file, 5, PROT_READ | PROT_WRITE, MAP_SHARED);
  assert(memcmp(at, "hello", 5) == 0 && at[5] == 0 && at[4095] == 0);
  at[0] = 'J';
  at[7] = 'x'; // behind the end of the file, on its last page
  assert(pread(file, text, 9, 0) == 5 && memcmp(text, "Jello", 5) == 0);
  assert(pwrite(file, "y", 1, 4) == 1 && at[4] == 'y');
  assert(msync(at, 5, MS_SYNC) == 0 && close(file) == 0 && at[1] == 'e');
  assert(munmap(at, 5) == 0);
  const int other = open("f", O_RDONLY);
  assert(read(other, text, 9) == 5 && memcmp(text, "Jelly", 5) == 0);
}
static void private(void) {
  const int file = make("f", "hello");
  char* const at = map(file, 5, PROT_READ | PROT_WRITE, MAP_PRIVATE);
  assert(memcmp(at, "hello", 5) == 0 && at[5] == 0);
  at[0] = 'J';
  assert(pread(file, text, 9, 0) == 5 && memcmp(text, "hello", 5) == 0);
  assert(munmap(at, 5) == 0 && pwrite(file, "y", 1, 4) == 1);
}
static void read_only(void) {
  const int file = make("f", "hello");
  assert(close(file) == 0);
  const int reader = open("f", O_RDONLY);
  char *const at = map(reader, 5, PROT_READ, MAP_PRIVATE), *const again = map(reader, 5, PROT_READ, MAP_PRIVATE);
  assert(at != again && memcmp(at, again, 6) == 0);
  assert(munmap(at, 5) == 0 && again[1] == 'e' && munmap(again, 5) == 0);
}
static void grows(void) {
  const int file = make("f", "hello");
  char* const at = map(file, 3 * 4096, PROT_READ | PROT_WRITE, MAP_SHARED);
  assert(ftruncate(file, 2 * 4096) == 0);
  at[4096] = 'x';
  assert(pwrite(file, "y", 1, 3 * 4096 - 1) == 1 && at[2 * 4096] == 0 && at[3 * 4096 - 1] == 'y');
  assert(pread(file, text, 1, 4096) == 1 && text[0] == 'x');
  assert(ftruncate(file, 4096) == 0 && ftruncate(file, 2 * 4096) == 0 && at[4096] == 0);
}
static void parts(void) {
  const int file = make("f", "");
  assert(ftruncate(file, 4 * 4096) == 0);
  char* const first = map(file, 4096, PROT_READ | PROT_WRITE, MAP_SHARED);
  char* const last = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 3 * 4096);
  assert(last != MAP_FAILED);
  first[1] = 'a';
  last[1] = 'b';
  assert(pread(file, text, 1, 1) == 1 && text[0] == 'a' && pread(file, text, 1, 3 * 4096 + 1) == 1 && text[0] == 'b');
  assert(munmap(first, 4096) == 0 && last[1] == 'b');
}
static void rights(void) {
  const int file = make("f", "hello");
  char* const at = map(file, 5, PROT_READ, MAP_SHARED);
  assert(mprotect(at, 5, PROT_READ | PROT_WRITE) == 0);
  at[0] = 'J';
  assert(mprotect(at, 5, PROT_READ) == 0 && at[0] == 'J');
  FAILS(mprotect(at + 1, 5, PROT_READ), EINVAL);
  const int reader = open("f", O_RDONLY), writer = open("f", O_WRONLY);
  NO_MAP(mmap(0, 5, PROT_READ | PROT_WRITE, MAP_SHARED, reader, 0), EACCES);
  NO_MAP(mmap(0, 5, PROT_READ, MAP_SHARED, writer, 0), EACCES);
  NO_MAP(mmap(0, 5, PROT_READ, MAP_PRIVATE, writer, 0), EACCES);
  assert(munmap(at, 5) == 0);
  char* const only = map(reader, 5, PROT_READ, MAP_SHARED);
  FAILS(mprotect(only, 5, PROT_READ | PROT_WRITE), EACCES);
}
static void errors(void) {
  const int file = make("f", "hello"), folder = open(".", O_RDONLY);
  int ends[2];
  assert(pipe(ends) == 0);
  NO_MAP(mmap(0, 0, PROT_READ, MAP_SHARED, file, 0), EINVAL);
  NO_MAP(mmap(0, 5, PROT_READ, MAP_SHARED, file, 1), EINVAL);
  NO_MAP(mmap(0, 5, PROT_READ, 0, file, 0), EINVAL);
  NO_MAP(mmap(0, 5, PROT_READ, MAP_SHARED, folder, 0), ENODEV);
  NO_MAP(mmap(0, 5, PROT_READ, MAP_SHARED, ends[0], 0), ENODEV);
  NO_MAP(mmap(0, 5, PROT_READ, MAP_SHARED, -1, 0), EBADF);
  char* const at = map(file, 5, PROT_READ | PROT_WRITE, MAP_SHARED);
  FAILS(msync(at + 1, 5, MS_SYNC), EINVAL);
  FAILS(msync(at, 5, MS_SYNC | MS_ASYNC), EINVAL);
  FAILS(munmap(at + 1, 5), EINVAL);
  FAILS(munmap(at, 0), EINVAL);
  assert(munmap(at, 5) == 0 && munmap(at, 5) == 0);
  FAILS(msync(at, 5, MS_SYNC), ENOMEM);
}
static void unmapped_in_part(void) {
  const int file = make("f", "");
  assert(ftruncate(file, 3 * 4096) == 0);
  char* const at = map(file, 3 * 4096, PROT_READ | PROT_WRITE, MAP_SHARED);
  at[0] = 'a';
  at[2 * 4096] = 'c';
  assert(munmap(at + 4096, 4096) == 0 && at[0] == 'a' && at[2 * 4096] == 'c');
}
static void advice(void) {
  const int file = make("f", "hello");
  char* const at = map(file, 5, PROT_READ | PROT_WRITE, MAP_SHARED);
  at[0] = 'J';
  assert(madvise(at, 4096, MADV_RANDOM) == 0 && madvise(at, 4096, MADV_DONTNEED) == 0 && at[0] == 'J');
  assert(posix_madvise(at, 4096, POSIX_MADV_WILLNEED) == 0);
  FAILS(madvise(at + 1, 4096, MADV_RANDOM), EINVAL);
  char* const other = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  other[0] = 'x';
  assert(madvise(other, 4096, MADV_DONTNEED) == 0 && other[0] == 0);
}
static void anonymous(void) {
  char* const at = mmap(0, 5, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert(at != MAP_FAILED && at[0] == 0);
  at[0] = 'x';
  assert(msync(at, 5, MS_SYNC) == 0 && at[0] == 'x' && munmap(at, 5) == 0);
}
static void moved(void) {
  char* at = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  at[4095] = 'x';
  at = mremap(at, 4096, 3 * 4096, MREMAP_MAYMOVE);
  assert(at != MAP_FAILED && at[4095] == 'x' && at[4096] == 0);
  at[2 * 4096] = 'y';
  assert(mremap(at, 3 * 4096, 4096, 0) == at && at[4095] == 'x');
  NO_MAP(mremap(at + 1, 4096, 8192, MREMAP_MAYMOVE), EINVAL);
  const int file = make("f", "");
  assert(ftruncate(file, 2 * 4096) == 0);
  char* grown = map(file, 4096, PROT_READ | PROT_WRITE, MAP_SHARED);
  grown[1] = 'a';
  grown = mremap(grown, 4096, 2 * 4096, MREMAP_MAYMOVE);
  assert(grown != MAP_FAILED && grown[1] == 'a');
  grown[4096] = 'b';
  assert(pread(file, text, 1, 4096) == 1 && text[0] == 'b' && munmap(grown, 8192) == 0);
}
static void of_memory(void) {
  const int file = memfd_create("name", MFD_CLOEXEC);
  assert(file >= 0 && ftruncate(file, 4096) == 0);
  char* const at = map(file, 4096, PROT_READ | PROT_WRITE, MAP_SHARED);
  at[9] = 'x';
  assert(pread(file, text, 1, 9) == 1 && text[0] == 'x');
}
static void really_there(void) {
  const int file = open("/etc/passwd", O_RDONLY);
  struct stat status;
  assert(fstat(file, &status) == 0 && read(file, text, 32) == 32);
  const char* const at = map(file, (size_t)status.st_size, PROT_READ, MAP_PRIVATE);
  assert(memcmp(at, text, 32) == 0);
}
static void unlinked(void) {
  const int file = make("f", "hello");
  char* const at = map(file, 5, PROT_READ | PROT_WRITE, MAP_SHARED);
  assert(unlink("f") == 0 && close(file) == 0);
  at[0] = 'J';
  assert(close(make("f", "other")) == 0 && memcmp(at, "Jello", 5) == 0);
}
// Accesses that end the program.
static void beyond(void) {
  const int file = make("f", "hello");
  volatile char* const at = map(file, 8192, PROT_READ | PROT_WRITE, MAP_SHARED);
  at[4096] = 1;
}
static void beyond_copy(void) {
  const int file = make("f", "hello");
  volatile char* const at = map(file, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE);
  at[4096] = 1;
}
static void cut(void) {
  const int file = make("f", "hello");
  volatile char* const at = map(file, 5, PROT_READ | PROT_WRITE, MAP_SHARED);
  assert(ftruncate(file, 0) == 0);
  text[0] = at[0];
}
static void not_writable(void) {
  const int file = make("f", "hello");
  volatile char* const at = map(file, 5, PROT_READ, MAP_SHARED);
  text[0] = at[0];
  at[0] = 1;
}
static void forbidden(void) {
  const int file = make("f", "hello");
  volatile char* const at = map(file, 5, PROT_READ | PROT_WRITE, MAP_SHARED);
  assert(mprotect((char*)at, 5, PROT_NONE) == 0);
  text[0] = at[0];
}
static void over(void) {
  const int file = make("f", "hello");
  volatile char* const at = map(file, 5, PROT_READ | PROT_WRITE, MAP_SHARED);
  assert(munmap((char*)at, 5) == 0);
  text[0] = at[0];
}
static void over_copy(void) {
  const int file = make("f", "hello");
  volatile char* const at = map(file, 5, PROT_READ | PROT_WRITE, MAP_PRIVATE);
  assert(munmap((char*)at, 5) == 0);
  at[0] = 1;
}
// What is not followed.
static void twice(void) {
  const int file = make("f", "hello");
  char* const at = map(file, 5, PROT_READ | PROT_WRITE, MAP_SHARED);
  char* const again = map(file, 5, PROT_READ | PROT_WRITE, MAP_SHARED);
  at[0] = 'J';
  assert(again[0] == 'J');
}
static void ring(void) {
  const int file = memfd_create("ring", 0);
  assert(ftruncate(file, 4096) == 0);
  char* const at = mmap(0, 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mmap(at, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED)
    return;
  at[0] = 'x';
}
static void written_meanwhile(void) {
  const int file = make("f", "hello");
  char* const at = map(file, 5, PROT_READ | PROT_WRITE, MAP_PRIVATE);
  assert(pwrite(file, "J", 1, 0) == 1);
  text[0] = at[0];
}

int main(void) {
  CASE();
}
