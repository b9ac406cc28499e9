// Two threads write to a pipe that libevent's loop watches.
#include <assert.h>
#include <event2/event.h>
#include <event2/thread.h>
#include <pthread.h>
#include <unistd.h>

static struct event_base* base;
static int ends[2], received;

static void onByte(evutil_socket_t from, short what, void* unused) {
  char byte;
  (void)what, (void)unused;
  assert(read(from, &byte, 1) == 1);
  if (++received == 2)
    event_base_loopbreak(base);
}
static void* sender(void* unused) {
  assert(write(ends[1], "x", 1) == 1);
  return unused;
}

int main(void) {
  pthread_t one, other;
  evthread_use_pthreads();
  assert(pipe(ends) == 0);
  base = event_base_new();
  struct event* const event = event_new(base, ends[0], EV_READ | EV_PERSIST, onByte, NULL);
  event_add(event, NULL);
  pthread_create(&one, NULL, sender, NULL);
  pthread_create(&other, NULL, sender, NULL);
  event_base_dispatch(base);
  assert(received == 2);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  event_free(event);
  event_base_free(base);
  libevent_global_shutdown();
}
