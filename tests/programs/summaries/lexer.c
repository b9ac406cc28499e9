// A lexer reads unknown characters and tells how deep it is in parentheses; a watcher looks at that.
// -DBUG: it does not refuse a ')' at the beginning.
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 6
#endif

static atomic_int depth, words;

static void* read(void* unused) {
  int level = 0, inWord = 0;
  for (int i = 0; i < N; i++) {
    const char c = revisit_nondet_char("c");
    const int isLetter = c >= 'a' && c <= 'z';
    if (isLetter && !inWord)
      atomic_fetch_add(&words, 1);
    inWord = isLetter;
    if (c == '(' && level < 2)
      level++;
#ifdef BUG
    else if (c == ')' && (level > 0 || i == 0))
#else
    else if (c == ')' && level > 0)
#endif
      level--;
    else
      continue;
    atomic_store(&depth, level);
  }
  return unused;
}

static void* watch(void* unused) {
  for (int i = 0; i < 2; i++) {
    const int now = atomic_load(&depth);
    assert(now >= 0 && now <= 2);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, read, NULL);
  pthread_create(&threads[1], NULL, watch, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(atomic_load(&words) <= N);
}
