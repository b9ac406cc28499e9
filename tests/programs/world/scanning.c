// scanf and its kin, as the C library has them; and what they read and write when threads share it.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(SHARED)
static char text[] = "12 7";
static int first, second;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* scan(void* arg) {
#ifdef LOCKED
  pthread_mutex_lock(&mutex);
#endif
  int read = sscanf(text, "%d %d", &first, &second);
#ifdef LOCKED
  pthread_mutex_unlock(&mutex);
#endif
  assert(read == 2);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, scan, 0);
#ifdef LOCKED
  pthread_mutex_lock(&mutex);
#endif
  text[0] = '3';
#ifdef LOCKED
  pthread_mutex_unlock(&mutex);
#endif
  pthread_join(thread, 0);
  assert(second == 7 && (first == 12 || first == 32));
  return 0;
}
#elif defined(STREAM)
// A call of scanf has the stream for itself; what one thread gives back, the other one reads.
static int numbers[2];

static void* scan(void* number) {
  assert(scanf("%d", number) == 1);
  return number;
}

int main(void) {
  pthread_t thread;
  int c = getchar();
  ungetc('7', stdin);
  pthread_create(&thread, 0, scan, &numbers[1]);
  scan(&numbers[0]);
  pthread_join(thread, 0);
  assert(c == '1' && numbers[0] + numbers[1] == 7 + 5678);
#ifdef WRONG
  assert(numbers[0] == 7);
#endif
  return 0;
}
#elif defined(UNKNOWN)
#include <revisit.h>

int main(void) {
  char text[] = "5";
  text[0] = revisit_nondet_char("digit");
  revisit_assume(text[0] >= '0' && text[0] <= '9');
  int value = 0;
  sscanf(text, "%d", &value);
  assert(value != 7);
  return 0;
}
#else
int main(void) {
  int a, b, n;
  unsigned u;
  long l;
  short h;
  signed char cc;
  char word[16], set[16], two[3];
  double d;
  float f;
  long double ld;
  char* m;
  void* p;
  size_t z;
  assert(sscanf("12 -7", "%d %d", &a, &b) == 2 && a == 12 && b == -7);
  assert(sscanf("0x1f 077 0", "%i %i %i", &a, &b, &n) == 3 && a == 31 && b == 63 && n == 0);
  assert(sscanf("300 70000", "%hhd %hd", &cc, &h) == 2 && cc == 44 && h == 4464);
  assert(sscanf("key=value; rest", "%3s=%[^;]; %n%s", word, set, &n, word) == 3 && !strcmp(set, "value") &&
         !strcmp(word, "rest") && n == 11);
  assert(sscanf("123456", "%3d%2c", &a, two) == 2 && a == 123 && two[0] == '4' && two[1] == '5');
  assert(sscanf("3.5e2kg -0.25 1e-3", "%lfkg %f %Lf", &d, &f, &ld) == 3 && d == 350 && f == -0.25f && ld > 0.0009L &&
         ld < 0.0011L);
  assert(sscanf("inf nan 0x1.8p1", "%lf %f %lf", &d, &f, &d) == 3 && d == 3);
  assert(sscanf("abc", "%d", &a) == 0);
  assert(sscanf("", "%d", &a) == EOF && sscanf("   ", "%d", &a) == EOF && sscanf("5", "%d %d", &a, &b) == 1);
  assert(sscanf("a-z]", "%[]a-z-]", set) == 1 && !strcmp(set, "a-z]"));
  assert(sscanf("hello world", "%ms %*s", &m) == 1 && !strcmp(m, "hello"));
  free(m);
  assert(sscanf("50% done", "%d%% %s", &a, word) == 2 && a == 50 && !strcmp(word, "done"));
  assert(sscanf("0xdeadbeef 18446744073709551615", "%p %zu", &p, &z) == 2 && p == (void*)0xdeadbeef && z == ~(size_t)0);
  assert(sscanf("-9223372036854775808", "%ld", &l) == 1 && l == (-9223372036854775807L - 1));
  assert(sscanf("1,2,,", "%d,%d,%d", &a, &b, &n) == 2 && sscanf("+", "%d", &a) == 0);
  int lines = 0, sum = 0;
  while (scanf("%d %15s", &a, word) == 2)
    sum += a, lines++;
  assert(lines == 3 && sum == 6 && feof(stdin));
  return 0;
}
#endif
