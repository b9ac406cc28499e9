// OpenMP is not followed: a thread ends where it enters OpenMP's library, whether that is installed or not.
#include <assert.h>
#include <omp.h>
#include <pthread.h>
#include <stdlib.h>

static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int (*const most)(void) = omp_get_max_threads;

static void* add(void* unused) {
#if defined THREAD
#pragma omp parallel
#endif
  {
    pthread_mutex_lock(&lock);
    total++;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

// Everything before the first directive is explored, also in the function of the directive.
static void explored(void) {
  pthread_t other;
  pthread_create(&other, 0, add, 0);
#if defined WRONG
  total++;
#else
  add(0);
#endif
  pthread_join(other, 0);
}

static int fibonacci(int n) {
  int left, right;
  if (n < 2)
    return n;
#pragma omp task shared(left)
  left = fibonacci(n - 1);
#pragma omp task shared(right)
  right = fibonacci(n - 2);
#pragma omp taskwait
  return left + right;
}

int main(void) {
  int sum = 0;
  explored();
#if defined ASSERTED
  assert(total == 3);
#endif
#if defined PARALLEL
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    sum++;
  }
  assert(sum == 2);
#elif defined FOR
#pragma omp parallel for reduction(+ : sum) schedule(dynamic)
  for (int i = 0; i < 10; i++)
    sum += i;
  assert(sum == 45);
#elif defined TASK
#pragma omp parallel
#pragma omp single
  sum = fibonacci(4);
  assert(sum == 3);
#elif defined ASK
  assert(omp_get_thread_num() == 0);
#elif defined POINTER
  assert(most() > 0);
#elif defined LOCK
  omp_lock_t mine;
  omp_init_lock(&mine);
  omp_set_lock(&mine);
  omp_unset_lock(&mine);
  omp_destroy_lock(&mine);
#else // directives for which the compiler needs no library
#pragma omp simd reduction(+ : sum)
  for (int i = 0; i < 10; i++)
    sum += i;
#pragma omp atomic
  sum++;
  assert(sum == 46 && total == 2);
#endif
  (void)fibonacci, (void)most;
  return 0;
}
