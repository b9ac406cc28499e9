/* A function with a static buffer is called in a handler, too. -DFIX gives the handler a buffer of its own. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

#undef NDEBUG

static pthread_t self;

static const char *digits(unsigned number, char *to) {
  static char kept[4];
  char *const text = to ? to : kept;
  text[0] = (char)('0' + number / 10);
  text[1] = (char)('0' + number % 10);
  text[2] = 0;
  return text;
}

static void onSignal(int number) {
#ifdef FIX
  char own[4];
  digits((unsigned)number, own);
#else
  digits((unsigned)number, 0);
#endif
}

static void *sender(void *unused) {
  pthread_kill(self, SIGUSR1);
  return unused;
}

int main(void) {
  pthread_t thread;
  self = pthread_self();
  signal(SIGUSR1, onSignal);
  pthread_create(&thread, NULL, sender, NULL);
  const char *const text = digits(42, 0);
  const char first = text[0];
  pthread_join(thread, NULL);
  assert(first == '4');
  return 0;
}
