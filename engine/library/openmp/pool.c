// Threads are kept for later regions. One semaphore tells a thread to begin and another tells that it is done; each has
// one thread that posts and one that waits, so that nothing about them is a choice.
#include "pool.h"

#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Worker {
  sem_t begin, done;
  pthread_t thread;
  Team* team; // null: the thread ends
  int number;
} Worker;

// Of one thread. Regions within each other use further threads.
typedef struct Pool {
  Worker* workers[MaxTeam];
  int count, used;
} Pool;

static _Thread_local Pool g_pool;

static void wait(sem_t* semaphore) {
  while (sem_wait(semaphore) != 0) // a handler of signals has interrupted it
    ;
}

static void endPool(void) {
  for (; g_pool.count > 0 && g_pool.used == 0; g_pool.count--) {
    Worker* const worker = g_pool.workers[g_pool.count - 1];
    worker->team = NULL;
    sem_post(&worker->begin);
    pthread_join(worker->thread, NULL);
    sem_destroy(&worker->begin);
    sem_destroy(&worker->done);
    free(worker);
  }
}

static void* work(void* argument) {
  Worker* const self = argument;
  for (;;) {
    wait(&self->begin);
    if (self->team == NULL)
      break;
    revisit_omp_execute(self->team, self->number);
    sem_post(&self->done);
  }
  endPool();
  return NULL;
}

static pthread_key_t g_ends;

static void endOfThread(void* unused) {
  (void)unused;
  endPool();
}

__attribute__((constructor)) static void prepareEnds(void) {
  pthread_key_create(&g_ends, endOfThread);
}

__attribute__((destructor)) static void endOfProcess(void) {
  endPool();
}

static Worker* newWorker(int number) {
  Worker* const worker = malloc(sizeof *worker);
  sem_init(&worker->begin, 0, 0);
  sem_init(&worker->done, 0, 0);
  if (pthread_create(&worker->thread, NULL, work, worker) != 0)
    abort(); // as OpenMP's library does
  char name[16];
  snprintf(name, sizeof name, "OpenMP %d", number);
  pthread_setname_np(worker->thread, name);
  return worker;
}

void revisit_omp_begin_workers(Team* team, int count) {
  if (g_pool.used + count > MaxTeam)
    revisit_machine_stop("OpenMP: more than 64 threads of regions within each other");
  if (g_pool.count == 0)
    pthread_setspecific(g_ends, &g_pool);
  for (int i = 0; i < count; i++) {
    if (g_pool.used == g_pool.count) {
      g_pool.workers[g_pool.count] = newWorker(g_pool.count + 1);
      g_pool.count++;
    }
    Worker* const worker = g_pool.workers[g_pool.used++];
    worker->team = team;
    worker->number = i + 1;
    sem_post(&worker->begin);
  }
}

void revisit_omp_end_workers(int count) {
  for (int i = 0; i < count; i++)
    wait(&g_pool.workers[g_pool.used - count + i]->done);
  g_pool.used -= count;
}
