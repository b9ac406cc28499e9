/* Two threads lock a file with fcntl: the lock belongs to the process, so that it excludes nobody. -DFIX uses flock on
 * descriptions of their own. */
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/file.h>
#include <unistd.h>

static atomic_int inside;

static void *worker(void *unused) {
  int file = open("/tmp/revisit-locked", O_CREAT | O_RDWR, 0600);
#ifdef FIX
  assert(flock(file, LOCK_EX) == 0);
#else
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  assert(fcntl(file, F_SETLKW, &lock) == 0);
#endif
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  close(file);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  worker(NULL);
  pthread_join(thread, NULL);
  return 0;
}
