// Regions, loops and what orders the threads of a team: -DCASE=... names the case, -DWRONG is its faulty variant.
#include <assert.h>
#include <omp.h>

#ifdef WRONG
enum { isWrong = 1 };
#else
enum { isWrong = 0 };
#endif

static int a[16], b[16];
static int shared, flag;
static int own;
#pragma omp threadprivate(own)

static void region(void) {
  int sum = 0;
#pragma omp parallel
  {
    if (isWrong)
      sum++;
    else {
#pragma omp atomic
      sum++;
    }
  }
  assert(sum == 2);
}

static void reduction(void) {
  int sum = 0, most = 0;
#ifdef WRONG
#pragma omp parallel for
#else
#pragma omp parallel for reduction(+ : sum) reduction(max : most)
#endif
  for (int i = 1; i < 5; i++) {
    sum += i;
    most = i > most ? i : most;
  }
  assert(sum == 10 && most == 4);
}

static void reduction_floats(void) {
  double product = 1;
#ifdef WRONG
#pragma omp parallel for
#else
#pragma omp parallel for reduction(* : product)
#endif
  for (int i = 1; i < 4; i++)
    product *= i;
  assert(product == 6);
}

// The team's own barrier is needed before the sum is used.
static void reduction_in_region(void) {
  int sum = 0;
#pragma omp parallel
  {
#ifdef WRONG
#pragma omp for reduction(+ : sum) nowait
#else
#pragma omp for reduction(+ : sum)
#endif
    for (int i = 0; i < 4; i++)
      sum += i;
#pragma omp master
    assert(sum == 6);
  }
}

static void private_copy(void) {
  int value;
#ifdef WRONG
#pragma omp parallel for
#else
#pragma omp parallel for private(value)
#endif
  for (int i = 0; i < 2; i++) {
    value = i;
    a[i] = value;
  }
  assert(a[0] == 0 && a[1] == 1);
}

static void first_and_last(void) {
  int first = 7, last = 0;
#ifdef WRONG
#pragma omp parallel for firstprivate(first)
#else
#pragma omp parallel for firstprivate(first) lastprivate(last)
#endif
  for (int i = 0; i < 4; i++)
    last = first + i;
  assert(last == 10);
}

static void critical(void) {
#pragma omp parallel
  {
#ifdef WRONG
    shared++;
#else
#pragma omp critical
    shared++;
#endif
  }
  assert(shared == 2);
}

// Regions with different names do not exclude each other.
static void critical_names(void) {
#pragma omp parallel sections
  {
#pragma omp section
    {
#pragma omp critical(one)
      shared++;
    }
#pragma omp section
    {
#ifdef WRONG
#pragma omp critical(other)
#else
#pragma omp critical(one)
#endif
      shared++;
    }
  }
  assert(shared == 2);
}

static void critical_order(void) {
#pragma omp parallel sections
  {
#pragma omp section
    {
#pragma omp critical(one)
      {
#pragma omp critical(other)
        shared++;
      }
    }
#pragma omp section
    {
#ifdef WRONG
#pragma omp critical(other)
      {
#pragma omp critical(one)
        shared++;
      }
#else
#pragma omp critical(one)
      {
#pragma omp critical(other)
        shared++;
      }
#endif
    }
  }
}

static void barrier(void) {
#pragma omp parallel
  {
    const int mine = omp_get_thread_num();
    a[mine] = mine + 1;
#ifndef WRONG
#pragma omp barrier
#endif
    assert(a[1 - mine] == 2 - mine);
  }
}

static void no_wait(void) {
#pragma omp parallel
  {
#ifdef WRONG
#pragma omp for nowait
#else
#pragma omp for
#endif
    for (int i = 0; i < 4; i++)
      a[i] = i;
#pragma omp for
    for (int i = 0; i < 4; i++)
      b[i] = a[3 - i];
  }
  assert(b[0] == 3 && b[3] == 0);
}

static void single(void) {
#pragma omp parallel
  {
#ifdef WRONG
#pragma omp single nowait
#else
#pragma omp single
#endif
    shared = 5;
    assert(shared == 5);
  }
}

static void copy_private(void) {
#pragma omp parallel
  {
    int mine = -1;
#ifdef WRONG
#pragma omp single
    mine = 3;
#else
#pragma omp single copyprivate(mine)
    mine = 3;
#endif
    assert(mine == 3);
  }
}

// There is no barrier behind a master region.
static void master(void) {
#pragma omp parallel
  {
#pragma omp master
    shared = 1;
#ifndef WRONG
#pragma omp barrier
#endif
    assert(shared == 1);
  }
}

static void ordered(void) {
  int next = 0;
#pragma omp parallel for ordered schedule(static, 1)
  for (int i = 0; i < 3; i++) {
#ifdef WRONG
    assert(next == i);
    next++;
#else
#pragma omp ordered
    {
      assert(next == i);
      next++;
    }
#endif
  }
}

static void ordered_dynamic(void) {
  int next = 0;
#pragma omp parallel for ordered schedule(dynamic)
  for (int i = 0; i < 3; i++) {
    if (!isWrong && i == 1)
      continue; // an iteration without its ordered region
#ifdef WRONG
    next++;
#else
#pragma omp ordered
    next++;
#endif
  }
  assert(next == 2);
}

// Which thread takes which iterations is open: each one may take all.
static void dynamic(void) {
  int taken[2] = {0};
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 3; i++)
    taken[omp_get_thread_num()]++;
  assert(taken[0] + taken[1] == 3);
  if (isWrong)
    assert(taken[0] != 0 || taken[1] != 3);
}

