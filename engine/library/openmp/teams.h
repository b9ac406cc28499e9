// OpenMP in instrumented code: the functions that the compiler's code calls for directives, and those of <omp.h>, on
// threads, semaphores, barriers and mutexes that the runtime knows. The pass renames a program's calls to these
// functions (instrument/pass/openmp.cpp). They are written from what the compiler emits.
//
// What a thread knows of its place in a team (Member) is memory of the thread alone, so that asking costs no event.
// The threads of a team are kept for later regions, because their thread-private variables persist.
#pragma once

#include "abi/machine.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  MaxTeam = 64,
  MaxArguments = 32, // of a region: the variables that it shares
  LoopSlots = 8,     // dynamic or ordered loops that a thread can be ahead of others
};

// What the compiler says of a directive.
typedef struct Place {
  int32_t reserved, flags, reserved2, reserved3;
  const char* text;
} Place;
enum { PlaceHasAtomics = 0x10 }; // a reduction that can also be done by atomic updates

typedef void (*Region)(int32_t* thread, int32_t* bound, ...);

typedef struct Settings {
  int threads;         // of the next region
  int activeLevels;    // regions of several threads within each other, at most
  int schedule, chunk; // of loops with schedule(runtime)
  int isDynamic;
} Settings;

typedef struct Task Task; // tasks.h

typedef struct Team {
  Region region;
  void** arguments;
  int argumentCount;
  int size, level, activeLevel;
  const struct Member* outer; // the thread that began the region
  pthread_barrier_t barrier;
  _Atomic unsigned singles;            // how many `single` were entered by some thread
  void* copied;                        // copyprivate
  _Atomic uint64_t chunks[LoopSlots];  // taken of loops so far
  _Atomic uint64_t ordered[LoopSlots]; // iterations that have left their ordered region so far
  _Atomic(Task*) tasks[MaxTeam];       // the first one that each thread has made
} Team;

typedef struct Loop {
  int kind;
  unsigned slot;
  uint64_t lower, step, trip, chunk, next;
  uint64_t before, orderedBefore; // what the team's counters show before the loop
  bool isOrdered, hasLeft;        // the ordered region of the iteration
  uint64_t iteration, end;        // of the chunk
} Loop;

// How far a thread at a barrier has gone through the list of tasks of one thread; null: not at all.
typedef struct Progress {
  Task *seen, *done; // the last one that it has seen, and that is known to be done like all before
  unsigned ends;     // barriers that the thread has come to
} Progress;

typedef struct Member {
  Team* team; // null: a thread outside of all regions
  int number, size, level, activeLevel;
  Settings settings;
  int requested; // by num_threads
  unsigned singles, loops, loopsSinceBarrier, barriers;
  Loop loop;
  uint64_t chunks[LoopSlots], ordered[LoopSlots];
  bool reducesAtomically;
  bool haveTasksTasks; // as far as this thread has seen at the barrier
  Task* task;          // that it executes
  Task* newest;        // that it made
  Progress* lists;
} Member;

// The calling thread's place in its innermost team.
Member* revisit_omp_member(void);
void revisit_omp_enter(Member* member);

// A barrier of the team, at which tasks are executed.
void revisit_omp_barrier(Member* member);

// task_lists.c, which is linked into programs with tasks only. Executes tasks until all threads have come here and all
// tasks are done.
__attribute__((weak)) void revisit_omp_finish_tasks(Member* member);
// Begins the implicit task of a thread, and ends it.
__attribute__((weak)) void revisit_omp_begin_tasks(Member* member);
__attribute__((weak)) void revisit_omp_end_tasks(Member* member);
// Frees the tasks of a team that has ended.
__attribute__((weak)) void revisit_omp_free_tasks(Team* team);

// The schedule for the number that programs use, as the compiler's number.
int revisit_omp_schedule(int kind);
