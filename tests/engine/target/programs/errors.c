#include <pthread.h>
#include <stdlib.h>
#include <stdio.h>
int y; void *f(void *a) { y++; abort(); }
void *g(void *a) { y++; volatile int z = 0; return (void*)(long)(1 / z); }
void *h(void *a) { y++; char *p = malloc(4); free(p); free(p); return 0; }
void *r(void *a) { volatile char big[4096]; big[0] = 1; return r((void*)big); }
void bye(void) { y++; }
int main(void) { atexit(bye); pthread_t t[4]; pthread_create(t, 0, f, 0); pthread_create(t+1, 0, g, 0); pthread_create(t+2,0,h,0); pthread_create(t+3,0,r,0); printf("hi\n"); exit(3); }
