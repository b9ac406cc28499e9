// The order of what several threads make ready: -DCASE=... names the case, -DWRONG is its faulty variant.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#undef NDEBUG
#ifdef WRONG
enum { isWrong = 1 };
#else
enum { isWrong = 0 };
#endif

static int set, a[2], b[2];
static sem_t first;
static pthread_t threads[2];

static void make(void) {
  struct epoll_event e = {.events = EPOLLIN, .data.u64 = 'a'};
  set = epoll_create1(0);
  assert(pipe(a) == 0 && pipe(b) == 0 && sem_init(&first, 0, 0) == 0);
  assert(epoll_ctl(set, EPOLL_CTL_ADD, a[0], &e) == 0);
  e.data.u64 = 'b';
  assert(epoll_ctl(set, EPOLL_CTL_ADD, b[0], &e) == 0);
}
static const char* waits(int room) {
  static char names[3];
  struct epoll_event e[2];
  const int count = epoll_wait(set, e, room, -1);
  for (int i = 0; i < count; i++)
    names[i] = (char)e[i].data.u64;
  names[count] = 0;
  return names;
}
static void* putsA(void* unused) {
  assert(write(a[1], "x", 1) == 1);
  sem_post(&first);
  return 0;
}
static void* putsB(void* waitsFirst) {
  if (waitsFirst)
    sem_wait(&first);
  assert(write(b[1], "x", 1) == 1);
  return 0;
}
static void run(void* waitsFirst) {
  make();
  pthread_create(&threads[0], 0, putsA, 0);
  pthread_create(&threads[1], 0, putsB, waitsFirst);
}
static void joinAll(void) {
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}

// Nothing orders the two: either may come first.
static void unordered(void) {
  run(0);
  joinAll();
  const char* const found = waits(2);
  assert(strcmp(found, "ab") == 0 || (!isWrong && strcmp(found, "ba") == 0));
}
// One comes after the other, whoever did it.
static void ordered(void) {
  run(isWrong ? 0 : &first);
  joinAll();
  assert(strcmp(waits(2), "ab") == 0);
}
static void ordered_one(void) {
  run(isWrong ? 0 : &first);
  joinAll();
  assert(strcmp(waits(1), "a") == 0 && strcmp(waits(1), "b") == 0);
}
// A wait at any time: what is there, in one order or the other.
static void any_time(void) {
  run(0);
  const char* const found = waits(2);
  assert(strcmp(found, "a") == 0 || strcmp(found, "b") == 0 || strcmp(found, "ab") == 0 ||
         (!isWrong && strcmp(found, "ba") == 0));
  joinAll();
}

// Of several sets that watch a pipe exclusively, at least one is woken, and not all.
static void* takes(void* own) {
  struct epoll_event e;
  char letter;
  assert(epoll_wait(*(int*)own, &e, 1, -1) == 1);
  assert(read(a[0], &letter, 1) == 1);
  return 0;
}
static void exclusive(void) {
  static int sets[2];
  assert(pipe(a) == 0);
  for (int i = 0; i < 2; i++) {
    struct epoll_event e = {.events = EPOLLIN | EPOLLEXCLUSIVE};
    sets[i] = epoll_create1(0);
    assert(epoll_ctl(sets[i], EPOLL_CTL_ADD, a[0], &e) == 0);
  }
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, takes, &sets[i]);
  assert(write(a[1], "xy", isWrong ? 2 : 1) == (isWrong ? 2 : 1));
  if (!isWrong)
    assert(write(a[1], "y", 1) == 1);
  joinAll();
}

int main(void) {
  CASE();
}
