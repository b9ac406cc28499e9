// A file with unknown content, by --unknown-file or revisit_unknown_file: -DCASE=... names the case, -DWRONG is its
// faulty variant.
#include <assert.h>
#include <fcntl.h>
#include <revisit.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef WRONG
enum { isWrong = 1 };
#else
enum { isWrong = 0 };
#endif

static char text[16];

static void found(int number) {
  assert(!isWrong || number != 42);
}
static void by_read(void) {
  const int file = open("config.txt", O_RDONLY);
  assert(file >= 0 && read(file, text, sizeof text) == 4);
  if (text[0] == 'k' && text[3] == 'z')
    found(42);
}
static void by_fread(void) {
  FILE* const file = fopen("config.txt", "rb");
  assert(file && fread(text, 1, sizeof text, file) == 4 && feof(file));
  if (memcmp(text, "key=", 4) == 0)
    found(42);
}
static void by_fgets(void) {
  FILE* const file = fopen("config.txt", "r");
  assert(file);
  if (fgets(text, sizeof text, file) && text[0] == 'a' && text[1] == '\n')
    found(42);
}
static void by_mmap(void) {
  const int file = open("config.txt", O_RDONLY);
  const char* const at = mmap(0, 4, PROT_READ, MAP_PRIVATE, file, 0);
  if (at[2] == '!')
    found(42);
}
static void by_name(void) {
  struct stat status;
  revisit_unknown_file("own.txt", 2);
  assert(stat("own.txt", &status) == 0 && status.st_size == 2);
  const int file = open("own.txt", O_RDONLY);
  assert(read(file, text, sizeof text) == 2);
  if (text[1] == 7)
    found(42);
}

int main(void) {
  CASE();
}
