// Memory that processes share: anonymous, of files, with names. -DCASE=... names the case, -DWRONG=1 its wrong variant.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#undef NDEBUG
#ifndef WRONG
#define WRONG 0
#endif

struct shared {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  pthread_rwlock_t table;
  pthread_barrier_t barrier;
  sem_t permits, full;
  int count, ready, slots[4];
  atomic_int number, flag;
};
static struct shared *shared;
static int status;

static void *map(int descriptor) {
  void *const at = mmap(NULL, 4096, PROT_READ | PROT_WRITE, descriptor < 0 ? MAP_SHARED | MAP_ANONYMOUS : MAP_SHARED,
                        descriptor, 0);
  assert(at != MAP_FAILED);
  return at;
}
static void mapShared(void) {
  shared = map(-1);
}
static void initMutex(int how) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setpshared(&attributes, how);
  assert(pthread_mutex_init(&shared->mutex, &attributes) == 0);
}
static pid_t start(void (*body)(void)) {
  const pid_t child = fork();
  assert(child >= 0);
  if (child == 0) {
    body();
    _exit(0);
  }
  return child;
}
static void end(pid_t child) {
  assert(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void add(void) {
  if (!WRONG)
    pthread_mutex_lock(&shared->mutex);
  shared->count++;
  if (!WRONG)
    pthread_mutex_unlock(&shared->mutex);
}
static void counter(void) {
  mapShared();
  initMutex(PTHREAD_PROCESS_SHARED);
  const pid_t child = start(add);
  add();
  end(child);
  assert(shared->count == 2);
  assert(munmap(shared, 4096) == 0);
}
// A lock that is not shared.
static void addLocked(void) {
  pthread_mutex_lock(&shared->mutex);
  shared->count++;
  pthread_mutex_unlock(&shared->mutex);
}
static void lock_of_one(void) {
  mapShared();
  initMutex(WRONG ? PTHREAD_PROCESS_PRIVATE : PTHREAD_PROCESS_SHARED);
  const pid_t child = start(addLocked);
  addLocked();
  end(child);
  assert(shared->count == 2);
}
static void addAtomic(void) {
  if (WRONG)
    shared->number = shared->number + 1;
  else
    shared->number++;
}
static void atomics(void) {
  mapShared();
  const pid_t child = start(addAtomic), another = start(addAtomic);
  addAtomic();
  end(child);
  end(another);
  assert(shared->number == 3);
}
// Memory that is not shared is a copy.
static void addOne(void) {
  shared->count++;
}
static void copied(void) {
  shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, (WRONG ? MAP_SHARED : MAP_PRIVATE) | MAP_ANONYMOUS, -1, 0);
  assert(shared != MAP_FAILED);
  const pid_t child = start(addOne);
  end(child);
  assert(shared->count == 0);
}

static void waits(void) {
  sem_wait(&shared->permits);
  assert(shared->count == 5);
}
static void semaphore(void) {
  mapShared();
  assert(sem_init(&shared->permits, 1, 0) == 0);
  const pid_t child = start(waits);
  if (!WRONG)
    shared->count = 5;
  sem_post(&shared->permits);
  if (WRONG)
    shared->count = 5;
  end(child);
}
static void semaphore_of_one(void) {
  mapShared();
  assert(sem_init(&shared->permits, WRONG ? 0 : 1, 0) == 0);
  const pid_t child = start(waits);
  shared->count = 5;
  sem_post(&shared->permits);
  end(child);
}

static void waitsReady(void) {
  pthread_mutex_lock(&shared->mutex);
  while (!shared->ready)
    pthread_cond_wait(&shared->condition, &shared->mutex);
  pthread_mutex_unlock(&shared->mutex);
}
static void condition(void) {
  mapShared();
  initMutex(PTHREAD_PROCESS_SHARED);
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  assert(pthread_cond_init(&shared->condition, &attributes) == 0);
  const pid_t child = start(waitsReady);
  pthread_mutex_lock(&shared->mutex);
  shared->ready = 1;
  if (!WRONG)
    pthread_cond_signal(&shared->condition);
  pthread_mutex_unlock(&shared->mutex);
  end(child);
}

static void arrives(void) {
  shared->slots[1] = 1;
  pthread_barrier_wait(&shared->barrier);
  assert(shared->slots[0] == 1);
}
static void barrier(void) {
  mapShared();
  pthread_barrierattr_t attributes;
  pthread_barrierattr_init(&attributes);
  pthread_barrierattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  assert(pthread_barrier_init(&shared->barrier, &attributes, 2) == 0);
  const pid_t child = start(arrives);
  if (!WRONG)
    shared->slots[0] = 1;
  pthread_barrier_wait(&shared->barrier);
  assert(shared->slots[1] == 1);
  if (WRONG)
    shared->slots[0] = 1;
  end(child);
}

static void reads(void) {
  pthread_rwlock_rdlock(&shared->table);
  assert(shared->slots[0] == shared->slots[1]);
  pthread_rwlock_unlock(&shared->table);
}
static void readers(void) {
  mapShared();
  pthread_rwlockattr_t attributes;
  pthread_rwlockattr_init(&attributes);
  pthread_rwlockattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  assert(pthread_rwlock_init(&shared->table, &attributes) == 0);
  const pid_t child = start(reads);
  if (WRONG)
    pthread_rwlock_rdlock(&shared->table);
  else
    pthread_rwlock_wrlock(&shared->table);
  shared->slots[0] = shared->slots[1] = 1;
  pthread_rwlock_unlock(&shared->table);
  end(child);
}

// Two names of one file.
static void addByName(void) {
  const int file = shm_open("/revisit-forks", O_RDWR, 0);
  assert(file >= 0);
  struct shared *const there = map(file);
  close(file);
  there->number += 2;
  assert(munmap(there, 4096) == 0);
}
static void named(void) {
  const int file = shm_open("/revisit-forks", O_RDWR | O_CREAT | O_EXCL, 0600);
  assert(file >= 0 && ftruncate(file, 4096) == 0);
  const pid_t child = start(addByName);
  shared = map(file);
  close(file);
  end(child);
  assert(shm_unlink("/revisit-forks") == 0);
  assert(shared->number == (WRONG ? 0 : 2));
  assert(munmap(shared, 4096) == 0);
}
static void of_file(void) {
  char path[] = "/tmp/revisit-XXXXXX";
  const int file = mkstemp(path);
  assert(file >= 0 && unlink(path) == 0 && ftruncate(file, 4096) == 0);
  shared = map(file);
  const pid_t child = start(addOne);
  if (WRONG)
    addOne();
  end(child);
  assert(shared->count == 1);
}
static void named_semaphore(void) {
  sem_t *const ready = sem_open("/revisit-ready", O_CREAT | O_EXCL, 0600, 0);
  assert(ready != SEM_FAILED);
  mapShared();
  const pid_t child = fork();
  if (child == 0) {
    sem_t *const mine = sem_open("/revisit-ready", 0);
    assert(mine != SEM_FAILED);
    shared->count = 1;
    sem_post(mine);
    _exit(0);
  }
  if (!WRONG)
    sem_wait(ready);
  assert(shared->count == 1);
  end(child);
  assert(sem_unlink("/revisit-ready") == 0);
}

// A message by a flag.
static void publishes(void) {
  shared->count = 3;
  atomic_store_explicit(&shared->flag, 1, WRONG ? memory_order_relaxed : memory_order_release);
}
static void message(void) {
  mapShared();
  const pid_t child = start(publishes);
  while (atomic_load_explicit(&shared->flag, memory_order_acquire) == 0) {
  }
  assert(shared->count == 3);
  end(child);
}
// Store buffers are those of processors.
static void left(void) {
  atomic_store_explicit((atomic_int *)&shared->slots[0], 1, memory_order_relaxed);
  if (!WRONG)
    atomic_thread_fence(memory_order_seq_cst);
  shared->slots[2] = atomic_load_explicit((atomic_int *)&shared->slots[1], memory_order_relaxed);
}
static void buffers(void) {
  mapShared();
  const pid_t child = start(left);
  atomic_store_explicit((atomic_int *)&shared->slots[1], 1, memory_order_relaxed);
  if (!WRONG)
    atomic_thread_fence(memory_order_seq_cst);
  const int mine = atomic_load_explicit((atomic_int *)&shared->slots[0], memory_order_relaxed);
  end(child);
  assert(mine == 1 || shared->slots[2] == 1);
}

// munmap is of one process.
static void unmaps(void) {
  assert(munmap(shared, 4096) == 0);
  if (WRONG)
    shared->count = 1;
}
static void unmapped(void) {
  mapShared();
  const pid_t child = fork();
  if (child == 0) {
    unmaps();
    _exit(0);
  }
  shared->number = 1;
  end(child);
  assert(shared->number == 1);
}

// A robust lock whose owner ends with its process is left to the next one.
static void diesWithLock(void) {
  pthread_mutex_lock(&shared->mutex);
}
static void holder_dies(void) {
  mapShared();
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  if (!WRONG)
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  assert(pthread_mutex_init(&shared->mutex, &attributes) == 0);
  const pid_t child = start(diesWithLock);
  end(child);
  const int got = pthread_mutex_lock(&shared->mutex);
  assert(got == EOWNERDEAD && pthread_mutex_consistent(&shared->mutex) == 0);
  pthread_mutex_unlock(&shared->mutex);
}

// Threads beside shared memory.
static void *adds(void *unused) {
  addLocked();
  return unused;
}
static void with_threads(void) {
  mapShared();
  initMutex(PTHREAD_PROCESS_SHARED);
  pthread_t thread;
  assert(pthread_create(&thread, NULL, adds, NULL) == 0);
  const pid_t child = start(WRONG ? addOne : addLocked);
  end(child);
  pthread_join(thread, NULL);
  assert(shared->count == 2);
}

int main(void) {
  CASE();
  return 0;
}
