// Record locks belong to the process, which loses them with any descriptor of the file: -DCASE=... names the case.
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#undef NDEBUG

static int openLocked(void) {
  const int file = open("pid", O_RDWR | O_CREAT, 0600);
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  assert(file >= 0 && fcntl(file, F_SETLK, &lock) == 0);
  return file;
}
static void unlock(int file, off_t from, off_t bytes) {
  struct flock lock = {.l_type = F_UNLCK, .l_whence = SEEK_SET, .l_start = from, .l_len = bytes};
  assert(fcntl(file, F_SETLK, &lock) == 0);
}

// The descriptor that holds the lock is closed last.
static void closed_itself(void) {
  const int before = open("pid", O_RDONLY | O_CREAT, 0600);
  close(before);
  const int file = openLocked();
  close(file);
  close(open("pid", O_RDONLY));
}
// Another one is closed while the lock is held.
static void read_meanwhile(void) {
  openLocked();
  FILE* const stream = fopen("pid", "r");
  fclose(stream);
}
static void duplicated(void) {
  close(dup(openLocked()));
}
// Nothing is locked any more.
static void unlocked_before(void) {
  const int file = openLocked();
  unlock(file, 0, 100);
  unlock(file, 100, 0);
  close(open("pid", O_RDONLY));
}
static void partly_unlocked(void) {
  const int file = openLocked();
  unlock(file, 10, 100);
  close(open("pid", O_RDONLY));
}
static void of_another_file(void) {
  openLocked();
  close(open("other", O_RDWR | O_CREAT, 0600));
}
// The end of the process gives all back.
static void at_the_end(void) {
  open("pid", O_RDONLY | O_CREAT, 0600);
  openLocked();
}

int main(void) {
  CASE();
  return 0;
}
