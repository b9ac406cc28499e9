// GLib's GThreadPool with one exclusive thread: two tasks, both done when the pool is freed.
#include <glib.h>

static int sum;

static void work(gpointer number, gpointer unused) {
  (void)unused;
  g_atomic_int_add(&sum, GPOINTER_TO_INT(number));
}

int main(void) {
  GThreadPool *pool = g_thread_pool_new(work, NULL, 1, TRUE, NULL);
  g_thread_pool_push(pool, GINT_TO_POINTER(1), NULL);
  g_thread_pool_push(pool, GINT_TO_POINTER(2), NULL);
  g_thread_pool_free(pool, FALSE, TRUE);
  g_assert(g_atomic_int_get(&sum) == 3);
}
