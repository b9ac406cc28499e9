// Threads that wait for changes of files: -DCASE=... names the case, -DWRONG is its faulty variant.
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <unistd.h>

#undef NDEBUG
#ifdef WRONG
enum { isWrong = 1 };
#else
enum { isWrong = 0 };
#endif

static int queue;
static pthread_t thread;
static char buffer[512] __attribute__((aligned(8)));

static void* writes(void* unused) {
  const int file = open("/tmp/settings", O_CREAT | O_WRONLY, 0644);
  assert(write(file, "1", 1) == 1 && write(file, "2", 1) == 1);
  close(file);
  return 0;
}
static int isComplete(void) {
  char text[4];
  const int file = open("/tmp/settings", O_RDONLY);
  const ssize_t bytes = read(file, text, sizeof text);
  close(file);
  return bytes == 2;
}

// Who reads the file once it is closed finds all of it; who is told of its creation only does not.
static void settings(void) {
  queue = inotify_init1(0);
  assert(inotify_add_watch(queue, "/tmp", isWrong ? IN_CREATE : IN_CLOSE_WRITE) == 1);
  pthread_create(&thread, 0, writes, 0);
  const ssize_t bytes = read(queue, buffer, sizeof buffer);
  assert(bytes > 0 && strcmp(((struct inotify_event*)buffer)->name, "settings") == 0);
  assert(isComplete());
  pthread_join(thread, 0);
}

// A watch that comes after the change is never told.
static void* creates(void* unused) {
  close(open("/tmp/ready", O_CREAT | O_WRONLY, 0644));
  return 0;
}
static void late(void) {
  queue = inotify_init1(0);
  if (!isWrong)
    assert(inotify_add_watch(queue, "/tmp", IN_CREATE) == 1);
  pthread_create(&thread, 0, creates, 0);
  if (isWrong)
    assert(inotify_add_watch(queue, "/tmp", IN_CREATE) == 1);
  assert(read(queue, buffer, sizeof buffer) > 0);
  pthread_join(thread, 0);
}

// A thread of a library that waits for changes besides being woken is silent otherwise.
static int wake[2];
static void* watches(void* unused) {
  const int set = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = queue};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, queue, &event) == 0);
  event.data.fd = wake[0];
  assert(epoll_ctl(set, EPOLL_CTL_ADD, wake[0], &event) == 0);
  assert(epoll_wait(set, &event, 1, -1) == 1);
  assert(event.data.fd == (isWrong ? queue : wake[0]));
  return 0;
}
static void silent(void) {
  queue = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  assert(inotify_add_watch(queue, "/etc", IN_CREATE | IN_MODIFY | IN_MOVED_TO | IN_ONLYDIR) == 1);
  assert(pipe(wake) == 0);
  pthread_create(&thread, 0, watches, 0);
  assert(write(wake[1], "x", 1) == 1);
  pthread_join(thread, 0);
}

int main(void) {
  CASE();
  return 0;
}
