/* Memory that is mapped and unmapped. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

enum { Page = 4096, Bytes = 4 * Page };
static char* area;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* worker(void* argument) {
  pthread_mutex_lock(&mutex);
  area[0]++;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t other;
  area = mmap(NULL, Bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(area != MAP_FAILED && area[0] == 0 && area[Page] == 0);
  area[Page] = 1;
  pthread_create(&other, NULL, worker, NULL);
#ifdef EMPTIED
  pthread_mutex_lock(&mutex);
  assert(madvise(area, Bytes, ADVICE) == 0);
  pthread_mutex_unlock(&mutex);
  assert(area[Page] == 0);
#endif
#ifdef RACE
  assert(madvise(area, Bytes, MADV_DONTNEED) == 0);
#endif
#ifndef EARLY
  pthread_join(other, NULL);
#endif
  assert(munmap(area + Page, Page) == 0);
  assert(area[0] == 0 || area[0] == 1);
#ifdef AFTER
  area[AFTER] = 1;
#endif
  assert(munmap(area, Bytes) == 0);
#ifdef EARLY
  pthread_join(other, NULL);
#endif
}
