// GLib's GAsyncQueue: two threads push, one pops both.
#include <glib.h>

static GAsyncQueue *queue;

static gpointer push(gpointer number) {
  g_async_queue_push(queue, number);
  return NULL;
}

int main(void) {
  queue = g_async_queue_new();
  GThread *first = g_thread_new("first", push, GINT_TO_POINTER(1));
  GThread *second = g_thread_new("second", push, GINT_TO_POINTER(2));
  const int a = GPOINTER_TO_INT(g_async_queue_pop(queue)), b = GPOINTER_TO_INT(g_async_queue_pop(queue));
  g_assert(a + b == 3 && a != b && g_async_queue_length(queue) == 0);
  g_thread_join(first);
  g_thread_join(second);
  g_async_queue_unref(queue);
}
