/* Two tellers pay into one account. Each reads the balance, adds, and writes it back. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int balance;

static void* pay(void* amount) {
  int before = atomic_load(&balance);
  atomic_store(&balance, before + (int)(long)amount);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, pay, (void*)10);
  pthread_create(&second, NULL, pay, (void*)20);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(atomic_load(&balance) == 30);
  return 0;
}
