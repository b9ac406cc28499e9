/* The alarm of one operation comes when that is done, and ends the next one. -DFIX forgets it once the timer is off. */
#include <assert.h>
#include <signal.h>
#include <unistd.h>

#undef NDEBUG

static volatile sig_atomic_t isLate;

static void onAlarm(int number) {
  (void)number;
  isLate = 1;
}

static int operation(int ends[2]) {
  char byte;
  alarm(1);
  write(ends[1], "x", 1);
  const int done = read(ends[0], &byte, 1) == 1;
  alarm(0);
#ifdef FIX
  isLate = 0;
#endif
  return done;
}

int main(void) {
  int ends[2];
  pipe(ends);
  signal(SIGALRM, onAlarm);
  assert(operation(ends));
  assert(!isLate); /* the next operation has all of its time */
  return 0;
}
