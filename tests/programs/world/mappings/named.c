// Shared memory and semaphores with names, locks of openings, and what tells of the system: -DCASE=... names the case,
// -DWRONG is its faulty variant.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <unistd.h>

#undef NDEBUG
#define FAILS(call, error) (errno = 0, assert((call) == -1), assert(errno == (error)))

#ifdef WRONG
enum { isWrong = 1 };
#else
enum { isWrong = 0 };
#endif

static char text[512];
static int number;

static void both(void* (*first)(void*), void* (*second)(void*)) {
  pthread_t a, b;
  pthread_create(&a, 0, first, (void*)0);
  pthread_create(&b, 0, second, (void*)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
static const char* unique(const char* what) {
  static char name[64];
  snprintf(name, sizeof name, "/%s-%d", what, (int)getpid());
  return name;
}
static int make(const char* path, const char* content) {
  const int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0644);
  assert(file >= 0 && write(file, content, strlen(content)) == (ssize_t)strlen(content));
  return file;
}

// What holds on Linux, too.
static void shared_memory(void) {
  const char* const name = unique("memory");
  FAILS(shm_open(name, O_RDWR, 0600), ENOENT);
  const int one = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600), other = shm_open(name, O_RDONLY, 0);
  assert(one >= 0 && other >= 0 && ftruncate(one, 4096) == 0);
  FAILS(shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600), EEXIST);
  char* const at = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, one, 0);
  strcpy(at, "hello");
  assert(pread(other, text, 6, 0) == 6 && strcmp(text, "hello") == 0);
  assert(shm_unlink(name) == 0 && at[0] == 'h');
  FAILS(shm_unlink(name), ENOENT);
  FAILS(shm_open("/", O_RDWR, 0), EINVAL);
}
static void semaphores(void) {
  const char* const name = unique("semaphore");
  assert(sem_open(name, 0) == SEM_FAILED && errno == ENOENT);
  sem_t *const one = sem_open(name, O_CREAT | O_EXCL, 0600, 1), *const other = sem_open(name, 0);
  assert(one != SEM_FAILED && one == other);
  assert(sem_open(name, O_CREAT | O_EXCL, 0600, 1) == SEM_FAILED && errno == EEXIST);
  assert(sem_trywait(one) == 0);
  FAILS(sem_trywait(other), EAGAIN);
  assert(sem_post(other) == 0 && sem_getvalue(one, &number) == 0 && number == 1);
  assert(sem_close(one) == 0 && sem_unlink(name) == 0 && sem_trywait(other) == 0);
  assert(sem_open(name, 0) == SEM_FAILED && errno == ENOENT);
  FAILS(sem_unlink(name), ENOENT);
}
static void locks_of_openings(void) {
  const int one = make("f", "x"), other = open("f", O_RDWR), same = dup(one), reader = open("f", O_RDONLY);
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  assert(fcntl(one, F_OFD_SETLK, &lock) == 0 && fcntl(same, F_OFD_SETLK, &lock) == 0);
  FAILS(fcntl(other, F_OFD_SETLK, &lock), EAGAIN);
  FAILS(fcntl(reader, F_OFD_SETLK, &lock), EBADF);
  assert(close(other) == 0 && close(one) == 0); // the lock belongs to the opening, which `same` has, too
  const int last = open("f", O_RDWR);
  FAILS(fcntl(last, F_OFD_SETLK, &lock), EAGAIN);
  lock.l_type = F_UNLCK;
  assert(fcntl(same, F_OFD_SETLK, &lock) == 0);
  lock.l_type = F_RDLCK;
  assert(fcntl(last, F_OFD_SETLK, &lock) == 0 && fcntl(reader, F_OFD_SETLKW, &lock) == 0);
  lock.l_pid = 1;
  FAILS(fcntl(last, F_OFD_SETLK, &lock), EINVAL);
}
static void room(void) {
  const int file = make("f", "hello");
  struct statfs system;
  struct statvfs view;
  assert(statfs("f", &system) == 0 && system.f_bsize > 0 && fstatfs(file, &system) == 0 && system.f_namelen == 255);
  assert(statvfs(".", &view) == 0 && view.f_bsize > 0 && fstatvfs(file, &view) == 0 && view.f_namemax == 255);
  FAILS(statfs("none", &system), ENOENT);
  FAILS(statvfs("none", &view), ENOENT);
  FAILS(fstatfs(-1, &system), EBADF);
  struct stat status;
  assert(fallocate(file, 0, 0, 4096) == 0 && fstat(file, &status) == 0 && status.st_size == 4096);
  assert(posix_fallocate(file, 0, 10) == 0 && fstat(file, &status) == 0 && status.st_size == 4096);
  assert(posix_fadvise(file, 0, 0, POSIX_FADV_SEQUENTIAL) == 0 && readahead(file, 0, 10) == 0);
  assert(sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE) == 0 && syncfs(file) == 0);
}
static void sent(void) {
  const int from = make("f", "hello"), to = make("g", "");
  off_t offset = 1;
  assert(sendfile(to, from, &offset, 3) == 3 && offset == 4 && lseek(from, 0, SEEK_CUR) == 5);
  assert(lseek(from, 0, SEEK_SET) == 0 && sendfile(to, from, 0, 99) == 5 && lseek(from, 0, SEEK_CUR) == 5);
  assert(pread(to, text, 99, 0) == 8 && memcmp(text, "ellhello", 8) == 0);
  int ends[2];
  assert(pipe(ends) == 0 && lseek(from, 0, SEEK_SET) == 0 && sendfile(ends[1], from, 0, 5) == 5);
  assert(read(ends[0], text, 99) == 5 && memcmp(text, "hello", 5) == 0);
  FAILS(sendfile(to, ends[0], 0, 1), EINVAL);
}
static size_t content(const char* path) {
  const int file = open(path, O_RDONLY);
  assert(file >= 0);
  memset(text, 0, sizeof text);
  const ssize_t bytes = read(file, text, sizeof text - 1);
  assert(bytes > 0 && close(file) == 0);
  return (size_t)bytes;
}
static void of_system(void) {
  content("/proc/cpuinfo");
  assert(strstr(text, "processor"));
  content("/proc/meminfo");
  assert(strstr(text, "MemTotal:"));
  content("/proc/sys/net/core/somaxconn");
  assert(atoi(text) > 0);
  content("/proc/self/cmdline");
  struct stat status;
  assert(stat("/proc/self", &status) == 0 && S_ISDIR(status.st_mode));
  assert(stat("/proc/meminfo", &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0);
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/cgroup", (int)getpid());
  content(path);
  const ssize_t length = readlink("/proc/self/exe", text, sizeof text - 1);
  assert(length > 1 && text[0] == '/');
  FILE* const stream = fopen("/proc/loadavg", "r");
  assert(stream && fgets(text, sizeof text, stream) && fclose(stream) == 0);
}
static void of_processors(void) {
  content("/sys/devices/system/cpu/online");
  assert(text[0] == '0');
  content("/sys/devices/system/cpu/possible");
  assert(text[0] == '0');
}

// Threads.
static void* waits(void* unused) {
  sem_t* const own = sem_open("/shared", O_CREAT, 0600, 1);
  assert(own != SEM_FAILED);
  if (!isWrong)
    sem_wait(own);
  number++;
  if (!isWrong)
    sem_post(own);
  return 0;
}
static void found_by_name(void) {
  both(waits, waits);
  assert(number == 2);
}
static void* locks(void* unused) {
  const int own = open("f", O_RDWR);
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  assert(own >= 0 && (isWrong || fcntl(own, F_OFD_SETLKW, &lock) == 0));
  number++;
  assert(close(own) == 0);
  return 0;
}
static void own_locks(void) {
  make("f", "x");
  both(locks, locks);
  assert(number == 2);
}
static void* locks_both(void* second) {
  const char* const names[] = {"f", "g"};
  const int first = isWrong && second != 0;
  const int a = open(names[first], O_RDWR), b = open(names[!first], O_RDWR);
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  assert(fcntl(a, F_OFD_SETLKW, &lock) == 0 && fcntl(b, F_OFD_SETLKW, &lock) == 0);
  close(b);
  close(a);
  return 0;
}
static void two_locks(void) {
  make("f", "x");
  make("g", "x");
  both(locks_both, locks_both);
}

int main(void) {
  CASE();
}
