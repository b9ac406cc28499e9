// fork in a process with several threads: the copy has one of them, and what the others hold is held for ever there.
// -DCASE=... names the case, -DWRONG=1 its wrong variant.
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
#include <sys/wait.h>
#include <unistd.h>

#undef NDEBUG
#ifndef WRONG
#define WRONG 0
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t permits;
static int ends[2], count, first, second;
static atomic_int flag;

static int statusOf(pid_t child) {
  int status;
  assert(child > 0);
  assert(waitpid(child, &status, 0) == child && WIFEXITED(status));
  return WEXITSTATUS(status);
}
static pthread_t start(void *(*body)(void *)) {
  pthread_t thread;
  assert(pthread_create(&thread, NULL, body, NULL) == 0);
  return thread;
}
static void end(pthread_t thread) {
  assert(pthread_join(thread, NULL) == 0);
}

static void *counts(void *unused) {
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  return unused;
}
static pid_t forkAndCount(void) {
  const pid_t child = fork();
  if (child == 0) {
    pthread_mutex_lock(&mutex);
    count++;
    pthread_mutex_unlock(&mutex);
    _exit(count);
  }
  return child;
}

// Another thread may hold the lock. Right: the forking thread holds it.
static void held_lock(void) {
  const pthread_t thread = start(counts);
  if (!WRONG)
    pthread_mutex_lock(&mutex);
  const pid_t child = fork();
  if (child == 0) {
    if (WRONG)
      pthread_mutex_lock(&mutex);
    count++;
    pthread_mutex_unlock(&mutex);
    _exit(0);
  }
  if (!WRONG)
    pthread_mutex_unlock(&mutex);
  assert(statusOf(child) == 0);
  end(thread);
}

// Handlers that take the lock and give it back in both.
static void take(void) {
  pthread_mutex_lock(&mutex);
}
static void give(void) {
  pthread_mutex_unlock(&mutex);
}
static void at_fork(void) {
  assert(pthread_atfork(take, give, WRONG ? NULL : give) == 0);
  const pthread_t thread = start(counts);
  const int got = statusOf(forkAndCount());
  assert(got == 1 || got == 2);
  end(thread);
}
static void *nothing(void *unused) {
  return unused;
}
static void *holdsOther(void *unused) {
  pthread_mutex_lock(&other);
  pthread_mutex_unlock(&other);
  return unused;
}
// The handlers take one lock, the child another one.
static void other_lock(void) {
  assert(pthread_atfork(take, give, give) == 0);
  const pthread_t thread = start(holdsOther);
  const pid_t child = fork();
  if (child == 0) {
    pthread_mutex_lock(WRONG ? &other : &mutex);
    _exit(0);
  }
  assert(statusOf(child) == 0);
  end(thread);
}

// All threads have ended: the lock is free.
static void joined_before(void) {
  const pthread_t thread = start(counts);
  if (!WRONG)
    end(thread);
  const int got = statusOf(forkAndCount());
  assert(WRONG || got == 2);
  if (WRONG)
    end(thread);
}

// The child tries.
static void tries(void) {
  const pthread_t thread = start(counts);
  const pid_t child = fork();
  if (child == 0)
    _exit(pthread_mutex_trylock(&mutex) == 0 ? 0 : 1);
  const int got = statusOf(child);
  assert(got == 0 || (!WRONG && got == 1));
  end(thread);
}

// The child replaces the lock, as is usual.
static void anew(void) {
  pthread_mutex_init(&mutex, NULL);
  const pthread_t thread = start(counts);
  const pid_t child = fork();
  if (child == 0) {
    if (!WRONG)
      pthread_mutex_init(&mutex, NULL);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    _exit(0);
  }
  assert(statusOf(child) == 0);
  end(thread);
}

// The memory is as it is in one moment: both stores or the first one or none, never the second one alone.
static void *storesBoth(void *unused) {
  __atomic_store_n(&first, 1, __ATOMIC_SEQ_CST);
  __atomic_store_n(&second, 1, __ATOMIC_SEQ_CST);
  return unused;
}
static void one_moment(void) {
  const pthread_t thread = start(storesBoth);
  const pid_t child = fork();
  if (child == 0) {
    const int b = __atomic_load_n(&second, __ATOMIC_SEQ_CST), a = __atomic_load_n(&first, __ATOMIC_SEQ_CST);
    _exit(2 * b + a);
  }
  const int got = statusOf(child);
  assert(got != 2 && (!WRONG || got != 1));
  end(thread);
}

