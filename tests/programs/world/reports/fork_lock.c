/* A program with a thread forks while the thread may hold a lock that the child takes. -DFIX takes it for the fork. */
#include <assert.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
#ifdef FIX
  pthread_mutex_lock(&lock);
#endif
  pid_t child = fork();
  if (child == 0) {
#ifndef FIX
    pthread_mutex_lock(&lock);
#endif
    count++;
    pthread_mutex_unlock(&lock);
    _exit(0);
  }
#ifdef FIX
  pthread_mutex_unlock(&lock);
#endif
  assert(waitpid(child, NULL, 0) == child);
  pthread_join(thread, NULL);
  return 0;
}
