// Reads and writes that go on while the program does something else (aio_read ...), in instrumented code. Each is done
// by a thread of its own, so that they may come to an end in any order. The pass renames a program's calls to these
// functions.
#include "c/machine/machine.h"

#include <aio.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Requests of one lio_listio, which tells once all are done.
typedef struct Batch {
  int left;
  struct sigevent notice;
} Batch;

typedef struct Request {
  struct aiocb* control;
  int operation; // LIO_READ ...; -1: fsync
  Batch* batch;  // or null
} Request;

static void tell(const struct sigevent* notice) {
  if (notice->sigev_notify == SIGEV_SIGNAL)
    sigqueue(getpid(), notice->sigev_signo, notice->sigev_value);
  else if (notice->sigev_notify == SIGEV_THREAD)
    notice->sigev_notify_function(notice->sigev_value);
}

static ssize_t perform(const Request* request) {
  const struct aiocb* const control = request->control;
  void* const buffer = (void*)control->aio_buf;
  const bool isRead = request->operation == LIO_READ;
  if (request->operation < 0)
    return fsync(control->aio_fildes);
  const ssize_t done = isRead ? pread(control->aio_fildes, buffer, control->aio_nbytes, control->aio_offset)
                              : pwrite(control->aio_fildes, buffer, control->aio_nbytes, control->aio_offset);
  if (done >= 0 || errno != ESPIPE)
    return done;
  return isRead ? read(control->aio_fildes, buffer, control->aio_nbytes)
                : write(control->aio_fildes, buffer, control->aio_nbytes);
}

// The control block may be gone once its state says that the request is done.
static void* run(void* given) {
  Request request = *(Request*)given;
  free(given);
  struct aiocb* const control = request.control;
  const struct sigevent notice = control->aio_sigevent;
  const ssize_t done = perform(&request);
  control->__return_value = done;
  machineStore(&control->__error_code, done < 0 ? errno : 0);
  tell(&notice);
  if (request.batch != NULL && __atomic_sub_fetch(&request.batch->left, 1, __ATOMIC_SEQ_CST) == 0) {
    tell(&request.batch->notice);
    free(request.batch);
  }
  return NULL;
}

static long begin(struct aiocb* control, int operation, Batch* batch) {
  const MachineEntry entry = revisit_machine_entry(control->aio_fildes);
  if (entry.kind == MachineNothing)
    revisit_machine_stop("aio_read and its kin with standard input or output");
  if (control->aio_offset < 0 || control->aio_reqprio < 0)
    return -EINVAL;
  Request* const request = malloc(sizeof *request);
  *request = (Request){control, operation, batch};
  control->__return_value = -1;
  machineStore(&control->__error_code, EINPROGRESS);
  pthread_t thread;
  const int problem = pthread_create(&thread, NULL, run, request);
  if (problem != 0) {
    free(request);
    return -EAGAIN;
  }
  pthread_detach(thread);
  return 0;
}

int revisit_libc_aio_read(struct aiocb* control) {
  return revisit_machine_runs() ? (int)revisit_machine_result(begin(control, LIO_READ, NULL)) : aio_read(control);
}
int revisit_libc_aio_write(struct aiocb* control) {
  return revisit_machine_runs() ? (int)revisit_machine_result(begin(control, LIO_WRITE, NULL)) : aio_write(control);
}
int revisit_libc_aio_fsync(int operation, struct aiocb* control) {
  if (!revisit_machine_runs())
    return aio_fsync(operation, control);
  if (operation != O_SYNC && operation != O_DSYNC)
    return (int)revisit_machine_result(-EINVAL);
  return (int)revisit_machine_result(begin(control, -1, NULL));
}

static int stateOf(const struct aiocb* control) {
  return machineLoad((int*)&control->__error_code);
}

int revisit_libc_aio_error(const struct aiocb* control) {
  return revisit_machine_runs() ? stateOf(control) : aio_error(control);
}

ssize_t revisit_libc_aio_return(struct aiocb* control) {
  if (!revisit_machine_runs())
    return aio_return(control);
  const int state = stateOf(control);
  if (state == EINPROGRESS)
    return revisit_machine_result(-EINVAL);
  return state != 0 ? revisit_machine_result(-state) : control->__return_value;
}

typedef struct Suspended {
  const struct aiocb* const* list;
  int count;
  bool waitsForAll;
} Suspended;

static MachineRound look(void* what) {
  const Suspended* const all = what;
  int done = 0, requests = 0;
  for (int i = 0; i < all->count; i++) {
    if (all->list[i] == NULL)
      continue;
    requests++;
    done += stateOf(all->list[i]) != EINPROGRESS;
  }
  return machineRound(requests == 0 || (all->waitsForAll ? done == requests : done != 0));
}

static long suspend(const struct aiocb* const* list, int count, const struct timespec* limit, bool waitsForAll) {
  Suspended all = {list, count, waitsForAll};
  const long problem = revisit_machine_go_round(look, &all, limit == NULL, REVISIT_MACHINE_BREAKS, NULL);
  if (problem != 0 || limit == NULL)
    return problem;
  if (look(&all) == MachineRoundFinds)
    return 0;
  revisit_machine_waited((uint64_t)machineTime(*limit));
  return -EAGAIN;
}

int revisit_libc_aio_suspend(const struct aiocb* const list[], int count, const struct timespec* limit) {
  if (!revisit_machine_runs())
    return aio_suspend(list, count, limit);
  pthread_testcancel();
  return (int)revisit_machine_result(suspend(list, count, limit, false));
}

// What is under way is never cancelled, which the system permits.
int revisit_libc_aio_cancel(int descriptor, struct aiocb* control) {
  if (!revisit_machine_runs())
    return aio_cancel(descriptor, control);
  if (control == NULL)
    revisit_machine_stop("aio_cancel of all requests of a descriptor");
  return stateOf(control) == EINPROGRESS ? AIO_NOTCANCELED : AIO_ALLDONE;
}

static long beginAll(int mode, struct aiocb* const* list, int count, const struct sigevent* notice) {
  Batch* batch = NULL;
  int requests = 0;
  long problem = 0;
  for (int i = 0; i < count; i++)
    requests += list[i] != NULL && list[i]->aio_lio_opcode != LIO_NOP;
  if (mode == LIO_NOWAIT && notice != NULL && notice->sigev_notify != SIGEV_NONE) {
    if (requests == 0)
      tell(notice);
    batch = requests == 0 ? NULL : malloc(sizeof *batch);
    if (batch != NULL)
      *batch = (Batch){requests, *notice};
  }
  for (int i = 0; i < count; i++)
    if (list[i] != NULL && list[i]->aio_lio_opcode != LIO_NOP) {
      const long begun = begin(list[i], list[i]->aio_lio_opcode, batch);
      if (begun != 0)
        problem = -EIO;
    }
  return problem;
}

int revisit_libc_lio_listio(int mode, struct aiocb* const list[], int count, struct sigevent* notice) {
  if (!revisit_machine_runs())
    return lio_listio(mode, list, count, notice);
  if (mode != LIO_WAIT && mode != LIO_NOWAIT)
    return (int)revisit_machine_result(-EINVAL);
  long problem = beginAll(mode, list, count, notice);
  if (mode == LIO_WAIT && problem == 0)
    problem = suspend((const struct aiocb* const*)list, count, NULL, true);
  for (int i = 0; mode == LIO_WAIT && problem == 0 && i < count; i++)
    if (list[i] != NULL && list[i]->aio_lio_opcode != LIO_NOP && stateOf(list[i]) != 0)
      problem = -EIO;
  return (int)revisit_machine_result(problem);
}
