// Threads that exchange messages, take semaphores of sets and share memory: -DCASE=... names the case, -DWRONG is its
// faulty variant.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

#undef NDEBUG
#ifdef WRONG
enum { isWrong = 1 };
#else
enum { isWrong = 0 };
#endif

static pthread_t threads[3];
static int count, id, data;
static mqd_t queue;
static char text[16];

static void start(void* (*work)(void*)) {
  pthread_create(&threads[count++], 0, work, 0);
}
static void joinAll(void) {
  for (int i = 0; i < count; i++)
    pthread_join(threads[i], 0);
}
static void make(long room) {
  struct mq_attr small = {.mq_maxmsg = room, .mq_msgsize = 8};
  queue = mq_open("/q", O_CREAT | O_RDWR, 0600, &small);
  assert(queue >= 0);
}

// What was done before a message was sent is seen by whoever has received it.
static void* sends(void* unused) {
  if (!isWrong)
    data = 1;
  assert(mq_send(queue, "x", 1, 0) == 0);
  if (isWrong)
    data = 1;
  return 0;
}
static void handed_over(void) {
  make(2);
  start(sends);
  assert(mq_receive(queue, text, sizeof text, 0) == 1);
  assert(data == 1);
  joinAll();
}

// The most urgent message that is there comes first, and one that comes later does not.
static void* sendsTwo(void* unused) {
  assert(mq_send(queue, "low", 3, 1) == 0 && mq_send(queue, "high", 4, 2) == 0);
  return 0;
}
static void urgent(void) {
  make(2);
  start(sendsTwo);
  const ssize_t first = mq_receive(queue, text, sizeof text, 0), second = mq_receive(queue, text, sizeof text, 0);
  assert(isWrong ? first == 4 : first + second == 7);
  joinAll();
}

// A sender waits for room.
static void* fills(void* unused) {
  for (int i = 0; i < 3; i++)
    assert(mq_send(queue, "x", 1, 0) == 0);
  return 0;
}
static void full(void) {
  make(1);
  start(fills);
  for (int i = 0; i < (isWrong ? 1 : 2); i++)
    assert(mq_receive(queue, text, sizeof text, 0) == 1);
  joinAll();
}

// A message makes a thread, once.
static int runs;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t told = PTHREAD_COND_INITIALIZER;
static void notice(union sigval value) {
  pthread_mutex_lock(&lock);
  runs += value.sival_int;
  pthread_cond_signal(&told);
  pthread_mutex_unlock(&lock);
}
static void makes_a_thread(void) {
  make(2);
  struct sigevent wanted = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = notice, .sigev_value.sival_int = 1};
  assert(mq_notify(queue, &wanted) == 0 && mq_send(queue, "x", 1, 0) == 0 && mq_send(queue, "y", 1, 0) == 0);
  pthread_mutex_lock(&lock);
  while (runs < (isWrong ? 2 : 1))
    pthread_cond_wait(&told, &lock);
  pthread_mutex_unlock(&lock);
}

static struct sembuf both[] = {{0, -1, 0}, {1, -1, 0}};
static void makeSet(int first, int second) {
  id = semget(IPC_PRIVATE, 2, 0600);
  const struct sembuf given[] = {{0, (short)first, 0}, {1, (short)second, 0}};
  assert(id >= 0 && semop(id, (struct sembuf*)given, 2) == 0);
}
// Two semaphores are taken at once, so that nobody holds one and waits for the other.
static void* takesInOrder(void* unused) {
  if (!isWrong)
    assert(semop(id, both, 2) == 0);
  else
    assert(semop(id, &both[0], 1) == 0 && semop(id, &both[1], 1) == 0);
  const struct sembuf back[] = {{0, 1, 0}, {1, 1, 0}};
  assert(semop(id, (struct sembuf*)back, 2) == 0);
  return 0;
}
static void* takesTheOtherWay(void* unused) {
  if (!isWrong)
    assert(semop(id, both, 2) == 0);
  else
    assert(semop(id, &both[1], 1) == 0 && semop(id, &both[0], 1) == 0);
  const struct sembuf back[] = {{0, 1, 0}, {1, 1, 0}};
  assert(semop(id, (struct sembuf*)back, 2) == 0);
  return 0;
}
static void at_once(void) {
  makeSet(1, 1);
  start(takesInOrder);
  start(takesTheOtherWay);
  joinAll();
}

// A semaphore of a set as a lock.
static void* adds(void* unused) {
  struct sembuf take = {0, -1, SEM_UNDO}, give = {0, 1, SEM_UNDO};
  if (!isWrong)
    assert(semop(id, &take, 1) == 0);
  data++;
  if (!isWrong)
    assert(semop(id, &give, 1) == 0);
  return 0;
}
static void excludes(void) {
  makeSet(1, 1);
  start(adds);
  start(adds);
  joinAll();
  assert(data == 2);
}

// Who waits for a set is told when it is removed.
static void* waitsForSet(void* unused) {
  struct sembuf take = {0, -1, 0};
  const int result = semop(id, &take, 1);
  assert(result == -1 && (errno == EIDRM || (!isWrong && errno == EINVAL)));
  return 0;
}
static void removed(void) {
  id = semget(IPC_PRIVATE, 1, 0600);
  start(waitsForSet);
  assert(semctl(id, 0, IPC_RMID) == 0);
  joinAll();
}

// Requests and answers in one queue have different types.
typedef struct Message {
  long type;
  int number;
} Message;
static void* answers(void* unused) {
  Message message;
  assert(msgrcv(id, &message, sizeof message.number, isWrong ? 0 : 1, 0) == sizeof message.number);
  message.type = 2;
  message.number *= 2;
  assert(msgsnd(id, &message, sizeof message.number, 0) == 0);
  return 0;
}
static void typed(void) {
  id = msgget(IPC_PRIVATE, 0600);
  start(answers);
  Message message = {1, 21};
  assert(msgsnd(id, &message, sizeof message.number, 0) == 0);
  assert(msgrcv(id, &message, sizeof message.number, isWrong ? 0 : 2, 0) == sizeof message.number);
  assert(message.number == 42);
  joinAll();
}

// Shared memory is memory.
static int* shared;
static void* writes(void* unused) {
  if (isWrong)
    *shared = 1;
  else
    __atomic_store_n(shared, 1, __ATOMIC_RELEASE);
  return 0;
}
static void memory(void) {
  id = shmget(IPC_PRIVATE, 4096, 0600);
  shared = shmat(id, 0, 0);
  assert(shared != (void*)-1);
  start(writes);
  const int now = __atomic_load_n(shared, __ATOMIC_ACQUIRE);
  assert(now == 0 || now == 1);
  joinAll();
}

int main(void) {
  CASE();
  return 0;
}
