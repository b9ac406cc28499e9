// Sets of semaphores (semget, semop ...) in instrumented code. All operations of a call happen at once, under the lock
// of the set. The pass renames a program's calls to these functions.
#include "c/machine/queues/objects.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/sem.h>
#include <unistd.h>

enum { MostSemaphores = 512, MostOperations = 500, MostValue = 32767 };

typedef struct Semaphore {
  int value;
  pid_t last;
  int waitsForMore, waitsForZero; // as long as no run has asked for them, nobody counts
} Semaphore;

typedef struct Set {
  QueueHead head;
  uint64_t isCounted; // for revisit_machine_need
  int count;
  time_t changed, operated;
  Semaphore semaphores[MostSemaphores];
} Set;

union Argument {
  int value;
  struct semid_ds* status;
  unsigned short* array;
  struct seminfo* information;
};

static Set* setAt(long place) {
  return (Set*)queueHead((int)place);
}

static void make(int place, const void* wanted) {
  Set* const set = setAt(place);
  set->count = *(const int*)wanted;
  set->changed = time(NULL);
}

static long get(key_t key, int count, int flags) {
  if (count < 0 || count > 32000)
    return -EINVAL;
  if (count > MostSemaphores)
    revisit_machine_stop("semget: more than 512 semaphores in a set");
  if (key == IPC_PRIVATE && count == 0)
    return -EINVAL;
  const long identifier = revisit_queue_get(QueueOfSemaphores, key, flags, make, &count);
  if (identifier < 0)
    return identifier;
  const long place = revisit_queue_place(QueueOfSemaphores, (int)identifier);
  return place >= 0 && count > setAt(place)->count ? -EINVAL : identifier;
}

int revisit_libc_semget(key_t key, int count, int flags) {
  return revisit_machine_runs() ? (int)revisit_machine_result(get(key, count, flags)) : semget(key, count, flags);
}

typedef struct Attempt {
  Set* set;
  struct sembuf* operations;
  size_t count;
  long result; // -EAGAIN: not now
  const struct sembuf* refused;
} Attempt;

// Does all operations, or none. The lock is held.
static long tryAll(Attempt* attempt) {
  Semaphore* const all = attempt->set->semaphores;
  long result = 0;
  size_t done = 0;
  for (; done < attempt->count && result == 0; done++) {
    const struct sembuf* const one = &attempt->operations[done];
    int* const value = &all[one->sem_num].value;
    if (one->sem_op == 0 ? *value != 0 : *value + one->sem_op < 0)
      result = -EAGAIN;
    else if (*value + one->sem_op > MostValue)
      result = -ERANGE;
    if (result == 0)
      *value += one->sem_op;
    else
      attempt->refused = one;
  }
  for (size_t i = done - (result != 0 ? 1 : 0); result != 0 && i-- > 0;)
    all[attempt->operations[i].sem_num].value -= attempt->operations[i].sem_op;
  for (size_t i = 0; result == 0 && i < attempt->count; i++)
    all[attempt->operations[i].sem_num].last = getpid();
  return result;
}

// Looks first, so that an attempt that fails stores nothing.
static bool isPossible(const Attempt* attempt) {
  for (size_t i = 0; i < attempt->count; i++) {
    const struct sembuf* const one = &attempt->operations[i];
    int before = attempt->set->semaphores[one->sem_num].value;
    for (size_t j = 0; j < i; j++)
      if (attempt->operations[j].sem_num == one->sem_num)
        before += attempt->operations[j].sem_op;
    if (one->sem_op == 0 ? before != 0 : before + one->sem_op < 0)
      return false;
  }
  return true;
}

static MachineRound tryRound(void* what) {
  Attempt* const attempt = what;
  QueueHead* const head = &attempt->set->head;
  pthread_mutex_lock(&head->lock);
  attempt->result = head->isRemoved ? -EIDRM : isPossible(attempt) ? tryAll(attempt) : -EAGAIN;
  pthread_mutex_unlock(&head->lock);
  return machineRound(attempt->result != -EAGAIN);
}

// The operation that the caller waits for is counted.
static void countWaiting(Attempt* attempt, const struct sembuf* one, int more) {
  if (one == NULL)
    return;
  Semaphore* const semaphore = &attempt->set->semaphores[one->sem_num];
  pthread_mutex_lock(&attempt->set->head.lock);
  *(one->sem_op == 0 ? &semaphore->waitsForZero : &semaphore->waitsForMore) += more;
  pthread_mutex_unlock(&attempt->set->head.lock);
}

static const struct sembuf* firstRefused(Attempt* attempt) {
  for (size_t i = 1; i <= attempt->count; i++)
    if (!isPossible(&(Attempt){.set = attempt->set, .operations = attempt->operations, .count = i}))
      return &attempt->operations[i - 1];
  return &attempt->operations[0];
}

