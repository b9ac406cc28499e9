// GLib's main loop is woken by a source that another thread adds, and ended by an idle source of a third one.
#include <glib.h>

static GMainLoop *loop;
static int called;

static gboolean call(gpointer unused) {
  (void)unused;
  if (++called == 2)
    g_main_loop_quit(loop);
  return G_SOURCE_REMOVE;
}
static gpointer wake(gpointer context) {
  g_main_context_invoke(context, call, NULL);
  return NULL;
}

int main(void) {
  GMainContext *context = g_main_context_new();
  loop = g_main_loop_new(context, FALSE);
  GThread *first = g_thread_new("first", wake, context), *second = g_thread_new("second", wake, context);
  g_main_loop_run(loop);
  g_thread_join(first);
  g_thread_join(second);
  g_assert(called == 2);
  g_main_loop_unref(loop);
  g_main_context_unref(context);
}
