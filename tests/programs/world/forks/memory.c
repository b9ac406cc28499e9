// Memory of a process that fork has made. -DCASE=... names the case, -DWRONG=1 its wrong variant.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#undef NDEBUG
#ifndef WRONG
#define WRONG 0
#endif

static int status;
static int table[4];

static void inCopy(void (*work)(void)) {
  const pid_t child = fork();
  if (child == 0) {
    work();
    _exit(0);
  }
  assert(waitpid(child, &status, 0) == child && status == 0);
}

// A block that the copy has from the process that made it.
static int* given;
static void usesGiven(void) {
  const int kept = *given;
  free(given);
  assert((WRONG ? *given : kept) == 7);
}
static void given_block(void) {
  given = malloc(sizeof *given);
  *given = 7;
  inCopy(usesGiven);
  assert(*given == 7); // the copy has freed its own
  free(given);
}

// A block of the copy's own.
static void usesOwn(void) {
  char* const text = malloc(8);
  strcpy(text, "seven");
  const size_t length = strlen(text);
  free(text);
  assert((WRONG ? strlen(text) : length) == 5);
}
static void own_block(void) {
  inCopy(usesOwn);
}

static void freesTwice(void) {
  int* const one = malloc(4);
  *one = 1;
  free(one);
  if (WRONG)
    free(one);
}
static void double_free(void) {
  inCopy(freesTwice);
}

// What the process has freed before, the copy must not free again.
static void freesGiven(void) {
  free(given);
}
static void freed_before(void) {
  given = malloc(4);
  free(given);
  if (!WRONG)
    given = NULL;
  inCopy(freesGiven);
}

static void writesBehind(void) {
  int* const three = malloc(3 * sizeof *three);
  for (int i = 0; i < 3 + WRONG; i++)
    three[i] = i;
  free(three);
}
static void behind_block(void) {
  inCopy(writesBehind);
}

static void* at;
static int last = 3;
static void writesBehindTable(void) {
  memset(at, 1, sizeof table[0] * (size_t)(last + WRONG + 1));
}
static void behind_global(void) {
  at = table;
  inCopy(writesBehindTable);
}

static void* volatile escaped;
static void fill(char* to, size_t bytes) {
  escaped = to;
  memset(to, 0, bytes);
}
static void writesBehindLocal(void) {
  char name[6];
  fill(name, sizeof name + WRONG);
}
static void behind_local(void) {
  inCopy(writesBehindLocal);
}

// A pointer to a local variable of a function that has returned.
static int* leave(int* instead) {
  int mine = 4;
  escaped = &mine;
  *instead = mine;
  return WRONG ? (int*)escaped : instead;
}
static void usesReturned(void) {
  int other = 0;
  int* const which = leave(&other);
  assert(*which == 4);
}
static void returned_local(void) {
  inCopy(usesReturned);
}

// A local variable of the function that has called fork, in the copy and in the process.
static int seen;
static void frames_of_both(void) {
  int mine = 1;
  int* which = &mine;
  escaped = which;
  {
    int inner = 2;
    if (WRONG)
      which = &inner;
    escaped = &inner;
  }
  const pid_t child = fork();
  if (child == 0) {
    seen = *which;
    _exit(seen - 1);
  }
  assert(waitpid(child, &status, 0) == child && status == 0);
  seen = mine;
}

static void* frees(void* unused) {
  free(given);
  return unused;
}
// Another thread frees the block, before fork or after it.
static void freed_by_other(void) {
  pthread_t thread;
  given = malloc(sizeof *given);
  *given = 7;
  pthread_create(&thread, NULL, frees, NULL);
  if (!WRONG) {
    pthread_join(thread, NULL);
    given = &table[0];
  }
  const pid_t child = fork();
  if (child == 0)
    _exit(*given == 7 || *given == 0 ? 0 : 1);
  assert(waitpid(child, &status, 0) == child && status == 0);
  if (WRONG)
    pthread_join(thread, NULL);
}

// A copy of a copy frees what both have.
static void freesAndForks(void) {
  char* const mine = malloc(3);
  strcpy(mine, "ab");
  const pid_t grandchild = fork();
  if (grandchild == 0) {
    free(mine);
    if (WRONG)
      free(mine);
    _exit(0);
  }
  assert(waitpid(grandchild, &status, 0) == grandchild && status == 0);
  assert(mine[1] == 'b');
  free(mine);
}
static void copy_of_copy(void) {
  inCopy(freesAndForks);
}

// Frames that a jump leaves.
static jmp_buf back;
static void jumps(void) {
  int mine = 5;
  escaped = &mine;
  longjmp(back, 1);
}
static void leavesByJump(void) {
  if (setjmp(back) == 0)
    jumps();
  assert(!WRONG || *(int*)escaped == 5);
}
static void jumped_over(void) {
  inCopy(leavesByJump);
}

static void grows(void) {
  given = realloc(given, 64);
  memset(given, 1, 64);
  if (WRONG)
    memset(given + 15, 1, 8);
  free(given);
}
static void reallocated(void) {
  given = malloc(4);
  *given = 1;
  inCopy(grows);
  free(given);
}

int main(void) {
  CASE();
  return 0;
}
