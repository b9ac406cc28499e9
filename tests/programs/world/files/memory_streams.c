// What one or two threads see of streams over memory: -DCASE=... names the case. Each holds on Linux, too.
#undef NDEBUG
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

static void made(void) {
  char* text;
  size_t size;
  FILE* f = open_memstream(&text, &size);
  fprintf(f, "hi %d", 3);
  fflush(f);
  assert(size == 4 && strcmp(text, "hi 3") == 0);
  fputs(" more", f);
  fseek(f, 0, SEEK_SET);
  fputc('H', f);
  assert(fclose(f) == 0 && size == 1 && strcmp(text, "H") == 0);
  free(text);
  for (int i = 0; i < 70; i++) {
    f = open_memstream(&text, &size);
    fputs("x", f);
    fflush(NULL);
    fclose(f);
    free(text);
  }
}

static void given(void) {
  char memory[8] = "12";
  int digit;
  FILE* f = fmemopen(memory, 2, "r");
  assert(fscanf(f, "%1d", &digit) == 1 && digit == 1 && fgetc(f) == '2' && fgetc(f) == EOF && feof(f));
  assert(fseek(f, -1, SEEK_END) == 0 && fgetc(f) == '2' && fclose(f) == 0);
  assert(fmemopen(memory, 2, "q") == NULL && errno == EINVAL);
}

static void* print(void* stream) {
  fputs("two", stream);
  return NULL;
}
static void shared(void) {
  char* text;
  size_t size;
  FILE* f = open_memstream(&text, &size);
  pthread_t thread;
  pthread_create(&thread, NULL, print, f);
  fputs("one", f);
  pthread_join(thread, NULL);
  fclose(f);
  assert(strcmp(text, "onetwo") == 0 || strcmp(text, "twoone") == 0);
  free(text);
}

static void unlocked(void) {
  FILE* f = tmpfile();
  char line[8];
  fputs_unlocked("ab\n", f);
  fwrite_unlocked("z", 1, 1, f);
  rewind(f);
  assert(fgets_unlocked(line, sizeof line, f) == line && strcmp(line, "ab\n") == 0 && fgetc_unlocked(f) == 'z');
  assert(fgetc_unlocked(f) == EOF && feof_unlocked(f) && !ferror_unlocked(f));
  fclose(f);
}

static void wide(void) {
  assert(wprintf(L"%ls %d\n", L"text", 5) == 7 && fwprintf(stdout, L"%c", 'x') == 1);
}

static void ranges(void) {
  int ends[2];
  pipe(ends);
  assert(close_range((unsigned)ends[0], (unsigned)ends[1], CLOSE_RANGE_CLOEXEC) == 0);
  assert(fcntl(ends[0], F_GETFD) == FD_CLOEXEC && fcntl(ends[1], F_GETFD) == FD_CLOEXEC);
  assert(close_range((unsigned)ends[0], (unsigned)ends[1], 0) == 0);
  assert(close_range(3, 2, 0) == -1 && errno == EINVAL);
  int again[2];
  pipe(again);
  closefrom(3);
  assert(open("/dev/null", O_RDONLY) >= 3);
}

int main(void) {
  CASE();
  return 0;
}
