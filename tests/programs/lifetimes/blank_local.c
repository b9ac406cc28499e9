/* A thread reads a local variable of another thread. Cases 1 to 3 read bytes that nobody has stored. */
#include <pthread.h>
#include <string.h>

struct pair {
  long first, second, third;
};

static void *read_it(void *argument) {
  struct pair *found = argument;
  return found->second == 7 ? argument : 0; // BUG
}

static void *write_it(void *argument) {
  struct pair *found = argument;
  found->second = 7;
  return 0;
}

static void run(void *(*work)(void *), void *argument) {
  pthread_t thread;
  pthread_create(&thread, 0, work, argument);
  pthread_join(thread, 0);
}

static void given(struct pair argument) {
  run(read_it, &argument);
}

static void *in_thread(void *unused) {
  struct pair mine;
#if CASE == 2
  mine.first = 1;
#else
  memset(&mine, 0, sizeof mine);
#endif
  run(read_it, &mine);
  return unused;
}

int main(void) {
#if CASE == 1
  struct pair mine;
  run(read_it, &mine);
#elif CASE == 2 || CASE == 4
  run(in_thread, 0);
#elif CASE == 3
  for (int i = 0; i < 2; i++) {
    struct pair mine;
    if (i == 0)
      run(write_it, &mine);
    run(read_it, &mine);
  }
#elif CASE == 5 /* stored by the thread itself, by another one, and by the caller */
  struct pair mine = {0, 0, 0};
  run(read_it, &mine);
  struct pair others;
  run(write_it, &others);
  run(read_it, &others);
  given(mine);
  struct pair copy = mine;
  run(read_it, &copy);
#endif
}