static void guided(void) {
  int sum = 0;
#pragma omp parallel for schedule(guided) reduction(+ : sum)
  for (long i = 5; i > 0; i -= 2)
    if (isWrong)
      shared += (int)i;
    else
      sum += (int)i;
  assert(isWrong || sum == 9);
}

static void set_at_run_time(void) {
  omp_set_schedule(omp_sched_dynamic, 2);
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < 4; i++) {
    if (isWrong)
      shared += i;
    a[i] = omp_get_thread_num();
  }
  assert(a[0] == a[1] && a[2] == a[3]);
}

static void static_parts(void) {
#pragma omp parallel for num_threads(3) schedule(static)
  for (int i = 0; i < 7; i++)
    a[i] = omp_get_thread_num();
#pragma omp parallel for num_threads(3) schedule(static, 2)
  for (int i = 0; i < 7; i++)
    b[i] = omp_get_thread_num() + (isWrong && i == 6);
  assert(a[0] == 0 && a[2] == 0 && a[3] == 1 && a[4] == 1 && a[5] == 2 && a[6] == 2);
  assert(b[0] == 0 && b[1] == 0 && b[2] == 1 && b[3] == 1 && b[4] == 2 && b[5] == 2 && b[6] == 0);
}

// Values of the same thread in the next region.
static void thread_private(void) {
#pragma omp parallel
  own = omp_get_thread_num() + 1;
  own += isWrong;
#pragma omp parallel
  assert(own == omp_get_thread_num() + 1);
}

static void copy_in(void) {
  own = 4;
#ifdef WRONG
#pragma omp parallel
#else
#pragma omp parallel copyin(own)
#endif
  assert(own == 4);
}

static void nested(void) {
  if (isWrong)
    omp_set_max_active_levels(2);
#pragma omp parallel
  {
    int inner = 0;
#pragma omp parallel
    inner++;
    assert(omp_get_level() == 1 && omp_in_parallel());
    (void)inner;
  }
}

static void nested_threads(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel
  {
#pragma omp parallel
    {
      assert(omp_get_num_threads() == 2 && omp_get_level() == 2 && omp_get_team_size(1) == 2);
      assert(omp_get_ancestor_thread_num(0) == 0);
      if (isWrong)
        shared++;
      else {
#pragma omp atomic
        shared++;
      }
    }
  }
  assert(shared == 4);
}

static void condition(void) {
#pragma omp parallel if (isWrong)
  shared++;
  assert(shared == 1 && omp_get_num_threads() == 1);
}

static void three_threads(void) {
  omp_set_num_threads(3);
#pragma omp parallel
  {
    assert(omp_get_num_threads() == 3 && omp_get_max_threads() == 3);
    if (isWrong && omp_get_thread_num() != 0)
      shared++;
    else {
#pragma omp critical
      a[0]++;
    }
  }
  assert(a[0] == 3);
}

// A flag is no way to wait for data, unless it is read and written atomically.
static void flush(void) {
#pragma omp parallel sections
  {
#pragma omp section
    {
      shared = 1;
      if (isWrong)
        flag = 1;
      else {
#pragma omp atomic write seq_cst
        flag = 1;
      }
    }
#pragma omp section
    {
      int seen = 0;
      while (!seen) {
        if (isWrong)
          seen = flag;
        else {
#pragma omp atomic read seq_cst
          seen = flag;
        }
      }
      assert(shared == 1);
    }
  }
}

// Loops of a team one after the other, of which threads are ahead.
static void many_loops(void) {
#pragma omp parallel
  {
    for (int round = 0; round < 2; round++) {
#pragma omp for schedule(dynamic) nowait
      for (int i = 0; i < 1; i++) {
        if (isWrong)
          shared++;
        else {
#pragma omp atomic
          shared++;
        }
      }
    }
  }
  assert(shared == 2);
}

// The threads of a team are the same in each region, however many there are.
static void many_regions(void) {
  for (int i = 0; i < 40; i++) {
    const int isLast = i == 39;
#pragma omp parallel
    {
      a[omp_get_thread_num()]++;
      if (isWrong && isLast)
        shared++;
    }
  }
  assert(a[0] == 40 && a[1] == 40);
}

static void lock(void) {
  omp_lock_t mine;
  omp_init_lock(&mine);
#pragma omp parallel
  {
    if (!isWrong || omp_get_thread_num() == 0)
      omp_set_lock(&mine);
    shared++;
    if (!isWrong || omp_get_thread_num() == 0)
      omp_unset_lock(&mine);
  }
  omp_destroy_lock(&mine);
  assert(shared == 2);
}

static void lock_forgotten(void) {
  omp_lock_t mine;
  omp_init_lock(&mine);
#pragma omp parallel
  {
    omp_set_lock(&mine);
    shared++;
    if (!isWrong)
      omp_unset_lock(&mine);
  }
  omp_destroy_lock(&mine);
}

static void test_lock(void) {
  omp_lock_t mine;
  omp_init_lock(&mine);
#pragma omp parallel
  {
    const int has = omp_test_lock(&mine);
    if (has || isWrong)
      shared++;
    if (has)
      omp_unset_lock(&mine);
  }
  omp_destroy_lock(&mine);
}

static void nest_lock(void) {
  omp_nest_lock_t mine;
  omp_init_nest_lock(&mine);
#pragma omp parallel
  {
    omp_set_nest_lock(&mine);
    assert(omp_test_nest_lock(&mine) == 2);
    omp_unset_nest_lock(&mine);
    if (isWrong)
      omp_unset_nest_lock(&mine);
    shared++;
    if (!isWrong)
      omp_unset_nest_lock(&mine);
  }
  omp_destroy_nest_lock(&mine);
}

int main(void) {
  CASE();
  (void)a, (void)b, (void)shared, (void)flag;
  return 0;
}
