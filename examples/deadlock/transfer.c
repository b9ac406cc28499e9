/* Money is moved between accounts, each with its own lock. A transfer locks the source first, then the target. */
#include <pthread.h>
#include <stddef.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account alice = {PTHREAD_MUTEX_INITIALIZER, 100};
static struct account bob = {PTHREAD_MUTEX_INITIALIZER, 100};

static void transfer(struct account* from, struct account* to, int amount) {
  pthread_mutex_lock(&from->lock);
  pthread_mutex_lock(&to->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
}

static void* payBob(void* unused) {
  transfer(&alice, &bob, 10);
  return unused;
}

static void* payAlice(void* unused) {
  transfer(&bob, &alice, 20);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, payBob, NULL);
  pthread_create(&second, NULL, payAlice, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
