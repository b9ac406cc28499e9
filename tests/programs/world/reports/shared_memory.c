/* Two processes count in shared memory. -DFIX has a process-shared lock there. */
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct shared {
  pthread_mutex_t lock;
  int count;
};

static void add(struct shared *shared) {
#ifdef FIX
  pthread_mutex_lock(&shared->lock);
#endif
  shared->count++;
#ifdef FIX
  pthread_mutex_unlock(&shared->lock);
#endif
}

int main(void) {
  struct shared *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&shared->lock, &attributes);
  pid_t child = fork();
  if (child == 0) {
    add(shared);
    _exit(0);
  }
  add(shared);
  assert(waitpid(child, NULL, 0) == child);
  assert(shared->count == 2);
  return 0;
}
