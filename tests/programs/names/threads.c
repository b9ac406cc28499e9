// Threads of C by name: what the program calls them, their function, and what tells those apart that share one.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/prctl.h>

struct job {
  int id;
  int result;
};

static struct job jobs[2];
static atomic_int done;

static void* numbered(void* argument) {
  done += (int)(intptr_t)argument;
  return 0;
}

static void* with_job(void* argument) {
  ((struct job*)argument)->result = 1;
  done++;
  return 0;
}

static void* alone(void* argument) {
  done += *(int*)argument;
  return 0;
}

static void* same(void* argument) {
  (void)argument;
  done++;
  return 0;
}

static void* called(void* argument) {
  (void)argument;
  prctl(PR_SET_NAME, "disk reader");
  done++;
  return 0;
}

int main(void) {
  pthread_t threads[9];
  int local = 3;
  pthread_create(&threads[0], 0, numbered, (void*)0); // thread 1: numbered(0)
  pthread_create(&threads[1], 0, numbered, (void*)-4); // thread 2: numbered(-4)
  pthread_create(&threads[2], 0, with_job, &jobs[0]); // thread 3: with_job(&jobs[0])
  pthread_create(&threads[3], 0, with_job, &jobs[1]); // thread 4: with_job(&jobs[1])
  pthread_create(&threads[4], 0, alone, &local); // thread 5: alone
  pthread_create(&threads[5], 0, same, 0); // thread 6: same
  pthread_create(&threads[6], 0, same, 0); // thread 7: same
  pthread_create(&threads[7], 0, called, 0); // thread 8: disk reader
  pthread_create(&threads[8], 0, same, 0); // thread 9: network
  pthread_setname_np(threads[8], "network");
  for (int i = 0; i < 9; i++)
    pthread_join(threads[i], 0);
  assert(done + jobs[0].result == 0);
  return 0;
}
