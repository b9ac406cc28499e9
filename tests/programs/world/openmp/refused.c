// What is not followed is a reason by name.
int omp_get_num_interop(void);

static int shared;

int main(void) {
#if defined TEAMS
#pragma omp teams
  shared++;
#elif defined DOACROSS
#pragma omp parallel for ordered(1)
  for (int i = 1; i < 3; i++) {
#pragma omp ordered depend(sink : i - 1)
    shared++;
#pragma omp ordered depend(source)
  }
#elif defined POINTER
  int (*const ask)(void) = omp_get_num_interop;
  return ask();
#endif
  return shared == 7;
}
