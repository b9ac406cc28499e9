#include <pthread.h>
int y;
void *f(void *a) { for (unsigned i = 0; ; i++) { unsigned k = i; if (k == 5000000001ull) break; } return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); y = 2; pthread_join(t, 0); return y; }
