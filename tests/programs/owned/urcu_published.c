// A reader looks at what is published; the writer publishes a new one and frees the old one after a grace period.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#ifdef QSBR
#include <urcu-qsbr.h>
#else
#include <urcu.h>
#endif
struct value { int number; };
static struct value* published;
static void* reader(void* unused) {
  rcu_register_thread();
  rcu_read_lock();
  struct value* seen = rcu_dereference(published);
  assert(seen->number == 1 || seen->number == 2);
  rcu_read_unlock();
  rcu_unregister_thread();
  return unused;
}
int main(void) {
  pthread_t thread;
  published = malloc(sizeof *published);
  published->number = 1;
  pthread_create(&thread, NULL, reader, NULL);
  struct value *fresh = malloc(sizeof *fresh), *old = published;
  fresh->number = 2;
  rcu_assign_pointer(published, fresh);
  synchronize_rcu();
  free(old);
  pthread_join(thread, NULL);
  free(fresh);
}
