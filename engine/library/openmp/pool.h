// The threads that execute regions together with the one that meets them.
#pragma once

#include "teams.h"

// Lets so many threads of the pool of the calling thread execute the team's region, with the numbers from 1.
void revisit_omp_begin_workers(Team* team, int count);
// Waits until the last ones that began are done.
void revisit_omp_end_workers(int count);
// What each thread of a team does. teams.c
void revisit_omp_execute(Team* team, int number);
