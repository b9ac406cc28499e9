// Threads that use streams (FILE) of files: -DCASE=... names the case, -DWRONG is its faulty variant.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef WRONG
enum { isWrong = 1 };
#else
enum { isWrong = 0 };
#endif

static FILE* stream;
static char text[64];

static void both(void* (*first)(void*), void* (*second)(void*)) {
  pthread_t a, b;
  pthread_create(&a, 0, first, (void*)0);
  pthread_create(&b, 0, second, (void*)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
static size_t content(const char* path) {
  FILE* const back = fopen(path, "r");
  const size_t bytes = fread(text, 1, sizeof text - 1, back);
  text[bytes] = 0;
  fclose(back);
  return bytes;
}

// A call is whole; two calls are not.
static void* prints(void* number) {
  const char* const word = number == 0 ? "aa" : "bb";
  if (isWrong)
    assert(fputc(word[0], stream) != EOF && fputc(word[1], stream) != EOF);
  else
    assert(fprintf(stream, "%s", word) == 2);
  return 0;
}
static void whole_calls(void) {
  stream = fopen("f", "w");
  both(prints, prints);
  assert(fclose(stream) == 0 && content("f") == 4);
  assert(strcmp(text, "aabb") == 0 || strcmp(text, "bbaa") == 0);
}

// Two calls under the stream's lock are.
static void* prints_locked(void* number) {
  const int c = number == 0 ? 'a' : 'b';
  if (!isWrong)
    flockfile(stream);
  putc_unlocked(c, stream);
  putc_unlocked(c, stream);
  if (!isWrong)
    funlockfile(stream);
  return 0;
}
static void locked_calls(void) {
  stream = fopen("f", "w");
  both(prints_locked, prints_locked);
  assert(fclose(stream) == 0 && content("f") == 4 && text[0] == text[1] && text[2] == text[3]);
}

// What is in the buffer nobody else sees.
static void* saves(void* unused) {
  FILE* const mine = fopen("data.new", "w");
  fputs("all", mine);
  if (isWrong) {
    rename("data.new", "data");
    fclose(mine);
  } else {
    fclose(mine);
    rename("data.new", "data");
  }
  return 0;
}
static void* loads(void* unused) {
  FILE* const mine = fopen("data", "r");
  if (mine != 0)
    assert(fgets(text, sizeof text, mine) != 0 && strcmp(text, "all") == 0);
  return 0;
}
static void flushed(void) {
  both(saves, loads);
}

// Two streams that append to one file lose nothing; two that write from its beginning do.
static void* logs(void* number) {
  FILE* const mine = fopen("log", isWrong ? "r+" : "a");
  fprintf(mine, "%d\n", (int)(long)number);
  fclose(mine);
  return 0;
}
static void logged(void) {
  fclose(fopen("log", "w"));
  both(logs, logs);
  assert(content("log") == 4 && (strcmp(text, "0\n1\n") == 0 || strcmp(text, "1\n0\n") == 0));
}

// A stream is closed while another thread uses it.
static void* ends(void* unused) {
  fclose(stream);
  return 0;
}
static void* uses(void* unused) {
  if (isWrong)
    fputc('x', stream);
  return 0;
}
static void closed_stream(void) {
  stream = fopen("f", "w");
  both(ends, uses);
}

int main(void) {
  CASE();
}
