/* A configuration is written in place while another thread reads it, which then sees half of it. -DFIX writes another
 * file and renames it. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void save(const char *text) {
#ifdef FIX
  const char *name = "/tmp/revisit-config.new";
#else
  const char *name = "/tmp/revisit-config";
#endif
  FILE *file = fopen(name, "w");
  fputs(text, file);
  fclose(file);
#ifdef FIX
  assert(rename(name, "/tmp/revisit-config") == 0);
#endif
}

static void *writer(void *unused) {
  save("new\n");
  return unused;
}

int main(void) {
  char line[16] = "";
  pthread_t thread;
  save("old\n");
  pthread_create(&thread, NULL, writer, NULL);
  FILE *file = fopen("/tmp/revisit-config", "r");
  assert(file != NULL && fgets(line, sizeof line, file) != NULL);
  assert(strcmp(line, "old\n") == 0 || strcmp(line, "new\n") == 0);
  fclose(file);
  pthread_join(thread, NULL);
  return 0;
}
