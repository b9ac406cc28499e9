// Tasks.
//
// Each thread has a list of the tasks that it has made, to which only it appends. A thread at a barrier looks through
// the lists and takes each task that is ready; one that waits for a task takes it, unless another thread has. Which
// thread takes a task is decided by an update of a word of the task, so that is a choice, and the only one. Tasks are
// freed when their team has ended.
#pragma once

#include "teams.h"

// As the compiler has it; private copies of variables follow.
typedef struct CompilersTask {
  void* shareds;
  int32_t (*run)(int32_t thread, void* task);
  int32_t part;
  int32_t (*destroy)(int32_t thread, void* task);
  void* priority;
} CompilersTask;

// As the compiler numbers them.
enum { TaskIsFinal = 2, TaskHasDestructors = 8, TaskIsDetachable = 64 };

// A taskgroup of a task: its children from here on.
typedef struct Group {
  struct Group* outer;
  Task* before; // the newest child by then
} Group;

// What the children of a task are ordered by.
typedef struct Dependence {
  struct Dependence* next;
  uint64_t address;
  Task* task;
  bool isOutput;
} Dependence;

struct Task {
  _Atomic(Task*) next; // that the same thread made
  _Atomic int taken, done;
  bool isEnd; // no task: its thread has come to a barrier
  int flags;
  size_t bytes;  // of the compiler's part
  Task** before; // must be done before
  int beforeCount;

  // Of the thread that executes it.
  bool isFinal;
  Task* children; // the newest
  Task* waited;   // the newest child that a taskwait has seen done
  Group* group;   // the innermost one
  Dependence* dependences;
  Task* outer;   // that the thread was executing
  Task* sibling; // the next older child of the same task
  _Alignas(16) char compilersPart[];
};

static inline CompilersTask* compilersTask(Task* task) {
  return (CompilersTask*)task->compilersPart;
}
static inline Task* taskOf(void* compilers) {
  return (Task*)((char*)compilers - offsetof(Task, compilersPart));
}

// A task with room for what the compiler puts there.
Task* revisit_omp_new_task(size_t bytes);
void revisit_omp_free_task(Task* task);
void revisit_omp_free_dependences(Task* task);
// Makes the task one that some thread will execute, or executes it at once.
void revisit_omp_make_task(Member* member, Task* task);
// Executes a new task before the calling thread goes on, and frees it.
void revisit_omp_execute_at_once(Member* member, Task* task);
void revisit_omp_execute_task(Member* member, Task* task);
// Whether the calling thread is the one that executes it, now.
bool revisit_omp_take(Task* task);
bool revisit_omp_is_done(Task* task);
// Appends it to the list of the calling thread.
void revisit_omp_append(Member* member, Task* task);
// Waits until the task is done, and executes it if nobody does.
void revisit_omp_wait_for_task(Member* member, Task* task);
void revisit_omp_begin_group(Member* member);
void revisit_omp_end_group(Member* member);
