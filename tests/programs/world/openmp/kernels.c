// Small kernels of the kinds that collections of data races have: -DCASE=... names the case, -DWRONG is its faulty
// variant.
#include <assert.h>
#include <omp.h>
#include <string.h>

#ifdef WRONG
enum { isWrong = 1 };
#else
enum { isWrong = 0 };
#endif

enum { size = 4 };
static int a[size + 2], b[size + 2], c[size][size], count;

static void anti_dependence(void) {
#ifdef WRONG
#pragma omp parallel for
  for (int i = 0; i < size; i++)
    a[i] = a[i + 1] + 1;
#else
#pragma omp parallel for
  for (int i = 0; i < size; i++)
    b[i] = a[i + 1] + 1;
#endif
}

static void true_dependence(void) {
#ifndef WRONG
#pragma omp parallel for num_threads(1)
#else
#pragma omp parallel for
#endif
  for (int i = 0; i < size; i++)
    a[i + 1] = a[i] + 1;
  assert(a[size] == size);
}

static void output_dependence(void) {
  int last = 0;
#ifdef WRONG
#pragma omp parallel for
#else
#pragma omp parallel for lastprivate(last)
#endif
  for (int i = 0; i < size; i++) {
    last = i;
    a[i] = last;
  }
  assert(last == size - 1);
}

static void inner_index(void) {
  int j;
#ifdef WRONG
#pragma omp parallel for
#else
#pragma omp parallel for private(j)
#endif
  for (int i = 0; i < 2; i++)
    for (j = 0; j < 2; j++)
      c[i][j] = i + j;
  assert(c[1][1] == 2);
}

static void collapse(void) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++)
      c[isWrong ? 0 : i][j] = i * 3 + j;
  assert(c[1][2] == 5);
}

static void matrix_by_vector(void) {
  int result[2] = {0}, v[3] = {1, 2, 3};
#pragma omp parallel for
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++)
      result[isWrong ? j % 2 : i] += (i + 1) * v[j];
  assert(result[0] == 6 && result[1] == 12);
}

static void histogram(void) {
  const int data[size] = {0, 1, 0, 1};
#pragma omp parallel for
  for (int i = 0; i < size; i++) {
#ifndef WRONG
#pragma omp atomic
#endif
    a[data[i]]++;
  }
  assert(a[0] == 2 && a[1] == 2);
}

static void indirect(void) {
  const int to[size] = {1, 3, 0, isWrong ? 1 : 2};
#pragma omp parallel for
  for (int i = 0; i < size; i++)
    a[to[i]] = i;
}

static void stencil(void) {
  for (int i = 0; i < size + 2; i++)
    a[i] = i;
#pragma omp parallel
  for (int round = 0; round < 1; round++) {
#ifdef WRONG
#pragma omp for nowait
#else
#pragma omp for
#endif
    for (int i = 1; i <= size; i++)
      b[i] = a[i - 1] + a[i + 1];
#pragma omp for
    for (int i = 1; i <= size; i++)
      a[i] = b[i] / 2;
  }
}

static void maximum(void) {
  const int data[size] = {3, 9, 2, 7};
  int most = 0;
#pragma omp parallel for
  for (int i = 0; i < size; i++) {
#ifdef WRONG
    if (data[i] > most) // looks without the lock
#else
#pragma omp critical
    if (data[i] > most)
#endif
      most = data[i];
  }
  assert(most == 9);
}

static void prefix_sums(void) {
  int sums[3] = {0};
#pragma omp parallel
  {
    const int mine = omp_get_thread_num();
    int sum = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < size; i++) {
      sum += i;
      a[i] = sum;
    }
    sums[mine + 1] = sum;
#ifndef WRONG
#pragma omp barrier
#endif
    int before = 0;
    for (int i = 0; i <= mine; i++)
      before += sums[i];
#pragma omp for schedule(static)
    for (int i = 0; i < size; i++)
      a[i] += before;
  }
  assert(a[0] == 0 && a[1] == 1 && a[2] == 3 && a[3] == 6);
}

static void first_one(void) {
  static int isReady, table;
#pragma omp parallel
  {
#ifdef WRONG
    if (!isReady)
#endif
    {
#pragma omp critical
      if (!isReady) {
        table = 5;
        isReady = 1;
      }
    }
    assert(table == 5);
  }
}

static void sections(void) {
#pragma omp parallel sections
  {
#pragma omp section
    memset(a, 1, sizeof a);
#pragma omp section
    memset(isWrong ? a : b, 2, sizeof b);
  }
}

// A queue from which threads take numbers.
static void queue(void) {
  int next = 0;
#pragma omp parallel
  for (;;) {
    int mine;
#ifdef WRONG
#pragma omp atomic read
    mine = next;
#pragma omp atomic
    next++;
#else
#pragma omp atomic capture
    mine = next++;
#endif
    if (mine >= 2)
      break;
#pragma omp atomic
    count++;
  }
  assert(count == 2);
}

static void pointer(void) {
  int data[2] = {1, 2}, *at = data;
#ifdef WRONG
#pragma omp parallel for
#else
#pragma omp parallel for firstprivate(at)
#endif
  for (int i = 0; i < 2; i++) {
    at = data + i;
    a[i] = *at;
  }
  assert(a[0] == 1 && a[1] == 2);
}

int main(void) {
  CASE();
  (void)a, (void)b, (void)c, (void)count;
  return 0;
}
