// The order of a signalfd and a pipe that other threads make ready, and signals to single threads: -DCASE=... names the
// case, -DWRONG is its faulty variant.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#undef NDEBUG
#ifdef WRONG
enum { isWrong = 1 };
#else
enum { isWrong = 0 };
#endif

static int set, signals, ends[2];
static sem_t first;
static pthread_t self;

static void make(uint32_t events) {
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  sigprocmask(SIG_BLOCK, &blocked, 0);
  self = pthread_self();
  set = epoll_create1(0);
  signals = signalfd(-1, &blocked, SFD_NONBLOCK);
  assert(pipe(ends) == 0 && sem_init(&first, 0, 0) == 0);
  struct epoll_event e = {.events = EPOLLIN | events, .data.u64 = 's'};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, signals, &e) == 0);
  e = (struct epoll_event){.events = EPOLLIN, .data.u64 = 'p'};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &e) == 0);
}
static const char* waits(int room, int limit) {
  static _Thread_local char names[3];
  struct epoll_event e[2];
  const int count = epoll_wait(set, e, room, limit);
  for (int i = 0; i < count; i++)
    names[i] = (char)e[i].data.u64;
  names[count] = 0;
  return names;
}
static int takes(void) {
  struct signalfd_siginfo got;
  return read(signals, &got, sizeof got) == sizeof got;
}
static void* sends(void* unused) {
  kill(getpid(), SIGUSR1);
  sem_post(&first);
  return unused;
}
static void* sendsToMain(void* unused) {
  pthread_kill(self, SIGUSR1);
  sem_post(&first);
  return unused;
}
static void* puts_(void* waitsFirst) {
  if (waitsFirst)
    sem_wait(&first);
  assert(write(ends[1], "x", 1) == 1);
  return 0;
}
static void* looks(void* unused) {
  waits(1, 0);
  return unused;
}
static void both(void* (*one)(void*), void* (*other)(void*), void* argument) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, other, argument);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}

// Nothing orders the two: either may come first.
static void unordered(void) {
  make(0);
  both(sends, puts_, 0);
  const char* const found = waits(2, -1);
  assert(strcmp(found, "sp") == 0 || (!isWrong && strcmp(found, "ps") == 0));
}
static void ordered(void) {
  make(0);
  both(sends, puts_, isWrong ? 0 : &first);
  assert(strcmp(waits(2, -1), "sp") == 0);
}
static void any_time(void) {
  pthread_t threads[2];
  make(0);
  pthread_create(&threads[0], 0, sends, 0);
  pthread_create(&threads[1], 0, puts_, 0);
  const char* const found = waits(2, -1);
  assert(strcmp(found, "s") == 0 || strcmp(found, "p") == 0 || strcmp(found, "sp") == 0 ||
         (!isWrong && strcmp(found, "ps") == 0));
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}
// Another thread that waits on the set meanwhile finds no signal of this one, and takes the watch out of the list.
static void dropped(void) {
  make(0);
  both(sendsToMain, looks, 0);
  const char* const found = waits(2, 0);
  assert(strcmp(found, "s") == 0 || (!isWrong && strcmp(found, "") == 0));
  assert(takes());
}
static void of_one_thread(void) {
  make(0);
  both(sendsToMain, puts_, isWrong ? 0 : &first);
  assert(strcmp(waits(2, -1), "sp") == 0);
}
// One edge for one of two that wait.
static void* waitsForEdge(void* reports) {
  ((char*)reports)[0] = waits(2, isWrong ? -1 : 0)[0];
  return 0;
}
static void edge(void) {
  char reports[2];
  pthread_t threads[2];
  make(EPOLLET);
  kill(getpid(), SIGUSR1);
  pthread_create(&threads[0], 0, waitsForEdge, &reports[0]);
  pthread_create(&threads[1], 0, waitsForEdge, &reports[1]);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  assert((reports[0] == 's') + (reports[1] == 's') == 1);
}
// A loop that takes what each wait reports gets both.
static void loop(void) {
  pthread_t threads[2];
  char byte;
  make(0);
  pthread_create(&threads[0], 0, sends, 0);
  pthread_create(&threads[1], 0, puts_, 0);
  for (int got = 0; got < 2; got++)
    if (waits(1, -1)[0] == 's')
      assert(takes());
    else
      assert(read(ends[0], &byte, 1) == 1);
  assert(isWrong ? waits(1, -1)[0] == 0 : waits(1, 0)[0] == 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}

int main(void) {
  CASE();
}
