/* Two threads read lines from one stream: who reads first gets the first line. */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static FILE* stream;
static int file;
static char lines[2][16];

static int readLine(char* to) {
#ifdef DESCRIPTOR
  return read(file, to, 4) == 4;
#elif defined LINE
  char* line = NULL;
  size_t room = 0;
  const int good = getline(&line, &room, stream) > 0;
  strncpy(to, line, 15);
  free(line);
  return good;
#else
  return fgets(to, 16, stream) != NULL;
#endif
}

static void* reader(void* argument) {
  assert(readLine(lines[(long)argument]));
  return argument;
}

int main(void) {
  stream = fopen(__FILE__, "r");
  file = open(__FILE__, O_RDONLY);
  assert(stream != NULL && file >= 0);
  assert(fopen("/no/such/file", "r") == NULL);
  pthread_t a, b;
  pthread_create(&a, NULL, reader, (void*)0);
  pthread_create(&b, NULL, reader, (void*)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
#ifdef WRONG
  assert(lines[0][0] == '/' && lines[0][1] == '*');
#endif
  assert(strcmp(lines[0], lines[1]) != 0);
  rewind(stream);
  assert(fgetc(stream) == '/' && ftell(stream) == 1 && !feof(stream));
  fclose(stream);
  close(file);
}
