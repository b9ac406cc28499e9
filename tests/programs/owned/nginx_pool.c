// nginx as one process with a thread pool: tasks are done by its thread, the loop on epoll completes them.
#include <ngx_config.h>

#include <ngx_core.h>

#include <ngx_event.h>
#include <ngx_thread_pool.h>

#include <assert.h>

static int done, completed;
static const char text[] = "daemon off; master_process off; error_log stderr; pid /tmp/pid;"
                           "thread_pool default threads=1; events { worker_connections 4; use epoll; }";

static void work(void* data, ngx_log_t* log) {
  (void)log;
  *(int*)data = 1;
}
static void complete(ngx_event_t* event) {
  done += *(int*)event->data;
  completed++;
}
int main(int count, char** arguments) {
  char path[] = "/tmp/configurationXXXXXX";
  ngx_str_t pool = ngx_string("default");
  ngx_cycle_t first = {0}, *cycle;
  const int file = mkstemp(path);
  assert(write(file, text, sizeof text - 1) == sizeof text - 1 && close(file) == 0);
  ngx_os_argv = arguments, ngx_argc = count;
  ngx_strerror_init();
  ngx_time_init();
  first.log = ngx_log_init((u_char*)"/tmp/", (u_char*)"");
  first.pool = ngx_create_pool(1024, first.log);
  first.conf_file.data = (u_char*)path, first.conf_file.len = strlen(path);
  ngx_cycle = &first;
  assert(ngx_os_init(first.log) == NGX_OK && ngx_crc32_table_init() == NGX_OK);
  ngx_slab_sizes_init();
  assert(ngx_preinit_modules() == NGX_OK && (cycle = ngx_init_cycle(&first)) != NULL);
  ngx_cycle = cycle;
  for (ngx_uint_t i = 0; cycle->modules[i]; i++)
    assert(!cycle->modules[i]->init_process || cycle->modules[i]->init_process(cycle) == NGX_OK);
  for (int i = 0; i < TASKS; i++) {
    ngx_thread_task_t* task = ngx_thread_task_alloc(cycle->pool, sizeof(int));
    task->handler = work, task->event.handler = complete, task->event.data = task->ctx;
    assert(ngx_thread_task_post(ngx_thread_pool_get(cycle, &pool), task) == NGX_OK);
  }
  while (completed < TASKS)
    ngx_process_events_and_timers(cycle);
  assert(done == TASKS);
}
