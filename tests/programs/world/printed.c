/* Text that another thread changes meanwhile is seen to be read by what prints it. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char text[4] = "1";

static void* writer(void* argument) {
  *(volatile char*)text = '2';
  return argument;
}

int main(void) {
  pthread_t a;
  char buffer[64];
  (void)buffer;
  pthread_create(&a, NULL, writer, NULL);
  PRINT;
  pthread_join(a, NULL);
}
