// An inode and a block are allocated and freed under two mutexes.
extern void abort(void);
#include <assert.h>
void reach_error() {
  assert(0);
}
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int condition) {
  if (!condition) {
  ERROR: {
    reach_error();
    abort();
  }
  }
}
#include <pthread.h>

int block, busy, inode;
pthread_mutex_t m_inode = PTHREAD_MUTEX_INITIALIZER, m_busy = PTHREAD_MUTEX_INITIALIZER;

void* allocator(void* arg) {
  pthread_mutex_lock(&m_inode);
  if (inode == 0) {
    pthread_mutex_lock(&m_busy);
    busy = 1;
    pthread_mutex_unlock(&m_busy);
    inode = 1;
  }
  block = 1;
  __VERIFIER_assert(block == 1);
  pthread_mutex_unlock(&m_inode);
  return 0;
}

void* de_allocator(void* arg) {
#ifdef WRONG
  if (busy == 0)
    block = 0;
#else
  pthread_mutex_lock(&m_busy);
  if (busy == 0) {
    block = 0;
    __VERIFIER_assert(block == 0);
  }
  pthread_mutex_unlock(&m_busy);
#endif
  return 0;
}

int main() {
  pthread_t t1, t2;
  __VERIFIER_assume(inode == busy);
  pthread_mutex_init(&m_inode, 0);
  pthread_mutex_init(&m_busy, 0);
  pthread_create(&t1, 0, allocator, 0);
  pthread_create(&t2, 0, de_allocator, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  pthread_mutex_destroy(&m_inode);
  pthread_mutex_destroy(&m_busy);
  return 0;
}
