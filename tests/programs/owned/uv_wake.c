// libuv's loop is woken by another thread, beside a timer: both come, in either order.
#include <assert.h>
#include <uv.h>

static uv_async_t wake;
static uv_timer_t timer;
static int sent, woken, expired;

static void closeBoth(void) {
  if (woken != 0 && expired != 0)
    uv_close((uv_handle_t*)&wake, NULL);
}
static void onWake(uv_async_t* handle) {
  (void)handle;
  woken++;
  closeBoth();
}
static void onTimer(uv_timer_t* handle) {
  expired++;
  uv_close((uv_handle_t*)handle, NULL);
  closeBoth();
}
static void worker(void* unused) {
  (void)unused;
  sent = 1;
  uv_async_send(&wake);
}

int main(void) {
  uv_loop_t loop;
  uv_thread_t thread;
  assert(uv_loop_init(&loop) == 0);
  assert(uv_async_init(&loop, &wake, onWake) == 0);
  assert(uv_timer_init(&loop, &timer) == 0 && uv_timer_start(&timer, onTimer, 50, 0) == 0);
  uv_thread_create(&thread, worker, NULL);
  uv_run(&loop, UV_RUN_DEFAULT);
  assert(sent == 1 && woken == 1 && expired == 1);
  uv_thread_join(&thread);
  assert(uv_loop_close(&loop) == 0);
}
