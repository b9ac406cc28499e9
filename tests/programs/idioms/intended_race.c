/* Races that the program means, and one that it does not. The attribute or a file of suppressions names those that are
 * meant. MARK: what bears the attribute. OTHER: the race that nobody named. */
#include <pthread.h>
#include <revisit.h>

enum { nothing, function, variable, member }; /* of MARK */
#if MARK == 1
#define ON_FUNCTION REVISIT_INTENDED_RACE
#else
#define ON_FUNCTION
#endif
#if MARK == 2
#define ON_VARIABLE REVISIT_INTENDED_RACE
#else
#define ON_VARIABLE
#endif
#if MARK == 3
#define ON_MEMBER REVISIT_INTENDED_RACE
#else
#define ON_MEMBER
#endif

typedef struct Statistics {
  int before;
  ON_MEMBER long hits;
} Statistics;

static Statistics statistics;
ON_VARIABLE static int hint;
static int other;

ON_FUNCTION static void countHit(Statistics *in) { in->hits++; }

static void *work(void *none) {
  countHit(&statistics);
  hint = 1;
#ifdef OTHER
  other = 1;
  hint = other;
#endif
#ifdef SAME /* where a meant access came last, the one before it still counts */
  statistics.hits = 4;
  countHit(&statistics);
#endif
  return none;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], 0);
  return 0;
}
