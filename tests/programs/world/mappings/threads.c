// Threads that share memory of files: -DCASE=... names the case, -DWRONG is its faulty variant.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef WRONG
enum { isWrong = 1 };
#else
enum { isWrong = 0 };
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int file;
static char* area;
static char text[64];

static void both(void* (*first)(void*), void* (*second)(void*)) {
  pthread_t a, b;
  pthread_create(&a, 0, first, (void*)0);
  pthread_create(&b, 0, second, (void*)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
static char* mapped(size_t bytes, size_t size) {
  file = open("f", O_RDWR | O_CREAT, 0600);
  assert(file >= 0 && ftruncate(file, (off_t)size) == 0);
  area = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  assert(area != MAP_FAILED);
  return area;
}
static void lock(void) {
  if (!isWrong)
    pthread_mutex_lock(&mutex);
}
static void unlock(void) {
  if (!isWrong)
    pthread_mutex_unlock(&mutex);
}

// A number in a file.
static void* increases(void* unused) {
  lock();
  ++*(int*)area;
  unlock();
  return 0;
}
static void counter(void) {
  both(increases, increases);
  int number = 0;
  assert(pread(file, &number, sizeof number, 0) == sizeof number && number == 2);
}
static void counts(void) {
  mapped(4096, 4096);
  counter();
}

// A lock that lies in the file.
struct Header {
  pthread_mutex_t mutex;
  int number;
};
static void* increases_inside(void* unused) {
  struct Header* const header = (struct Header*)area;
  if (!isWrong)
    pthread_mutex_lock(&header->mutex);
  header->number++;
  if (!isWrong)
    pthread_mutex_unlock(&header->mutex);
  return 0;
}
static void lock_inside(void) {
  struct Header* const header = (struct Header*)mapped(sizeof(struct Header), sizeof(struct Header));
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  assert(pthread_mutex_init(&header->mutex, &attributes) == 0);
  both(increases_inside, increases_inside);
  assert(header->number == 2);
}

// What is stored is what others read by calls, once they know.
static atomic_int isReady;
static void* stores(void* unused) {
  memcpy(area, "hello", 5);
  if (!isWrong)
    atomic_store(&isReady, 1);
  return 0;
}
static void* reads(void* unused) {
  if (!isWrong && atomic_load(&isReady) == 0)
    return 0;
  assert(pread(file, text, 5, 0) == 5 && memcmp(text, "hello", 5) == 0);
  return 0;
}
static void read_by_call(void) {
  mapped(4096, 5);
  both(stores, reads);
}
static void* writes(void* unused) {
  assert(pwrite(file, "hello", 5, 0) == 5);
  if (!isWrong)
    atomic_store(&isReady, 1);
  return 0;
}
static void* loads(void* unused) {
  if (!isWrong && atomic_load(&isReady) == 0)
    return 0;
  assert(memcmp(area, "hello", 5) == 0);
  return 0;
}
static void written_by_call(void) {
  mapped(4096, 5);
  both(writes, loads);
}

// The file becomes longer before another thread uses what is added.
static void* lengthens(void* unused) {
  assert(ftruncate(file, 8192) == 0);
  if (!isWrong)
    atomic_store(&isReady, 1);
  return 0;
}
static void* uses_more(void* unused) {
  if (isWrong || atomic_load(&isReady) != 0)
    area[4096] = 1;
  return 0;
}
static void longer(void) {
  mapped(8192, 1);
  both(lengthens, uses_more);
}
static void* shortens(void* unused) {
  lock();
  assert(ftruncate(file, 0) == 0);
  isReady = 1;
  unlock();
  return 0;
}
static void* uses(void* unused) {
  lock();
  if (isWrong || !isReady)
    area[0] = 1;
  unlock();
  return 0;
}
static void shorter(void) {
  mapped(4096, 1);
  both(shortens, uses);
}
static void* unmaps(void* unused) {
  lock();
  assert(munmap(area, 4096) == 0);
  isReady = 1;
  unlock();
  return 0;
}
static void unmapped(void) {
  mapped(4096, 1);
  both(unmaps, uses);
}
static void* protects(void* unused) {
  lock();
  assert(mprotect(area, 4096, PROT_READ) == 0);
  isReady = 1;
  unlock();
  return 0;
}
static void protected(void) {
  mapped(4096, 1);
  both(protects, uses);
}

// Threads that use different pages do not depend on each other.
static void* uses_own(void* number) {
  char* const own = area + 4096 * (number != 0);
  own[0] = 1;
  own[isWrong && number != 0 ? -4096 : 1] = 2;
  return 0;
}
static void independent(void) {
  mapped(8192, 8192);
  both(uses_own, uses_own);
  assert(area[0] == 1 && area[1] == 2 && area[4096] == 1 && area[4097] == 2);
}
// Each thread maps the file for itself, and unmaps it.
static void* looks(void* unused) {
  const int mine = open("f", O_RDONLY);
  const char* const at = mmap(0, 5, PROT_READ, MAP_PRIVATE, mine, 0);
  assert(at != MAP_FAILED && memcmp(at, isWrong ? "hallo" : "hello", 5) == 0);
  assert(munmap((void*)at, 5) == 0 && close(mine) == 0);
  return 0;
}
static void own_mappings(void) {
  file = open("f", O_RDWR | O_CREAT, 0600);
  assert(write(file, "hello", 5) == 5);
  both(looks, looks);
}

int main(void) {
  CASE();
}
