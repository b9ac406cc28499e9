#include <pthread.h>
int y; volatile unsigned z;
void *f(void *a) { for (unsigned i = 0; ; i++) { unsigned k = i % 8; if (k == 9) break; i &= 15; } return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); y = 2; pthread_join(t, 0); return y; }
