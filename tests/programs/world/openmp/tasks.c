// Tasks: -DCASE=... names the case, -DWRONG is its faulty variant.
#include <assert.h>
#include <omp.h>

#ifdef WRONG
enum { isWrong = 1 };
#else
enum { isWrong = 0 };
#endif

static int a[8];
static int shared;

static void wait_for_task(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    shared = 1;
#ifndef WRONG
#pragma omp taskwait
#endif
    assert(shared == 1);
  }
}

static void two_tasks(void) {
#pragma omp parallel
#pragma omp master
  {
#pragma omp task
    shared++;
#pragma omp task
    if (isWrong)
      shared++;
    else
      a[0]++;
  }
}

static void depend(void) {
  int value = 0;
#pragma omp parallel
#pragma omp master
  {
#pragma omp task depend(out : value) shared(value)
    value = 1;
#ifdef WRONG
#pragma omp task shared(value)
#else
#pragma omp task depend(in : value) shared(value)
#endif
    assert(value == 1);
  }
}

static void depend_chain(void) {
#pragma omp parallel
#pragma omp master
  {
#pragma omp task depend(out : a[0])
    a[0] = 1;
#ifdef WRONG
#pragma omp task depend(in : a[0]) depend(out : a[2])
#else
#pragma omp task depend(in : a[0]) depend(out : a[1])
#endif
    a[1] = a[0] + 1;
#pragma omp task depend(in : a[1])
    assert(a[1] == 2);
  }
}

// Readers are not ordered; who writes comes after all of them.
static void depend_readers(void) {
#pragma omp parallel
#pragma omp master
  {
#pragma omp task depend(in : shared)
    a[0] = shared;
#pragma omp task depend(in : shared)
    a[isWrong ? 0 : 1] = shared;
#pragma omp task depend(inout : shared)
    shared = 1;
  }
}

static void depend_at_once(void) {
#pragma omp parallel
#pragma omp master
  {
#pragma omp task depend(out : shared)
    shared = 1;
#ifdef WRONG
#pragma omp task depend(in : a[0]) if (0)
#else
#pragma omp task depend(in : shared) if (0)
#endif
    assert(shared == 1);
  }
}

static void wait_for_dependence(void) {
#pragma omp parallel
#pragma omp master
  {
#pragma omp task depend(out : a[0])
    a[0] = 1;
#pragma omp task depend(out : a[1])
    a[1] = 1;
#pragma omp taskwait depend(in : a[0])
    assert(a[isWrong ? 1 : 0] == 1);
  }
}

// taskwait waits for children, a group for all descendants.
static void group(void) {
#pragma omp parallel
#pragma omp master
  {
#ifdef WRONG
#pragma omp task
    {
#pragma omp task
      shared = 1;
    }
#pragma omp taskwait
#else
#pragma omp taskgroup
    {
#pragma omp task
      {
#pragma omp task
        shared = 1;
      }
    }
#endif
    assert(shared == 1);
  }
}

static int fibonacci(int n) {
  int left, right;
  if (n < 2)
    return n;
#pragma omp task shared(left)
  left = fibonacci(n - 1);
#pragma omp task shared(right)
  right = fibonacci(n - 2);
#ifndef WRONG
#pragma omp taskwait
#endif
  return left + right;
}
static void recursion(void) {
#pragma omp parallel
#pragma omp single
  assert(fibonacci(2) == 1);
}

static void barrier_of_tasks(void) {
#pragma omp parallel
  {
#pragma omp master
    {
#pragma omp task
      shared = 1;
    }
#ifndef WRONG
#pragma omp barrier
#endif
    assert(shared == 1);
  }
}

// A task has its own copy of what the region's code goes on to change.
static void first_private(void) {
#pragma omp parallel
#pragma omp master
  {
    int value = 1;
#ifdef WRONG
#pragma omp task shared(value)
#else
#pragma omp task firstprivate(value)
#endif
    a[0] = value;
    value = 2;
#pragma omp taskwait
    assert(a[0] == 1);
  }
}

static void final_tasks(void) {
#pragma omp parallel
#pragma omp master
  {
#pragma omp task final(!isWrong)
    {
#pragma omp task
      shared = 1;
      assert(shared == 1);
    }
  }
}

static void loop(void) {
  int sum = 0;
#pragma omp parallel
#pragma omp master
  {
#pragma omp taskloop num_tasks(2) shared(sum)
    for (int i = 0; i < 4; i++) {
      if (isWrong)
        sum += i;
      else {
#pragma omp atomic
        sum += i;
      }
    }
    assert(sum == 6);
  }
}

static void loop_grain(void) {
  int last = 0;
#pragma omp parallel
#pragma omp master
  {
#ifdef WRONG
#pragma omp taskloop grainsize(2) nogroup shared(last)
#else
#pragma omp taskloop grainsize(2) lastprivate(last)
#endif
    for (int i = 0; i < 4; i++)
      last = i;
    assert(last == 3);
  }
}

static void without_team(void) {
#pragma omp task depend(out : shared)
  shared = 1;
#pragma omp task depend(in : shared)
  a[0] = shared;
  assert(a[0] == (isWrong ? 2 : 1));
}

static void each_makes_one(void) {
#pragma omp parallel
  {
    const int mine = isWrong ? 0 : omp_get_thread_num();
#pragma omp task firstprivate(mine)
    a[mine] = 1;
  }
}

static void critical_in_tasks(void) {
#pragma omp parallel
#pragma omp master
  for (int i = 0; i < 2; i++) {
#pragma omp task
    {
#ifdef WRONG
      shared++;
#else
#pragma omp critical
      shared++;
#endif
    }
  }
  assert(shared == 2);
}

int main(void) {
  CASE();
  (void)a, (void)shared;
  return 0;
}
