/* SIGHUP replaces a configuration that the code which it interrupts is using. -DFIX notes the wish, and the loop does it. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

#undef NDEBUG

typedef struct Settings {
  int low, high;
} Settings;

static Settings old = {1, 2}, later = {3, 4};
#ifdef FIX
static Settings *settings = &old;
#else
static Settings *volatile settings = &old;
#endif
static volatile sig_atomic_t wanted;
static pthread_t self;

static void replace(void) {
  settings->low = settings->high = 0; /* its memory is something else now */
  settings = &later;
}

static void onHangUp(int number) {
  (void)number;
#ifdef FIX
  wanted = 1;
#else
  replace();
#endif
}

static void *sender(void *unused) {
  pthread_kill(self, SIGHUP);
  return unused;
}

int main(void) {
  pthread_t thread;
  self = pthread_self();
  signal(SIGHUP, onHangUp);
  pthread_create(&thread, NULL, sender, NULL);
  for (int i = 0; i < 2; i++) {
    if (wanted)
      replace();
    const Settings *const now = settings;
    assert(now->low < now->high);
    wanted = 0;
  }
  pthread_join(thread, NULL);
  return 0;
}