// What the thread does after fork is no matter of the child.
static void *storesFlag(void *unused) {
  flag = 1;
  return unused;
}
static void own_copy(void) {
  const pthread_t thread = start(storesFlag);
  const pid_t child = fork();
  if (child == 0) {
    const int before = flag;
    const int after = flag;
    _exit(before == after ? 0 : 1);
  }
  assert(statusOf(child) == 0);
  end(thread);
  assert(!WRONG || statusOf(fork() == 0 ? (_exit(flag), 0) : -1) == 0);
}
// A child that waits for a thread which it does not have.
static void waits_for_flag(void) {
  const pthread_t thread = start(storesFlag);
  if (!WRONG)
    end(thread);
  const pid_t child = fork();
  if (child == 0) {
    while (flag == 0) {
    }
    _exit(0);
  }
  assert(statusOf(child) == 0);
  if (WRONG)
    end(thread);
}

static void *reads(void *unused) {
  pthread_rwlock_rdlock(&table);
  pthread_rwlock_unlock(&table);
  return unused;
}
// A reader is no obstacle for readers.
static void readers(void) {
  const pthread_t thread = start(reads);
  const pid_t child = fork();
  if (child == 0) {
    if (WRONG)
      pthread_rwlock_wrlock(&table);
    else
      pthread_rwlock_rdlock(&table);
    _exit(0);
  }
  assert(statusOf(child) == 0);
  end(thread);
}

static void initialise(void) {
  count++;
}
static void *runsOnce(void *unused) {
  pthread_once(&once, initialise);
  return unused;
}
// A routine that another thread has begun and not ended is run by the child.
static void once_routine(void) {
  const pthread_t thread = start(runsOnce);
  const pid_t child = fork();
  if (child == 0) {
    pthread_once(&once, initialise);
    _exit(count);
  }
  const int got = statusOf(child);
  assert(got == 1 || (!WRONG && got == 2));
  end(thread);
}

static void *posts(void *unused) {
  sem_post(&permits);
  return unused;
}
static void semaphores(void) {
  assert(sem_init(&permits, 0, 0) == 0);
  const pthread_t thread = start(posts);
  const pid_t child = fork();
  if (child == 0)
    _exit((WRONG ? sem_wait(&permits) : sem_trywait(&permits)) == 0 ? 1 : 0);
  const int got = statusOf(child);
  assert(got == 0 || got == 1);
  end(thread);
}

// A thread that is not main is copied; its end is the end of the child.
static void *forks(void *unused) {
  const pid_t child = fork();
  if (child == 0)
    return unused;
  assert(statusOf(child) == (WRONG ? 1 : 0));
  return unused;
}
static void in_thread(void) {
  end(start(forks));
}
static __thread int local = 1;
static void *forksWithLocals(void *unused) {
  local = 2;
  errno = 5;
  int mine = 3;
  const pid_t child = fork();
  if (child == 0) {
    const int sum = local + errno + mine;
    local = mine = 100;
    _exit(sum);
  }
  assert(statusOf(child) == 10 && local == (WRONG ? 100 : 2) && mine == 3);
  return unused;
}
static void locals(void) {
  end(start(forksWithLocals));
  assert(local == 1);
}
// The child reads what another thread has on its stack.
static void *readsStack(void *at) {
  const pid_t child = fork();
  if (child == 0)
    _exit(*(int *)at);
  assert(statusOf(child) == (WRONG ? 5 : 4));
  return NULL;
}
static void stacks(void) {
  int here = 4;
  pthread_t thread;
  assert(pthread_create(&thread, NULL, readsStack, &here) == 0);
  end(thread);
}

// Both fork.
static void *forksToo(void *unused) {
  const pid_t child = fork();
  if (child == 0)
    _exit(7);
  assert(statusOf(child) == 7);
  return unused;
}
static void both_fork(void) {
  const pthread_t thread = start(forksToo);
  const pid_t child = fork();
  if (child == 0)
    _exit(8);
  assert(statusOf(child) == (WRONG ? 7 : 8));
  end(thread);
}

// The child of a pool's thread inherits the write end that another thread made.
static void *makesPipe(void *unused) {
  assert(pipe(ends) == 0);
  close(ends[1]);
  char c;
  assert(read(ends[0], &c, 1) == 0);
  return unused;
}
static void inherited_end(void) {
  const pthread_t thread = start(makesPipe);
  if (!WRONG)
    end(thread);
  const pid_t child = fork();
  if (child == 0) {
    if (WRONG)
      for (;;)
        pause();
    _exit(0);
  }
  if (WRONG)
    end(thread);
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
}

// A thread of the parent does not exist in the child.
static void joins(void) {
  const pthread_t thread = start(nothing);
  const pid_t child = fork();
  if (child == 0) {
    if (WRONG)
      pthread_join(thread, NULL);
    _exit(0);
  }
  assert(statusOf(child) == 0);
  end(thread);
}

// The parent's accesses race as before.
static void *adds(void *unused) {
  count++;
  return unused;
}
static void races(void) {
  const pthread_t thread = start(adds);
  const pid_t child = fork();
  if (child == 0)
    _exit(count & 0);
  if (WRONG)
    count++;
  assert(statusOf(child) == 0);
  end(thread);
}

int main(void) {
  CASE();
  return 0;
}
