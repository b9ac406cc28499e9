#include <pthread.h>
#include <stdatomic.h>
atomic_int flag; int data;
void *f(void *a) { data = 42; flag = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); while (!flag) ; return data; }
