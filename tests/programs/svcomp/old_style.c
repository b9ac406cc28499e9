/* C as it was written before prototypes: no header for the threads' functions, no types where int is meant. */
int x, turn;
static lock[16];

void* worker(arg) void* arg;
{
  pthread_mutex_lock(lock);
  x = x + 1;
  pthread_mutex_unlock(lock);
  return arg;
}

check(expected) {
#ifdef WRONG
  expected++;
#endif
  if (x != expected)
    reach_error();
}

main() {
  unsigned long a, b;
  pthread_create(&a, 0L, worker, 0L);
  pthread_create(&b, 0L, worker, 0L);
  pthread_join(a, 0L);
  pthread_join(b, 0L);
  check(2);
}
