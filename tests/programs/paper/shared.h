/* What the programs of this folder share: atomic objects in two builds, inputs, and starting threads.
 *
 * An object is defined by DEFINE_SHARED(Name, type). With -DWRAPPED=1 each operation on it is lock; access; unlock, so
 * all operations on one object are totally ordered, plain reads and failed compare-and-sets included; otherwise it is a
 * C11 atomic. A zeroed object is a valid one in both builds (an all-zero pthread_mutex_t is an unlocked mutex). */
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define UNUSED __attribute__((unused))

#ifndef WRAPPED
#define WRAPPED 0
#endif

#if WRAPPED
#define DEFINE_SHARED(Name, type)                                                                                      \
  typedef struct {                                                                                                     \
    pthread_mutex_t lock;                                                                                              \
    type value;                                                                                                        \
  } Name;                                                                                                              \
  UNUSED static inline type get##Name(Name* object) {                                                                  \
    pthread_mutex_lock(&object->lock);                                                                                 \
    type seen = object->value;                                                                                         \
    pthread_mutex_unlock(&object->lock);                                                                               \
    return seen;                                                                                                       \
  }                                                                                                                    \
  UNUSED static inline type getAndSet##Name(Name* object, type value) {                                                \
    pthread_mutex_lock(&object->lock);                                                                                 \
    type seen = object->value;                                                                                         \
    object->value = value;                                                                                             \
    pthread_mutex_unlock(&object->lock);                                                                               \
    return seen;                                                                                                       \
  }                                                                                                                    \
  UNUSED static inline void set##Name(Name* object, type value) {                                                      \
    pthread_mutex_lock(&object->lock);                                                                                 \
    object->value = value;                                                                                             \
    pthread_mutex_unlock(&object->lock);                                                                               \
  }                                                                                                                    \
  UNUSED static inline bool compareAndSet##Name(Name* object, type expected, type value) {                             \
    pthread_mutex_lock(&object->lock);                                                                                 \
    bool same = object->value == expected;                                                                             \
    if (same)                                                                                                          \
      object->value = value;                                                                                           \
    pthread_mutex_unlock(&object->lock);                                                                               \
    return same;                                                                                                       \
  }
#else
#define DEFINE_SHARED(Name, type)                                                                                      \
  typedef struct {                                                                                                     \
    _Atomic(type) value;                                                                                               \
  } Name;                                                                                                              \
  UNUSED static inline type get##Name(Name* object) {                                                                  \
    return atomic_load(&object->value);                                                                                \
  }                                                                                                                    \
  UNUSED static inline type getAndSet##Name(Name* object, type value) {                                                \
    return atomic_exchange(&object->value, value);                                                                     \
  }                                                                                                                    \
  UNUSED static inline void set##Name(Name* object, type value) {                                                      \
    atomic_store(&object->value, value);                                                                               \
  }                                                                                                                    \
  UNUSED static inline bool compareAndSet##Name(Name* object, type expected, type value) {                             \
    return atomic_compare_exchange_strong(&object->value, &expected, value);                                           \
  }
#endif

DEFINE_SHARED(Number, int)

static inline int getAndIncrement(Number* number) {
#if WRAPPED
  pthread_mutex_lock(&number->lock);
  int seen = number->value++;
  pthread_mutex_unlock(&number->lock);
  return seen;
#else
  return atomic_fetch_add(&number->value, 1);
#endif
}

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

/* An unknown number. With -DENUMERATE=K it is each of 0 to K-1 instead, as one has to do without symbols. */
UNUSED static inline int chooseInput(void) {
  int chosen = __VERIFIER_nondet_int();
#ifdef ENUMERATE
  for (int value = 0; value < ENUMERATE - 1; value++)
    if (chosen == value)
      return value;
  return ENUMERATE - 1;
#else
  return chosen;
#endif
}

enum { MAX_THREADS = 16 };

/* Starts `inserters` threads of the first body and `removers` of the second, each given its index among its kind as
 * the argument; then joins all. */
static inline void runThreads(int inserters, void* (*insert)(void*), int removers, void* (*extract)(void*)) {
  pthread_t threads[MAX_THREADS];
  for (long i = 0; i < inserters; i++)
    pthread_create(&threads[i], NULL, insert, (void*)i);
  for (long i = 0; i < removers; i++)
    pthread_create(&threads[inserters + i], NULL, extract, (void*)i);
  for (int i = 0; i < inserters + removers; i++)
    pthread_join(threads[i], NULL);
}
