// What one thread sees of streams (FILE) of files: -DCASE=... names the case. Each holds on Linux, too, in an empty
// folder.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#undef NDEBUG

static char text[64];
static struct stat status;

static void write_read(void) {
  FILE* const stream = fopen("f", "w");
  assert(stream != 0 && fputs("one\n", stream) >= 0 && fprintf(stream, "%d %s\n", 42, "two") == 7);
  assert(fputc('x', stream) == 'x' && putc('y', stream) == 'y' && fwrite("ab", 1, 2, stream) == 2 &&
         fclose(stream) == 0);
  FILE* const back = fopen("f", "r");
  assert(fgets(text, sizeof text, back) == text && strcmp(text, "one\n") == 0);
  int number = 0;
  assert(fscanf(back, "%d %3s", &number, text) == 2 && number == 42 && strcmp(text, "two") == 0);
  assert(fgetc(back) == '\n' && getc(back) == 'x' && ungetc('z', back) == 'z' && fread(text, 1, 64, back) == 4);
  assert(memcmp(text, "zyab", 4) == 0 && feof(back) != 0 && fgetc(back) == EOF && ferror(back) == 0 &&
         fclose(back) == 0);
}
static void buffered(void) {
  FILE* const stream = fopen("f", "w");
  assert(fputs("hello", stream) >= 0 && stat("f", &status) == 0 && status.st_size == 0);
  assert(fflush(stream) == 0 && stat("f", &status) == 0 && status.st_size == 5);
  assert(fputs("!", stream) >= 0 && fflush(0) == 0 && stat("f", &status) == 0 && status.st_size == 6);
  assert(setvbuf(stream, 0, _IONBF, 0) == 0 && fputs("?", stream) >= 0 && stat("f", &status) == 0 &&
         status.st_size == 7);
  static char much[5000];
  memset(much, 'a', sizeof much);
  assert(fwrite(much, 1, sizeof much, stream) == sizeof much && fclose(stream) == 0);
  assert(stat("f", &status) == 0 && status.st_size == 5007);
}
static void modes(void) {
  errno = 0;
  assert(fopen("f", "r") == 0 && errno == ENOENT && fopen("f", "r+") == 0);
  FILE* stream = fopen("f", "wx");
  assert(stream != 0 && fputs("one", stream) >= 0 && fclose(stream) == 0);
  assert(fopen("f", "wx") == 0 && errno == EEXIST && fopen("f", "q") == 0 && errno == EINVAL);
  stream = fopen("f", "a");
  assert(ftell(stream) == 0 || ftell(stream) == 3);
  assert(fputs("2", stream) >= 0 && ftell(stream) == 4 && fgetc(stream) == EOF && ferror(stream) != 0 &&
         fclose(stream) == 0);
  stream = fopen("f", "r+b");
  assert(fgetc(stream) == 'o' && fseek(stream, 0, SEEK_CUR) == 0 && fputc('N', stream) == 'N' && fclose(stream) == 0);
  stream = fopen("f", "r");
  assert(fgets(text, 64, stream) == text && strcmp(text, "oNe2") == 0 && fputc('x', stream) == EOF &&
         fclose(stream) == 0);
  stream = fopen("f", "w+");
  assert(fputs("abc", stream) >= 0 && (rewind(stream), fgetc(stream) == 'a') && fclose(stream) == 0);
}
static void positions(void) {
  FILE* const stream = fopen("f", "w+");
  assert(fputs("0123456789", stream) >= 0 && ftell(stream) == 10 && fseek(stream, 2, SEEK_SET) == 0);
  assert(fgetc(stream) == '2' && ftell(stream) == 3 && fseek(stream, 2, SEEK_CUR) == 0 && fgetc(stream) == '5');
  assert(fseeko(stream, -1, SEEK_END) == 0 && ftello(stream) == 9 && fgetc(stream) == '9' && fgetc(stream) == EOF);
  assert(feof(stream) && fseek(stream, 0, SEEK_SET) == 0 && !feof(stream));
  fpos_t place;
  assert(fgetpos(stream, &place) == 0 && fgetc(stream) == '0' && fsetpos(stream, &place) == 0 && fgetc(stream) == '0');
  assert(fseek(stream, -1, SEEK_SET) == -1 && errno == EINVAL);
  assert(fseek(stream, 12, SEEK_SET) == 0 && fputc('x', stream) == 'x' && fclose(stream) == 0);
  assert(stat("f", &status) == 0 && status.st_size == 13);
}
static void lines(void) {
  FILE* const stream = fopen("f", "w+");
  char* line = 0;
  size_t room = 0;
  assert(fputs("first\n\nlast", stream) >= 0 && fseek(stream, 0, SEEK_SET) == 0);
  assert(getline(&line, &room, stream) == 6 && strcmp(line, "first\n") == 0 && room >= 7);
  assert(getline(&line, &room, stream) == 1 && getdelim(&line, &room, 's', stream) == 3 && strcmp(line, "las") == 0);
  assert(getline(&line, &room, stream) == 1 && getline(&line, &room, stream) == -1 && feof(stream));
  free(line);
}
static void descriptors(void) {
  const int file = open("f", O_RDWR | O_CREAT, 0600);
  FILE* const stream = fdopen(file, "r+");
  assert(fileno(stream) == file && write(file, "abc", 3) == 3 && lseek(file, 0, SEEK_SET) == 0 && fgetc(stream) == 'a');
  assert(lseek(file, 0, SEEK_CUR) == 3 && fflush(stream) == 0 && lseek(file, 0, SEEK_CUR) == 1);
  assert(dprintf(file, "%d", 7) == 1 && pread(file, text, 9, 0) == 3 && memcmp(text, "a7c", 3) == 0);
  assert(fclose(stream) == 0 && fcntl(file, F_GETFD) == -1 && errno == EBADF);
  const int reader = open("f", O_RDONLY);
  assert(fdopen(reader, "w") == 0 && errno == EINVAL);
}
static void reopens(void) {
  FILE* stream = fopen("f", "w");
  assert(fputs("one", stream) >= 0 && freopen("g", "w", stream) == stream && fputs("two", stream) >= 0);
  assert(freopen("f", "r", stream) == stream && fgets(text, 64, stream) == text && strcmp(text, "one") == 0);
  assert(stat("g", &status) == 0 && status.st_size == 3);
}
static void temporary(void) {
  FILE* const stream = tmpfile();
  assert(stream != 0 && fputs("abc", stream) >= 0 && fseek(stream, 1, SEEK_SET) == 0 && fgetc(stream) == 'b');
  assert(fstat(fileno(stream), &status) == 0 && status.st_nlink == 0 && fclose(stream) == 0);
}
static void pipes(void) {
  int ends[2];
  assert(pipe(ends) == 0);
  FILE *const in = fdopen(ends[0], "r"), *const out = fdopen(ends[1], "w");
  assert(fprintf(out, "%s %d\n", "line", 1) == 7 && fflush(out) == 0 && fgets(text, 64, in) == text);
  assert(strcmp(text, "line 1\n") == 0 && fclose(out) == 0 && fgetc(in) == EOF && feof(in) && fclose(in) == 0);
}
static void locked(void) {
  FILE* const stream = fopen("f", "w");
  flockfile(stream);
  assert(fputs("a", stream) >= 0 && putc_unlocked('b', stream) == 'b');
  funlockfile(stream);
  assert(fclose(stream) == 0 && stat("f", &status) == 0 && status.st_size == 2);
}
static void really_there(void) {
  FILE* const stream = fopen("/etc/passwd", "r");
  assert(fgets(text, 6, stream) == text && strcmp(text, "root:") == 0 && ftell(stream) == 5 && fclose(stream) == 0);
  FILE* const null = fopen("/dev/null", "w");
  assert(fputs("x", null) >= 0 && fclose(null) == 0);
}

int main(void) {
  CASE();
}
