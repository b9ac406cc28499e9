/* An array reaches the code that uses it through a pointer: as an argument, as a member, by memcpy and by the functions on
 * strings. WHERE is where the array lives, HOW is how it is left; without HOW everything stays inside. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOCAL 1
#define GLOBAL 2
#define STATIC 3
#define HEAP 4
#define VARIABLE 5
#define INNER 6
#ifndef WHERE
#define WHERE LOCAL
#endif

#define READ 1
#define WRITE 2
#define BEFORE 3
#define COPY_IN 4
#define COPY_OUT 5
#define FILL 6
#define STRING 7
#define PRINT 8
#define LENGTH 9
#ifndef HOW
#define HOW 0
#endif

#define SIZE 12

static void use(char *bytes, int past) {
  char other[2 * SIZE] = {0};
  switch (HOW) {
  case READ:
    other[0] = bytes[past];
    break;
  case WRITE:
    bytes[past] = 1;
    break;
  case BEFORE:
    bytes[-1] = 1;
    break;
  case COPY_IN:
    memcpy(bytes, other, past + 1);
    break;
  case COPY_OUT:
    memcpy(other, bytes, past + 1);
    break;
  case FILL:
    memset(bytes, 0, past + 1);
    break;
  case STRING:
    memset(other, 'x', past);
    strcpy(bytes, other);
    break;
  case PRINT:
    sprintf(bytes, "%0*d", past, 1);
    break;
  case LENGTH:
    memset(bytes, 'x', past);
    other[0] = (char)strlen(bytes);
    break;
  default:
    memset(bytes, 0, past);
    memcpy(bytes, other, past);
    strcpy(bytes + past - 1, "");
    sprintf(bytes, "%0*d", past - 1, 1);
    bytes[past - 1] = (char)strlen(bytes);
  }
}

char global[SIZE];
static char internal[SIZE];

static void *run(void *unused) {
  volatile int size = SIZE;
#if WHERE == LOCAL
  char local[SIZE] = {0};
  use(local, size);
#elif WHERE == GLOBAL
  use(global, size);
#elif WHERE == STATIC
  use(internal, size);
#elif WHERE == HEAP
  char *block = calloc(1, SIZE);
  use(block, size);
  free(block);
#elif WHERE == VARIABLE
  char local[size];
  memset(local, 0, size);
  use(local, size);
#else
  for (int i = 0; i < 2; i++) {
    char inner[SIZE] = {(char)i};
    use(inner, size);
  }
#endif
  return unused;
}

int main(void) {
  internal[0] = 0;
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  return 0;
}
