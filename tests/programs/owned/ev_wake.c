// libev: another thread wakes the loop, beside a pipe that is read.
#include <assert.h>
#include <ev.h>
#include <pthread.h>
#include <unistd.h>
static ev_async wake;
static ev_io readable;
static struct ev_loop* loop;
static int ends[2], woken, bytes;
static void done(void) {
  if (woken && bytes)
    ev_break(loop, EVBREAK_ALL);
}
static void onWake(struct ev_loop* of, ev_async* w, int events) {
  (void)of, (void)w, (void)events;
  woken = 1;
  done();
}
static void onBytes(struct ev_loop* of, ev_io* w, int events) {
  (void)of, (void)w, (void)events;
  char text[8];
  bytes += (int)read(ends[0], text, sizeof text);
  done();
}
static void* worker(void* unused) {
  assert(write(ends[1], "x", 1) == 1);
  ev_async_send(loop, &wake);
  return unused;
}
int main(void) {
  pthread_t thread;
  assert(pipe(ends) == 0);
  loop = ev_loop_new(EVFLAG_AUTO);
  ev_async_init(&wake, onWake);
  ev_async_start(loop, &wake);
  ev_io_init(&readable, onBytes, ends[0], EV_READ);
  ev_io_start(loop, &readable);
  pthread_create(&thread, 0, worker, 0);
  ev_run(loop, 0);
  assert(bytes == 1);
  pthread_join(thread, 0);
  ev_loop_destroy(loop);
}
