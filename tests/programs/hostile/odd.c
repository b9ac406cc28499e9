/* Things that a program may do to its process, and that must not disturb the exploration. */
#define _GNU_SOURCE
#include "hostile.h"
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>

static jmp_buf place;
static void handler(int number) {
  (void)number;
  add(100);
}
static void leave(int n) {
  if (n == 0)
    longjmp(place, 1);
  leave(n - 1);
}
static void jump(void) {
  if (setjmp(place) == 0)
    leave(10);
}
static void closeAll(void) {
  for (int file = 0; file < 1024; file++)
    close(file);
}
static void changeArguments(char** argv) {
  memset(argv[0], 'z', strlen(argv[0]));
  argv[0] = NULL;
  static char* empty[1];
  extern char** environ;
  environ = empty;
}
static void setHandlers(void) {
  sigset_t all;
  sigfillset(&all);
  for (int number = 1; number < 32; number++)
    signal(number, handler);
  sigprocmask(SIG_SETMASK, &all, NULL);
}
static void map(void) {
  char* memory = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memory[4096] = 1;
#ifdef UNMAPPED
  munmap(memory, 8192);
#endif
  add(memory[4096] - 1);
}

int main(int argc, char** argv) {
  (void)argc, (void)argv;
  pthread_t other;
  (void)jump, (void)closeAll, (void)changeArguments, (void)setHandlers, (void)map;
  pthread_create(&other, NULL, adder, NULL);
  DO;
  add(2);
  pthread_join(other, NULL);
  printf("sum %d\n", sum);
  assert(sum == 3);
}
