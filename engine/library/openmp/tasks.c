// Tasks are made, taken and executed, and waited for.
#include "tasks.h"

#include <sched.h>
#include <stdlib.h>

void* revisit_kmpc_omp_task_alloc(Place* place, int32_t thread, int32_t flags, size_t bytes, size_t sharedBytes,
                                  int32_t (*run)(int32_t, void*)) {
  (void)place, (void)thread;
  if ((flags & TaskIsDetachable) != 0)
    revisit_machine_stop("OpenMP: tasks that are detached");
  enum { Alignment = 16 };
  const size_t room = (bytes + Alignment - 1) / Alignment * Alignment;
  Task* const task = revisit_omp_new_task(room + sharedBytes);
  task->flags = flags;
  CompilersTask* const part = compilersTask(task);
  part->shareds = sharedBytes == 0 ? NULL : task->compilersPart + room;
  part->run = run;
  part->part = 0;
  part->destroy = NULL;
  part->priority = NULL;
  return part;
}

// Executing

bool revisit_omp_is_done(Task* task) {
  return atomic_load_explicit(&task->done, memory_order_acquire) != 0;
}

static void begin(Member* member, Task* task) {
  task->outer = member->task;
  task->isFinal = (task->flags & TaskIsFinal) != 0 || member->task->isFinal;
  member->task = task;
}

static void end(Member* member, Task* task) {
  revisit_omp_free_dependences(task);
  member->task = task->outer;
}

void revisit_omp_execute_task(Member* member, Task* task) {
  CompilersTask* const part = compilersTask(task);
  begin(member, task);
  part->run(member->number, part);
  if ((task->flags & TaskHasDestructors) != 0)
    part->destroy(member->number, part);
  end(member, task);
  atomic_store_explicit(&task->done, 1, memory_order_release);
}

static bool isReady(Task* task) {
  for (int i = 0; i < task->beforeCount; i++)
    if (!revisit_omp_is_done(task->before[i]))
      return false;
  return true;
}

bool revisit_omp_take(Task* task) {
  int taken = 0;
  return isReady(task) &&
         atomic_compare_exchange_strong_explicit(&task->taken, &taken, 1, memory_order_acq_rel, memory_order_acquire);
}

static void waitUntilDone(Task* task) {
  while (!revisit_omp_is_done(task))
    sched_yield();
}

void revisit_omp_wait_for_task(Member* member, Task* task) {
  for (int i = 0; i < task->beforeCount; i++)
    revisit_omp_wait_for_task(member, task->before[i]);
  if (revisit_omp_take(task))
    revisit_omp_execute_task(member, task);
  else
    waitUntilDone(task);
}

// Making

static void addChild(Member* member, Task* task) {
  task->sibling = member->task->children;
  member->task->children = task;
  revisit_omp_append(member, task);
}

// A task that was executed at once is kept if it has children, for which a group waits.
static void leave(Member* member, Task* task) {
  if (task->children == NULL) {
    revisit_omp_free_task(task);
    return;
  }
  task->taken = 1;
  task->done = 1;
  addChild(member, task);
}

void revisit_omp_execute_at_once(Member* member, Task* task) {
  for (int i = 0; i < task->beforeCount; i++)
    revisit_omp_wait_for_task(member, task->before[i]);
  revisit_omp_execute_task(member, task);
  leave(member, task);
}

void revisit_omp_make_task(Member* member, Task* task) {
  if (member->size == 1 || member->task->isFinal || (task->flags & TaskIsFinal) != 0)
    revisit_omp_execute_at_once(member, task);
  else
    addChild(member, task);
}

int32_t revisit_kmpc_omp_task(Place* place, int32_t thread, void* task) {
  (void)place, (void)thread;
  revisit_omp_make_task(revisit_omp_member(), taskOf(task));
  return 0;
}

void revisit_kmpc_omp_task_begin_if0(Place* place, int32_t thread, void* task) {
  (void)place, (void)thread;
  begin(revisit_omp_member(), taskOf(task));
}
void revisit_kmpc_omp_task_complete_if0(Place* place, int32_t thread, void* task) {
  (void)place, (void)thread;
  Member* const member = revisit_omp_member();
  end(member, taskOf(task));
  leave(member, taskOf(task));
}

// Waiting

static void waitForChildren(Member* member, Task* newest, const Task* before) {
  if (newest == before)
    return;
  waitForChildren(member, newest->sibling, before); // those that others may depend on
  revisit_omp_wait_for_task(member, newest);
}

int32_t revisit_kmpc_omp_taskwait(Place* place, int32_t thread) {
  (void)place, (void)thread;
  Member* const member = revisit_omp_member();
  Task* const task = member->task;
  waitForChildren(member, task->children, task->waited);
  task->waited = task->children;
  revisit_omp_free_dependences(task);
  return 0;
}

int32_t revisit_kmpc_omp_taskyield(Place* place, int32_t thread, int32_t part) {
  (void)place, (void)thread, (void)part;
  sched_yield();
  return 0;
}

void revisit_omp_begin_group(Member* member) {
  Group* const group = malloc(sizeof *group);
  *group = (Group){member->task->group, member->task->children};
  member->task->group = group;
}

// A task that is done makes no more children.
static void waitForDescendants(Member* member, Task* newest, const Task* before) {
  if (newest == before)
    return;
  waitForDescendants(member, newest->sibling, before);
  revisit_omp_wait_for_task(member, newest);
  waitForDescendants(member, newest->children, NULL);
}

void revisit_omp_end_group(Member* member) {
  Group* const group = member->task->group;
  waitForDescendants(member, member->task->children, group->before);
  member->task->group = group->outer;
  free(group);
}

void revisit_kmpc_taskgroup(Place* place, int32_t thread) {
  (void)place, (void)thread;
  revisit_omp_begin_group(revisit_omp_member());
}
void revisit_kmpc_end_taskgroup(Place* place, int32_t thread) {
  (void)place, (void)thread;
  revisit_omp_end_group(revisit_omp_member());
}
