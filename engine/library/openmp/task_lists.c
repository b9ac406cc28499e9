// The lists of tasks. Barriers of programs with tasks, at which threads execute them; the begin and the end of a team.
#include "tasks.h"

#include <sched.h>
#include <stdlib.h>

Task* revisit_omp_new_task(size_t bytes) {
  Task* const task = malloc(sizeof *task + bytes);
  *task = (Task){.bytes = bytes};
  return task;
}

void revisit_omp_free_task(Task* task) {
  free(task->before);
  free(task);
}

void revisit_omp_free_dependences(Task* task) {
  while (task->dependences != NULL) {
    Dependence* const one = task->dependences;
    task->dependences = one->next;
    free(one);
  }
}

void revisit_omp_append(Member* member, Task* task) {
  Task* const newest = member->newest;
  member->newest = task;
  atomic_store_explicit(newest == NULL ? &member->team->tasks[member->number] : &newest->next, task,
                        memory_order_release);
}

static _Thread_local Task g_outside; // of all regions

void revisit_omp_begin_tasks(Member* member) {
  member->task = member->team == NULL ? &g_outside : calloc(1, sizeof *member->task);
  if (member->size > 1)
    member->lists = calloc((size_t)member->size, sizeof *member->lists);
}

void revisit_omp_end_tasks(Member* member) {
  revisit_omp_free_dependences(member->task);
  free(member->lists);
  free(member->task);
}

void revisit_omp_free_tasks(Team* team) {
  for (int i = 0; i < team->size; i++)
    for (Task* task = team->tasks[i]; task != NULL;) {
      Task* const next = task->next;
      revisit_omp_free_task(task);
      task = next;
    }
}

static Task* after(Member* member, int list, Task* task) {
  return atomic_load_explicit(task == NULL ? &member->team->tasks[list] : &task->next, memory_order_acquire);
}

// Goes on to the next one in the list, and executes it if nobody does; false: there is none yet. Behind the end there
// are only tasks that others have made.
static bool goOn(Member* member, int list, Progress* progress) {
  if (progress->ends >= member->barriers && list != member->number && !member->haveTasksTasks)
    return false;
  Task* const task = after(member, list, progress->seen);
  if (task == NULL)
    return false;
  progress->seen = task;
  if (task->isEnd)
    progress->ends++;
  else if (revisit_omp_take(task))
    revisit_omp_execute_task(member, task);
  return true;
}

// Executes what was seen and was not ready then.
static bool tryAgain(Member* member, int list, const Progress* progress) {
  for (Task* task = progress->done; task != progress->seen;) {
    task = after(member, list, task);
    if (task->beforeCount > 0 && revisit_omp_take(task)) {
      revisit_omp_execute_task(member, task);
      return true;
    }
  }
  return false;
}

enum Round { Finished, Moved, WaitsForThreads, WaitsForTasks };

static enum Round lookWhetherDone(Member* member, int list, Progress* progress) {
  enum Round result = Finished;
  while (progress->done != progress->seen) {
    Task* const task = after(member, list, progress->done);
    if (!task->isEnd && !revisit_omp_is_done(task))
      return WaitsForTasks;
    progress->done = task;
    if (task->children != NULL) {
      member->haveTasksTasks = true;
      result = Moved; // whoever executed it has appended them before it was done
    }
  }
  return result;
}

static enum Round look(Member* member) {
  const int size = member->size, number = member->number;
  enum Round result = Finished;
  for (int i = 0, list = number; i < size; i++, list = (list + 1) % size) {
    bool hasMoved = false;
    while (goOn(member, list, &member->lists[list]))
      hasMoved = true;
    if (hasMoved || tryAgain(member, list, &member->lists[list]))
      return Moved;
    if (member->lists[list].ends < member->barriers)
      result = WaitsForThreads;
  }
  for (int i = 0, list = number; i < size && result == Finished; i++, list = (list + 1) % size)
    result = lookWhetherDone(member, list, &member->lists[list]);
  return result;
}

// It is over once all threads have come to it and all tasks are done, with those that they have made.
void revisit_omp_finish_tasks(Member* member) {
  if (member->size == 1)
    return;
  Task* const end = revisit_omp_new_task(0);
  end->isEnd = true;
  member->barriers++;
  member->haveTasksTasks = false;
  revisit_omp_append(member, end);
  for (enum Round round = Moved; round != Finished;) {
    round = look(member);
    if (round == WaitsForThreads || round == WaitsForTasks)
      sched_yield();
  }
}
