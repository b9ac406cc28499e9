// Functions of <omp.h> that ask about threads and set how many there are to be.
#include "teams.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

void revisit_omp_set_num_threads(int threads) {
  if (threads > 0)
    revisit_omp_member()->settings.threads = threads;
}
int revisit_omp_get_num_threads(void) {
  return revisit_omp_member()->size;
}
int revisit_omp_get_max_threads(void) {
  return revisit_omp_member()->settings.threads;
}
int revisit_omp_get_thread_num(void) {
  return revisit_omp_member()->number;
}
int revisit_omp_get_num_procs(void) {
  return (int)sysconf(_SC_NPROCESSORS_ONLN);
}
int revisit_omp_in_parallel(void) {
  return revisit_omp_member()->activeLevel > 0;
}
void revisit_omp_set_dynamic(int isDynamic) {
  revisit_omp_member()->settings.isDynamic = isDynamic != 0;
}
int revisit_omp_get_dynamic(void) {
  return revisit_omp_member()->settings.isDynamic;
}
int revisit_omp_get_cancellation(void) {
  return 0;
}
void revisit_omp_set_nested(int isNested) {
  revisit_omp_member()->settings.activeLevels = isNested ? MaxTeam : 1;
}
int revisit_omp_get_nested(void) {
  return revisit_omp_member()->settings.activeLevels > 1;
}
void revisit_omp_set_max_active_levels(int levels) {
  if (levels >= 0)
    revisit_omp_member()->settings.activeLevels = levels;
}
int revisit_omp_get_max_active_levels(void) {
  return revisit_omp_member()->settings.activeLevels;
}
int revisit_omp_get_supported_active_levels(void) {
  return MaxTeam;
}
void revisit_omp_set_schedule(int kind, int chunk) {
  Settings* const settings = &revisit_omp_member()->settings;
  settings->schedule = kind;
  settings->chunk = chunk;
}
void revisit_omp_get_schedule(int* kind, int* chunk) {
  const Settings* const settings = &revisit_omp_member()->settings;
  *kind = settings->schedule;
  *chunk = settings->chunk;
}
int revisit_omp_get_thread_limit(void) {
  return MaxTeam;
}
int revisit_omp_get_level(void) {
  return revisit_omp_member()->level;
}
int revisit_omp_get_active_level(void) {
  return revisit_omp_member()->activeLevel;
}

// The thread of the calling one's ancestors at this level.
static const Member* ancestor(int level) {
  const Member* member = revisit_omp_member();
  if (level < 0 || level > member->level)
    return NULL;
  while (member->level > level)
    member = member->team->outer;
  return member;
}
int revisit_omp_get_ancestor_thread_num(int level) {
  const Member* const member = ancestor(level);
  return member == NULL ? -1 : member->number;
}
int revisit_omp_get_team_size(int level) {
  const Member* const member = ancestor(level);
  return member == NULL ? -1 : member->size;
}
int revisit_omp_get_proc_bind(void) {
  return 0;
}
int revisit_omp_get_max_task_priority(void) {
  return 0;
}
int revisit_omp_get_num_teams(void) {
  return 1;
}
int revisit_omp_get_team_num(void) {
  return 0;
}
int revisit_omp_get_num_devices(void) {
  return 0;
}
int revisit_omp_get_default_device(void) {
  return 0;
}
void revisit_omp_set_default_device(int device) {
  (void)device;
}
int revisit_omp_is_initial_device(void) {
  return 1;
}
int revisit_omp_get_initial_device(void) {
  return 0;
}

double revisit_omp_get_wtime(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}
double revisit_omp_get_wtick(void) {
  return 1e-9;
}
