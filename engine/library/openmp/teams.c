// Regions, and what is asked about them.
#include "teams.h"

#include "pool.h"

#include <stdlib.h>
#include <string.h>

static _Thread_local Member* g_member;
static _Thread_local Member g_outside; // of all regions

static int numberOf(const char* variable, int otherwise) {
  const char* const text = getenv(variable);
  const int number = text == NULL ? 0 : atoi(text);
  return number > 0 ? number : otherwise;
}

static void readSchedule(Settings* settings) {
  static const char* const names[] = {"static", "dynamic", "guided", "auto"};
  const char* const text = getenv("OMP_SCHEDULE");
  for (int i = 0; text != NULL && i < 4; i++)
    if (strncmp(text, names[i], strlen(names[i])) == 0) {
      const char* const comma = strchr(text, ',');
      settings->schedule = i + 1;
      settings->chunk = comma == NULL ? 0 : atoi(comma + 1);
    }
}

// Two threads find nearly all that more would find, in far fewer executions.
static void readSettings(Settings* settings) {
  settings->threads = numberOf("OMP_NUM_THREADS", 2);
  settings->activeLevels = numberOf("OMP_MAX_ACTIVE_LEVELS", 1);
  settings->schedule = 1;
  readSchedule(settings);
}

Member* revisit_omp_member(void) {
  if (g_member == NULL) {
    g_outside.size = 1;
    readSettings(&g_outside.settings);
    g_member = &g_outside;
    if (revisit_omp_begin_tasks)
      revisit_omp_begin_tasks(g_member);
  }
  return g_member;
}

void revisit_omp_enter(Member* member) {
  g_member = member;
}

// Calls a region with its variables. Their number is known to the compiler only.
static void call(Region region, int32_t number, int count, void** a) {
  int32_t bound = number;
  switch ((count + 3) / 4) {
  case 0:
    region(&number, &bound);
    break;
  case 1:
    region(&number, &bound, a[0], a[1], a[2], a[3]);
    break;
  case 2:
    region(&number, &bound, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]);
    break;
  case 3:
    region(&number, &bound, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11]);
    break;
  case 4:
    region(&number, &bound, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13],
           a[14], a[15]);
    break;
  default:
    region(&number, &bound, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12], a[13],
           a[14], a[15], a[16], a[17], a[18], a[19], a[20], a[21], a[22], a[23], a[24], a[25], a[26], a[27], a[28],
           a[29], a[30], a[31]);
  }
}

static Member memberOf(Team* team, int number) {
  return (Member){.team = team,
                  .number = number,
                  .size = team->size,
                  .level = team->level,
                  .activeLevel = team->activeLevel,
                  .settings = team->outer->settings};
}

void revisit_omp_execute(Team* team, int number) {
  Member* const outer = g_member;
  Member member = memberOf(team, number);
  const int count = team->argumentCount;
  void* arguments[MaxArguments] = {0};
  for (int i = 0; i < count; i++)
    arguments[i] = team->arguments[i];
  g_member = &member;
  if (revisit_omp_begin_tasks)
    revisit_omp_begin_tasks(&member);
  call(team->region, number, count, arguments);
  if (revisit_omp_finish_tasks)
    revisit_omp_finish_tasks(&member);
  if (revisit_omp_end_tasks)
    revisit_omp_end_tasks(&member);
  g_member = outer;
}

// As many as asked for, unless the region is within as many active ones as there may be.
static int threadsOfNext(Member* member) {
  const int asked = member->requested > 0 ? member->requested : member->settings.threads;
  member->requested = 0;
  if (member->activeLevel >= member->settings.activeLevels)
    return 1;
  if (asked > MaxTeam)
    revisit_machine_stop("OpenMP: a team of more than 64 threads");
  return asked;
}

// The pass puts the variables into memory.
void revisit_kmpc_fork_call(Place* place, int32_t count, Region region, void** arguments) {
  (void)place;
  Member* const member = revisit_omp_member();
  if (count > MaxArguments)
    revisit_machine_stop("OpenMP: a region that shares more than 32 variables");
  const int size = threadsOfNext(member);
  Team team = {.region = region,
               .arguments = arguments,
               .argumentCount = count,
               .size = size,
               .level = member->level + 1,
               .activeLevel = member->activeLevel + (size > 1),
               .outer = member};
  if (size > 1) {
    pthread_barrier_init(&team.barrier, NULL, (unsigned)size);
    revisit_omp_begin_workers(&team, size - 1);
  }
  revisit_omp_execute(&team, 0);
  if (size > 1) {
    revisit_omp_end_workers(size - 1);
    pthread_barrier_destroy(&team.barrier);
  }
  if (revisit_omp_free_tasks)
    revisit_omp_free_tasks(&team);
}

void revisit_kmpc_push_num_threads(Place* place, int32_t thread, int32_t threads) {
  (void)place, (void)thread;
  revisit_omp_member()->requested = threads;
}

void revisit_kmpc_push_proc_bind(Place* place, int32_t thread, int32_t kind) {
  (void)place, (void)thread, (void)kind;
}

// A region of one thread that is called in its place: it needs a team, because barriers and loops in it ask.
typedef struct Alone {
  Member member;
  Team team;
  Member* outer;
} Alone;

void revisit_kmpc_serialized_parallel(Place* place, int32_t thread) {
  (void)place, (void)thread;
  Member* const outer = revisit_omp_member();
  Alone* const alone = calloc(1, sizeof *alone);
  outer->requested = 0;
  alone->outer = outer;
  alone->team.size = 1;
  alone->team.level = outer->level + 1;
  alone->team.activeLevel = outer->activeLevel;
  alone->team.outer = outer;
  alone->member = memberOf(&alone->team, 0);
  g_member = &alone->member;
  if (revisit_omp_begin_tasks)
    revisit_omp_begin_tasks(g_member);
}

void revisit_kmpc_end_serialized_parallel(Place* place, int32_t thread) {
  (void)place, (void)thread;
  Alone* const alone = (Alone*)g_member; // its first member
  if (revisit_omp_end_tasks)
    revisit_omp_end_tasks(g_member);
  g_member = alone->outer;
  free(alone);
}

int32_t revisit_kmpc_global_thread_num(Place* place) {
  (void)place;
  return revisit_omp_member()->number;
}

int32_t revisit_kmpc_global_num_threads(Place* place) {
  (void)place;
  return revisit_omp_member()->size;
}

int32_t revisit_kmpc_bound_thread_num(Place* place) {
  (void)place;
  return revisit_omp_member()->number;
}

int32_t revisit_kmpc_bound_num_threads(Place* place) {
  (void)place;
  return revisit_omp_member()->size;
}

int32_t revisit_kmpc_in_parallel(Place* place) {
  (void)place;
  return revisit_omp_member()->activeLevel > 0;
}

int32_t revisit_kmpc_ok_to_fork(Place* place) {
  (void)place;
  return 1;
}
