/* Local variables used after the block that they belong to: by the thread itself or, with THREAD, by another one. */
#include <pthread.h>
#include <stddef.h>

static int *volatile place;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int look(void) {
  pthread_mutex_lock(&lock);
  int *pointer = place;
  int value = pointer != NULL ? *pointer : 0;
  pthread_mutex_unlock(&lock);
  return value;
}

static void show(int *pointer) {
  pthread_mutex_lock(&lock);
  place = pointer;
  pthread_mutex_unlock(&lock);
}

static void *run(void *unused) {
  look();
  return unused;
}

static int work(void) {
  int result = 0, outer = 4;
#if defined BLOCK
  {
    int inner = 3;
    show(&inner);
#ifdef FIXED
    result = look();
    show(NULL);
#endif
  }
  result += look();
#elif defined LOOP
  for (int i = 0; i < 2; i++) {
    result += look(); /* at what the round before had */
    int inner = i;
    show(&inner);
#ifdef FIXED
    show(NULL);
#endif
  }
#elif defined VARIABLE
  for (int i = 1; i < 3; i++) {
    result += look();
    int inner[i + outer];
    inner[i] = i;
    show(&inner[i]);
#ifdef FIXED
    result += look();
    show(NULL);
#endif
  }
#elif defined BACKWARDS
  int rounds = 0;
again: {
  result += look();
  int inner = rounds;
  show(&inner);
#ifdef FIXED
  show(NULL);
#endif
  if (++rounds < 3)
    goto again;
}
#else
  /* Jumps over declarations, and out of blocks in every way. */
  for (int i = 0; i < 4; i++) {
    int round = i;
    show(&round);
    result += look();
    switch (i) {
      int inner;
    case 1:
      inner = 3;
      show(&inner);
      result += look();
      show(NULL);
      break;
    case 2: {
      int other = 5;
      show(&other);
      result += look();
      show(NULL);
      goto out;
    }
    default:
      inner = 4;
      show(&inner);
      result += look();
      show(&outer);
      continue;
    }
    int last = i;
    show(&last);
    result += look();
  out:
    show(NULL);
  }
#endif
  show(NULL);
  return result;
}

int main(void) {
#ifdef THREAD
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  work();
  pthread_join(thread, NULL);
#else
  run(NULL);
  work();
  work();
#endif
  return 0;
}
