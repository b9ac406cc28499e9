// What one thread sees of queues of messages, sets of semaphores and shared memory: -DCASE=... names the case. Each
// holds on Linux, too.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <time.h>
#include <unistd.h>

#undef NDEBUG
#define FAILS(call, error) (errno = 0, assert((call) == -1), assert(errno == (error)))

static struct mq_attr small = {.mq_maxmsg = 2, .mq_msgsize = 8};
static mqd_t queue;
static char text[16];
static unsigned priority;
static const char name[] = "/revisit-queue";

static mqd_t makes(int flags) {
  mq_unlink(name);
  queue = mq_open(name, O_CREAT | O_EXCL | flags, 0600, &small);
  assert(queue >= 0);
  return queue;
}
#define RECEIVES(expected, of)                                                                                         \
  assert(mq_receive(queue, text, sizeof text, &priority) == (ssize_t)strlen(expected));                                \
  assert(memcmp(text, expected, strlen(expected)) == 0 && priority == (of))

static void priorities(void) {
  makes(O_RDWR);
  small.mq_maxmsg = 4;
  mq_close(queue);
  makes(O_RDWR);
  assert(mq_send(queue, "low", 3, 1) == 0 && mq_send(queue, "high", 4, 9) == 0);
  assert(mq_send(queue, "low2", 4, 1) == 0 && mq_send(queue, "", 0, 5) == 0);
  RECEIVES("high", 9);
  RECEIVES("", 5);
  RECEIVES("low", 1);
  RECEIVES("low2", 1);
  assert(mq_unlink(name) == 0 && mq_close(queue) == 0);
}
static void without_waiting(void) {
  makes(O_RDWR | O_NONBLOCK);
  FAILS(mq_receive(queue, text, sizeof text, 0), EAGAIN);
  assert(mq_send(queue, "1", 1, 0) == 0 && mq_send(queue, "2", 1, 0) == 0);
  FAILS(mq_send(queue, "3", 1, 0), EAGAIN);
  struct mq_attr now;
  assert(mq_getattr(queue, &now) == 0 && now.mq_curmsgs == 2 && now.mq_flags == O_NONBLOCK && now.mq_maxmsg == 2);
  struct mq_attr plain = {0};
  assert(mq_setattr(queue, &plain, &now) == 0 && now.mq_flags == O_NONBLOCK);
  assert(mq_getattr(queue, &now) == 0 && now.mq_flags == 0 && now.mq_msgsize == 8);
  mq_unlink(name);
}
static void limits_of_time(void) {
  makes(O_RDWR);
  struct timespec until = {0, 0}, wrong = {0, 1000000000};
  FAILS(mq_timedreceive(queue, text, sizeof text, 0, &until), ETIMEDOUT);
  FAILS(mq_timedreceive(queue, text, sizeof text, 0, &wrong), EINVAL);
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += until.tv_nsec < 900000000 ? 50000000 : 0;
  FAILS(mq_timedreceive(queue, text, sizeof text, 0, &until), ETIMEDOUT);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  assert(now.tv_sec > until.tv_sec || (now.tv_sec == until.tv_sec && now.tv_nsec >= until.tv_nsec));
  assert(mq_timedsend(queue, "1", 1, 0, &until) == 0 && mq_send(queue, "2", 1, 0) == 0);
  FAILS(mq_timedsend(queue, "3", 1, 0, &until), ETIMEDOUT);
  mq_unlink(name);
}
static void errors_of_queues(void) {
  FAILS(mq_open("/revisit-none", O_RDWR), ENOENT);
  FAILS(mq_open("none", O_RDWR | O_CREAT, 0600, 0), EINVAL);
  FAILS(mq_open("/a/b", O_RDWR | O_CREAT, 0600, 0), EACCES);
  makes(O_WRONLY);
  FAILS(mq_open(name, O_RDWR | O_CREAT | O_EXCL, 0600, 0), EEXIST);
  FAILS(mq_receive(queue, text, sizeof text, 0), EBADF);
  FAILS(mq_send(queue, "123456789", 9, 0), EMSGSIZE);
  FAILS(mq_send(queue, "1", 1, 40000), EINVAL);
  const mqd_t reader = mq_open(name, O_RDONLY);
  FAILS(mq_send(reader, "1", 1, 0), EBADF);
  FAILS(mq_receive(reader, text, 7, 0), EMSGSIZE);
  assert(mq_send(queue, "1", 1, 0) == 0 && mq_close(queue) == 0);
  queue = reader;
  assert(mq_unlink(name) == 0);
  RECEIVES("1", 0); // it lives as long as somebody has it
  FAILS(mq_unlink(name), ENOENT);
  FAILS(mq_open(name, O_RDWR), ENOENT);
  FAILS(mq_close(-1), EBADF);
}
static void polled(void) {
  makes(O_RDWR);
  struct pollfd one = {queue, POLLIN | POLLOUT, 0};
  struct epoll_event event = {.events = EPOLLIN | EPOLLET};
  const int set = epoll_create1(0);
  assert(epoll_ctl(set, EPOLL_CTL_ADD, queue, &event) == 0 && epoll_wait(set, &event, 1, 0) == 0);
  assert(poll(&one, 1, 0) == 1 && one.revents == POLLOUT);
  assert(mq_send(queue, "1", 1, 0) == 0 && poll(&one, 1, 0) == 1 && one.revents == (POLLIN | POLLOUT));
  assert(epoll_wait(set, &event, 1, 0) == 1 && epoll_wait(set, &event, 1, 0) == 0);
  assert(mq_send(queue, "2", 1, 0) == 0 && poll(&one, 1, 0) == 1 && one.revents == POLLIN);
  mq_unlink(name);
}
static int noticed, value;
static void notice(int number, siginfo_t* information, void* unused) {
  noticed += information->si_code == SI_MESGQ ? 1 : 100;
  value = information->si_value.sival_int;
}
static void notices(void) {
  makes(O_RDWR);
  struct sigaction action = {.sa_sigaction = notice, .sa_flags = SA_SIGINFO};
  sigaction(SIGUSR1, &action, 0);
  struct sigevent wanted = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1, .sigev_value.sival_int = 7};
  assert(mq_notify(queue, &wanted) == 0);
  FAILS(mq_notify(queue, &wanted), EBUSY);
  assert(mq_send(queue, "1", 1, 0) == 0 && noticed == 1 && value == 7);
  assert(mq_send(queue, "2", 1, 0) == 0 && noticed == 1);
  assert(mq_notify(queue, &wanted) == 0); // only once the queue was empty
  RECEIVES("1", 0);
  assert(mq_send(queue, "3", 1, 0) == 0 && noticed == 1);
  RECEIVES("2", 0);
  RECEIVES("3", 0);
  assert(mq_send(queue, "4", 1, 0) == 0 && noticed == 2);
  assert(mq_notify(queue, &wanted) == 0 && mq_notify(queue, 0) == 0);
  RECEIVES("4", 0);
  assert(mq_send(queue, "5", 1, 0) == 0 && noticed == 2);
  mq_unlink(name);
}