static long operate(int identifier, struct sembuf* operations, size_t count, const struct timespec* limit) {
  const long place = revisit_queue_place(QueueOfSemaphores, identifier);
  if (count == 0 || place < 0)
    return count == 0 ? -EINVAL : place;
  if (count > MostOperations)
    return -E2BIG;
  if (limit != NULL && (limit->tv_sec < 0 || limit->tv_nsec < 0 || limit->tv_nsec >= 1000000000))
    return -EINVAL;
  Attempt attempt = {.set = setAt(place), .operations = operations, .count = count};
  bool tries = false, changes = false;
  for (size_t i = 0; i < count; i++) {
    tries |= (operations[i].sem_flg & IPC_NOWAIT) != 0;
    changes |= operations[i].sem_op != 0;
    if (operations[i].sem_num >= attempt.set->count)
      return -EFBIG;
    if ((operations[i].sem_flg & SEM_UNDO) != 0 && revisit_machine_process() != 0)
      revisit_machine_stop("semop: SEM_UNDO in a process that was made by fork");
  }
  const long problem = revisit_queue_may(&attempt.set->head, changes ? 2 : 4);
  if (problem != 0)
    return problem;
  const bool waits = !tries && limit == NULL, counts = revisit_machine_is_needed(&attempt.set->isCounted) != 0;
  const struct sembuf* refused = NULL;
  if (waits && counts && tryRound(&attempt) == MachineRoundFails)
    refused = firstRefused(&attempt);
  if (refused != NULL || !(waits && counts)) {
    countWaiting(&attempt, refused, 1);
    const long ended =
        revisit_machine_go_round(tryRound, &attempt, waits, REVISIT_MACHINE_BREAKS | REVISIT_MACHINE_NO_CANCEL, NULL);
    countWaiting(&attempt, refused, -1);
    if (ended != 0 && attempt.result == -EAGAIN)
      return ended;
  }
  if (attempt.result == -EAGAIN && !tries)
    revisit_machine_waited((uint64_t)machineTime(*limit));
  return attempt.result;
}

int revisit_libc_semtimedop(int identifier, struct sembuf* operations, size_t count, const struct timespec* limit) {
  if (!revisit_machine_runs())
    return semtimedop(identifier, operations, count, limit);
  return (int)revisit_machine_result(operate(identifier, operations, count, limit));
}
int revisit_libc_semop(int identifier, struct sembuf* operations, size_t count) {
  return revisit_libc_semtimedop(identifier, operations, count, NULL);
}

static long setValues(Set* set, int number, int command, union Argument given) {
  const int first = command == SETALL ? 0 : number, count = command == SETALL ? set->count : 1;
  for (int i = 0; i < count; i++)
    if ((command == SETALL ? given.array[i] : given.value) > MostValue || (command == SETVAL && given.value < 0))
      return -ERANGE;
  for (int i = 0; i < count; i++) {
    set->semaphores[first + i].value = command == SETALL ? given.array[i] : given.value;
    set->semaphores[first + i].last = getpid();
  }
  set->changed = time(NULL);
  return 0;
}

static long waitingFor(Set* set, int number, int command) {
  revisit_machine_need(&set->isCounted);
  const Semaphore* const semaphore = &set->semaphores[number];
  return command == GETNCNT ? semaphore->waitsForMore : semaphore->waitsForZero;
}

// Of semctl, beside the command.
typedef struct Question {
  int number;
  union Argument argument;
} Question;

// The lock is held.
static long control(int place, int command, void* to) {
  Set* const set = setAt(place);
  const int number = ((const Question*)to)->number;
  const union Argument given = ((const Question*)to)->argument;
  const bool isOfOne =
      command == GETVAL || command == SETVAL || command == GETPID || command == GETNCNT || command == GETZCNT;
  const bool isOfOwner = command == IPC_SET || command == IPC_RMID;
  const long problem = isOfOwner ? revisit_queue_may_control(&set->head)
                                 : revisit_queue_may(&set->head, command == SETVAL || command == SETALL ? 2 : 4);
  if (set->head.isRemoved || problem != 0)
    return set->head.isRemoved ? -EIDRM : problem;
  if (isOfOne && (number < 0 || number >= set->count))
    return -EINVAL;
  switch (command) {
  case GETVAL:
    return set->semaphores[number].value;
  case GETPID:
    return set->semaphores[number].last;
  case GETNCNT:
  case GETZCNT:
    return waitingFor(set, number, command);
  case SETVAL:
  case SETALL:
    return setValues(set, number, command, given);
  case GETALL:
    for (int i = 0; i < set->count; i++)
      given.array[i] = (unsigned short)set->semaphores[i].value;
    return 0;
  case IPC_STAT:
    memset(given.status, 0, sizeof *given.status);
    given.status->sem_perm = set->head.owner;
    given.status->sem_nsems = (unsigned long)set->count;
    given.status->sem_ctime = set->changed;
    return 0;
  case IPC_SET:
    revisit_queue_set_owner(&set->head, &given.status->sem_perm);
    return 0;
  case IPC_RMID:
    set->head.isRemoved = true;
    revisit_queue_forget(QueueOfSemaphores, place);
    return 0;
  case IPC_INFO:
  case SEM_INFO:
  case SEM_STAT:
    revisit_machine_stop("semctl: a command that is not followed");
  default:
    return -EINVAL;
  }
}

int revisit_libc_semctl(int identifier, int number, int command, ...) {
  va_list list;
  va_start(list, command);
  Question question = {number, va_arg(list, union Argument)};
  va_end(list);
  if (!revisit_machine_runs())
    return semctl(identifier, number, command, question.argument);
  return (int)revisit_machine_result(revisit_queue_control(QueueOfSemaphores, identifier, command, control, &question));
}
