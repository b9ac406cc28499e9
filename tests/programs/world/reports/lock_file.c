/* A lock file is looked for and then made: two threads may both find none. -DFIX makes it with O_EXCL. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_int holders;

static int take(void) {
#ifdef FIX
  int file = open("/tmp/revisit-lock", O_CREAT | O_EXCL | O_WRONLY, 0600);
  if (file < 0)
    return 0;
#else
  struct stat status;
  if (stat("/tmp/revisit-lock", &status) == 0)
    return 0;
  int file = open("/tmp/revisit-lock", O_CREAT | O_WRONLY, 0600);
#endif
  close(file);
  return 1;
}

static void *worker(void *unused) {
  if (take()) {
    assert(atomic_fetch_add(&holders, 1) == 0);
    atomic_fetch_sub(&holders, 1);
    unlink("/tmp/revisit-lock");
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  worker(NULL);
  pthread_join(thread, NULL);
  return 0;
}
