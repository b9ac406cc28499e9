// Threads that use files: -DCASE=... names the case, -DWRONG is its faulty variant.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef WRONG
enum { isWrong = 1 };
#else
enum { isWrong = 0 };
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int file, other;
static int shared, winners;
static char text[64];

static void both(void* (*first)(void*), void* (*second)(void*)) {
  pthread_t a, b;
  pthread_create(&a, 0, first, (void*)0);
  pthread_create(&b, 0, second, (void*)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

// What one thread has written another one reads, all of it or nothing.
static void* writes_two(void* unused) {
  if (isWrong) {
    assert(write(file, "a", 1) == 1 && write(file, "b", 1) == 1);
  } else {
    assert(write(file, "ab", 2) == 2);
  }
  return 0;
}
static void* reads_two(void* unused) {
  const ssize_t bytes = pread(file, text, 9, 0);
  assert((bytes == 0 || bytes == 2) && memcmp(text, "ab", (size_t)bytes) == 0);
  return 0;
}
static void read_by_another(void) {
  file = open("f", O_RDWR | O_CREAT, 0600);
  both(writes_two, reads_two);
}

// The thread that creates the file has the lock.
static void* creates(void* unused) {
  const int mine = open("lock", O_CREAT | O_RDWR | (isWrong ? 0 : O_EXCL), 0600);
  if (mine < 0) {
    assert(errno == EEXIST);
    return 0;
  }
  shared++;
  winners++;
  return 0;
}
static void exclusive(void) {
  both(creates, creates);
  assert(winners == 1);
}

// Each thread that has created the file removes it at the end.
static void* locks(void* unused) {
  if (open("lock", O_CREAT | O_RDWR | O_EXCL, 0600) < 0)
    return 0;
  shared++;
  assert(isWrong || unlink("lock") == 0);
  return 0;
}
static void lock_file(void) {
  both(locks, locks);
  assert(access("lock", F_OK) != 0 && shared >= 1);
}

// A file that is complete gets its name.
static void* publishes(void* unused) {
  const int mine = open(isWrong ? "data" : "data.new", O_CREAT | O_WRONLY, 0600);
  assert(write(mine, "all", 3) == 3 && close(mine) == 0);
  if (!isWrong)
    assert(rename("data.new", "data") == 0);
  return 0;
}
static void* looks(void* unused) {
  const int mine = open("data", O_RDONLY);
  assert(mine >= 0 ? read(mine, text, 9) == 3 : errno == ENOENT);
  return 0;
}
static void publication(void) {
  both(publishes, looks);
  assert(access("data.new", F_OK) != 0);
}

// A file always has one of its two contents.
static void* replaces(void* unused) {
  if (isWrong)
    assert(unlink("data") == 0);
  assert(rename("data.new", "data") == 0);
  return 0;
}
static void* finds(void* unused) {
  const int mine = open("data", O_RDONLY);
  assert(mine >= 0 && read(mine, text, 9) == 3);
  return 0;
}
static void replacement(void) {
  file = open("data", O_CREAT | O_WRONLY, 0600);
  other = open("data.new", O_CREAT | O_WRONLY, 0600);
  assert(write(file, "old", 3) == 3 && write(other, "new", 3) == 3);
  both(replaces, finds);
}

// A number in a file is read, increased, and written back.
static void* increases(void* unused) {
  char digit;
  if (!isWrong)
    pthread_mutex_lock(&mutex);
  assert(pread(file, &digit, 1, 0) == 1);
  digit++;
  assert(pwrite(file, &digit, 1, 0) == 1);
  if (!isWrong)
    pthread_mutex_unlock(&mutex);
  return 0;
}
static void lost_update(void) {
  file = open("f", O_RDWR | O_CREAT, 0600);
  assert(write(file, "0", 1) == 1);
  both(increases, increases);
  assert(pread(file, text, 9, 0) == 1 && text[0] == '2');
}

// The same with a lock of the file. Locks of records do not lock out threads of one process.
static void* increases_locked(void* unused) {
  const int mine = open("f", O_RDWR);
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  char digit;
  assert(isWrong ? fcntl(mine, F_SETLKW, &lock) == 0 : flock(mine, LOCK_EX) == 0);
  assert(pread(mine, &digit, 1, 0) == 1);
  digit++;
  assert(pwrite(mine, &digit, 1, 0) == 1 && close(mine) == 0);
  return 0;
}
static void locked_update(void) {
  file = open("f", O_RDWR | O_CREAT, 0600);
  assert(write(file, "0", 1) == 1);
  both(increases_locked, increases_locked);
  assert(pread(file, text, 9, 0) == 1 && text[0] == '2');
}

// Nothing that is appended is lost. Without O_APPEND, both write to the same place.
static void* appends(void* number) {
  const int mine = open("f", O_WRONLY | (isWrong ? 0 : O_APPEND));
  assert(write(mine, number == 0 ? "aa" : "bb", 2) == 2 && close(mine) == 0);
  return 0;
}
static void appended(void) {
  file = open("f", O_RDWR | O_CREAT, 0600);
  both(appends, appends);
  assert(read(file, text, 9) == 4 && text[0] == text[1] && text[2] == text[3] && text[0] != text[2]);
}

// Threads that share a descriptor share its position.
static void* takes_one(void* unused) {
  char byte;
  assert((isWrong ? pread(file, &byte, 1, 0) : read(file, &byte, 1)) == 1);
  __atomic_fetch_add(&shared, byte, __ATOMIC_SEQ_CST);
  return 0;
}
static void shared_position(void) {
  file = open("f", O_RDWR | O_CREAT, 0600);
  assert(write(file, "\1\2", 2) == 2 && lseek(file, 0, SEEK_SET) == 0);
  both(takes_one, takes_one);
  assert(shared == 3);
}

// Threads that use different files are independent.
static void* uses_own(void* number) {
  const char* const path = number == 0 ? "a" : "b";
  const int mine = open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
  assert(write(mine, path, 1) == 1 && pread(mine, number == 0 ? text : text + 1, 1, 0) == 1 && close(mine) == 0);
  struct stat status;
  assert(stat(path, &status) == 0 && status.st_size == 1);
  assert(unlink(isWrong ? "b" : path) == 0);
  return 0;
}
static void independent(void) {
  both(uses_own, uses_own);
  assert(text[0] == 'a' && text[1] == 'b');
}

// A folder is removed, or a file is in it.
static void* removes(void* unused) {
  const int failed = rmdir("d");
  assert(isWrong ? failed == 0 : failed == 0 || errno == ENOTEMPTY);
  return 0;
}
static void* fills(void* unused) {
  const int mine = open("d/f", O_RDWR | O_CREAT, 0600);
  assert(mine >= 0 || errno == ENOENT);
  shared = mine >= 0;
  return 0;
}
static void filled_folder(void) {
  assert(mkdir("d", 0700) == 0);
  both(removes, fills);
  assert((access("d", F_OK) == 0) == (shared != 0));
}

// A descriptor is used until its owner closes it.
static void* closes(void* unused) {
  if (!isWrong)
    pthread_mutex_lock(&mutex);
  const int mine = file;
  file = -1;
  assert(close(mine) == 0);
  if (!isWrong)
    pthread_mutex_unlock(&mutex);
  return 0;
}
static void* uses(void* unused) {
  if (!isWrong)
    pthread_mutex_lock(&mutex);
  if (isWrong || file >= 0)
    assert(write(isWrong ? other : file, "x", 1) == 1);
  if (!isWrong)
    pthread_mutex_unlock(&mutex);
  return 0;
}
static void closed(void) {
  file = other = open("f", O_RDWR | O_CREAT, 0600);
  both(closes, uses);
}

int main(void) {
  CASE();
}
