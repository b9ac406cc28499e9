// Tasks with dependences: a task comes after the tasks of the same parent that it depends on.
#include "tasks.h"

#include <stdlib.h>

typedef struct CompilersDependence {
  uint64_t address;
  size_t bytes;
  uint8_t flags;
} CompilersDependence;

enum { DependsAsInput = 1, DependsAsOutput = 2, DependsExclusively = 4, DependsAsSet = 8 };

static bool isOutput(const CompilersDependence* one) {
  if ((one->flags & ~(DependsAsInput | DependsAsOutput | DependsExclusively)) != 0)
    revisit_machine_stop("OpenMP: a kind of dependence that is not followed");
  return (one->flags & (DependsAsOutput | DependsExclusively)) != 0;
}

static bool comesAfter(const Dependence* known, const CompilersDependence* one) {
  return known->address == one->address && (known->isOutput || isOutput(one));
}

// How many children of the parent so far come before a task with these dependences; puts them there, unless null.
static int findBefore(const Task* parent, int count, const CompilersDependence* list, Task** before) {
  int found = 0;
  for (int i = 0; i < count; i++)
    for (Dependence* known = parent->dependences; known != NULL; known = known->next)
      if (comesAfter(known, &list[i])) {
        if (before != NULL)
          before[found] = known->task;
        found++;
      }
  return found;
}

static void noteDependences(Task* parent, Task* task, int count, const CompilersDependence* list) {
  for (int i = 0; i < count; i++) {
    Dependence* const one = malloc(sizeof *one);
    *one = (Dependence){parent->dependences, list[i].address, task, isOutput(&list[i])};
    parent->dependences = one;
  }
}

int32_t revisit_kmpc_omp_task_with_deps(Place* place, int32_t thread, void* compilers, int32_t count,
                                        const CompilersDependence* list, int32_t furtherCount,
                                        const CompilersDependence* further) {
  (void)place, (void)thread, (void)furtherCount, (void)further;
  Member* const member = revisit_omp_member();
  Task* const task = taskOf(compilers);
  Task* const parent = member->task;
  // Where tasks are executed at once, all are done that it could depend on.
  if (member->size > 1 && !parent->isFinal) {
    task->beforeCount = findBefore(parent, count, list, NULL);
    task->before = task->beforeCount == 0 ? NULL : malloc((size_t)task->beforeCount * sizeof(Task*));
    findBefore(parent, count, list, task->before);
    if ((task->flags & TaskIsFinal) == 0)
      noteDependences(parent, task, count, list);
  }
  revisit_omp_make_task(member, task);
  return 0;
}

void revisit_kmpc_omp_wait_deps(Place* place, int32_t thread, int32_t count, const CompilersDependence* list,
                                int32_t furtherCount, const CompilersDependence* further) {
  (void)place, (void)thread, (void)furtherCount, (void)further;
  Member* const member = revisit_omp_member();
  for (int i = 0; i < count; i++)
    for (Dependence* known = member->task->dependences; known != NULL; known = known->next)
      if (comesAfter(known, &list[i]))
        revisit_omp_wait_for_task(member, known->task);
}

void revisit_kmpc_omp_taskwait_deps_51(Place* place, int32_t thread, int32_t count, const CompilersDependence* list,
                                       int32_t furtherCount, const CompilersDependence* further, int32_t hasNoWait) {
  if (hasNoWait)
    revisit_machine_stop("OpenMP: taskwait with nowait");
  revisit_kmpc_omp_wait_deps(place, thread, count, list, furtherCount, further);
}
