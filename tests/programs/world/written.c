/* What threads write to a file is there to be read, in the order in which they wrote it. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* log_it(void* argument) {
  pthread_mutex_lock(&mutex);
  FILE* log = fopen("revisit-test-log.txt", "a");
  fprintf(log, "thread %d\n", (int)(long)argument);
  fclose(log);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  assert(fopen("revisit-test-log.txt", "r") == NULL);
  pthread_t a, b;
  pthread_create(&a, NULL, log_it, (void*)1);
  pthread_create(&b, NULL, log_it, (void*)2);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
#ifdef BACK
  FILE* log = fopen("revisit-test-log.txt", "r");
  char line[32];
  assert(fgets(line, sizeof line, log) != NULL && strcmp(line, "thread 1\n") == 0);
#elif defined ALONE
  FILE* mine = fopen("revisit-test-mine.txt", "w");
  fputs("text\n", mine);
  fclose(mine);
  mine = fopen("revisit-test-mine.txt", "r");
  char line[32];
  assert(fgets(line, sizeof line, mine) != NULL && strcmp(line, "text\n") == 0);
#endif
}