static struct {
  long type;
  char text[16];
} message;
static int sends(int identifier, long type, const char* what) {
  message.type = type;
  memcpy(message.text, what, strlen(what));
  return msgsnd(identifier, &message, strlen(what), IPC_NOWAIT);
}
static void expects(int identifier, long type, int flags, const char* what) {
  const ssize_t bytes = msgrcv(identifier, &message, sizeof message.text, type, flags | IPC_NOWAIT);
  assert(bytes == (ssize_t)strlen(what) && memcmp(message.text, what, (size_t)bytes) == 0);
}
static void types(void) {
  const int id = msgget(IPC_PRIVATE, 0600);
  assert(id >= 0 && sends(id, 3, "a") == 0 && sends(id, 1, "b") == 0 && sends(id, 2, "c") == 0 &&
         sends(id, 1, "d") == 0);
  expects(id, 2, 0, "c");
  expects(id, -2, 0, "b");
  expects(id, 3, MSG_EXCEPT, "d");
  assert(message.type == 1);
  FAILS(msgrcv(id, &message, 16, 1, IPC_NOWAIT), ENOMSG);
  expects(id, 0, 0, "a");
  FAILS(sends(id, 0, "x"), EINVAL);
  assert(sends(id, 5, "long") == 0);
  FAILS(msgrcv(id, &message, 2, 0, IPC_NOWAIT), E2BIG);
  assert(msgrcv(id, &message, 2, 0, IPC_NOWAIT | MSG_NOERROR) == 2 && message.type == 5);
  struct msqid_ds status;
  assert(sends(id, 5, "abc") == 0 && msgctl(id, IPC_STAT, &status) == 0);
  assert(status.msg_qnum == 1 && status.__msg_cbytes == 3 && status.msg_qbytes == 16384);
  status.msg_qbytes = 4;
  assert(msgctl(id, IPC_SET, &status) == 0);
  FAILS(sends(id, 1, "xy"), EAGAIN);
  assert(sends(id, 1, "x") == 0 && msgctl(id, IPC_RMID, 0) == 0);
  FAILS(sends(id, 1, "x"), EINVAL);
}
static void keys(void) {
  const key_t key = ftok("/", 'r');
  msgctl(msgget(key, 0600), IPC_RMID, 0);
  FAILS(msgget(key, 0600), ENOENT);
  const int id = msgget(key, 0600 | IPC_CREAT);
  assert(id >= 0 && msgget(key, 0600) == id && msgget(key, 0600 | IPC_CREAT) == id);
  FAILS(msgget(key, 0600 | IPC_CREAT | IPC_EXCL), EEXIST);
  assert(msgctl(id, IPC_RMID, 0) == 0);
  const int next = msgget(key, 0600 | IPC_CREAT);
  assert(next != id && msgctl(next, IPC_RMID, 0) == 0);
}

