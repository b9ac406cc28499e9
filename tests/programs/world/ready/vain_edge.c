/* An edge whose byte is read before the wait: the wait looks in vain, and then again. Where that was is followed by the
 * instructions, because an input decides what the other thread writes. */
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <sys/epoll.h>
#include <unistd.h>

static int ends[2];

static void* writer(void* letter) {
  assert(write(ends[1], letter, 1) == 1);
  return NULL;
}

int main(void) {
  pthread_t thread;
  char letter = revisit_nondet_bool("second") ? 'b' : 'a', got;
  int set = epoll_create1(0);
  struct epoll_event e = {.events = EPOLLIN | EPOLLET};
  assert(pipe(ends) == 0 && epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &e) == 0);
  assert(write(ends[1], "x", 1) == 1 && read(ends[0], &got, 1) == 1 && got == 'x');
  pthread_create(&thread, NULL, writer, &letter);
  assert(epoll_wait(set, &e, 1, -1) == 1);
  assert(read(ends[0], &got, 1) == 1 && got == letter);
  pthread_join(thread, NULL);
  return 0;
}
