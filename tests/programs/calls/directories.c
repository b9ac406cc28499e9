/* The entries of a directory, which threads may read from one stream. */
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static DIR* stream;
static int seen[2];

static void* reader(void* argument) {
  for (int i = 0; i < 2; i++)
    seen[argument != NULL] += readdir(stream) != NULL;
  return argument;
}

int main(void) {
  char path[PATH_MAX];
  pthread_t other;
  assert(opendir("/nowhere") == NULL);
  stream = opendir("/");
  assert(stream != NULL && strcmp(readdir(stream)->d_name, ".") == 0);
  assert(realpath("/.//", path) == path && strcmp(path, "/") == 0);
  assert(readlink("/proc/self/exe", path, sizeof path) > 0 && path[0] == '/');
  struct iovec parts[2] = {{"a", 1}, {"b\n", 2}};
  assert(writev(1, parts, 2) == 3);
  pthread_create(&other, NULL, reader, &stream);
  reader(NULL);
  pthread_join(other, NULL);
  assert(seen[0] == 2 && seen[1] == 2);
  rewinddir(stream);
  assert(strcmp(readdir(stream)->d_name, ".") == 0);
  closedir(stream);
}