union Argument {
  int value;
  struct semid_ds* status;
  unsigned short* all;
};
static int set;
static int change(int number, int by, int flags) {
  struct sembuf one = {(unsigned short)number, (short)by, (short)flags};
  return semop(set, &one, 1);
}
static int valueOf(int number) {
  return semctl(set, number, GETVAL);
}
static void semaphores(void) {
  set = semget(IPC_PRIVATE, 2, 0600);
  assert(set >= 0 && valueOf(0) == 0 && change(0, 3, 0) == 0 && change(0, -1, 0) == 0 && valueOf(0) == 2);
  FAILS(change(0, -3, IPC_NOWAIT), EAGAIN);
  FAILS(change(0, 0, IPC_NOWAIT), EAGAIN);
  assert(change(1, 0, 0) == 0 && change(0, -1, SEM_UNDO) == 0);
  FAILS(change(2, 1, 0), EFBIG);
  FAILS(change(0, 32767, 0), ERANGE);
  FAILS(semop(set, 0, 0), EINVAL);
  union Argument given = {.value = 5};
  assert(semctl(set, 1, SETVAL, given) == 0 && valueOf(1) == 5 && semctl(set, 1, GETPID) == getpid());
  unsigned short all[2] = {7, 8};
  given.all = all;
  assert(semctl(set, 0, SETALL, given) == 0 && valueOf(0) == 7 && valueOf(1) == 8);
  all[0] = all[1] = 0;
  assert(semctl(set, 0, GETALL, given) == 0 && all[0] == 7 && all[1] == 8 && semctl(set, 0, GETNCNT) == 0);
  FAILS(semctl(set, 2, GETVAL), EINVAL);
  assert(semctl(set, 0, IPC_RMID) == 0);
  FAILS(change(0, 1, 0), EINVAL);
}
static void all_or_nothing(void) {
  set = semget(IPC_PRIVATE, 2, 0600);
  struct sembuf operations[] = {{0, 1, 0}, {0, -1, 0}, {0, 2, 0}, {1, -1, IPC_NOWAIT}};
  FAILS(semop(set, operations, 4), EAGAIN);
  assert(valueOf(0) == 0 && change(1, 1, 0) == 0 && semop(set, operations, 4) == 0);
  assert(valueOf(0) == 2 && valueOf(1) == 0);
  const struct timespec soon = {0, 1000000};
  struct sembuf one = {1, -1, 0};
  FAILS(semtimedop(set, &one, 1, &soon), EAGAIN);
  assert(semctl(set, 0, IPC_RMID) == 0);
}
static void memory(void) {
  const int id = shmget(IPC_PRIVATE, 5000, 0600);
  assert(id >= 0);
  int* const at = shmat(id, 0, 0);
  assert(at != (void*)-1 && at[0] == 0 && at[1200] == 0);
  at[1] = 7;
  struct shmid_ds status;
  assert(shmctl(id, IPC_STAT, &status) == 0 && status.shm_segsz == 5000 && status.shm_nattch == 1);
  assert(status.shm_cpid == getpid() && shmdt(at) == 0);
  FAILS(shmdt(at), EINVAL);
  int* const again = shmat(id, 0, 0);
  assert(again != (void*)-1 && again[1] == 7 && shmctl(id, IPC_RMID, 0) == 0);
  assert(again[1] == 7 && shmctl(id, IPC_STAT, &status) == 0 && (status.shm_perm.mode & SHM_DEST) != 0);
  assert(shmdt(again) == 0);
  FAILS(shmctl(id, IPC_STAT, &status), EINVAL);
  FAILS(shmget(IPC_PRIVATE, 0, 0600), EINVAL);
}

int main(void) {
  CASE();
  return 0;
}
