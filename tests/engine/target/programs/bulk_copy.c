#include <pthread.h>
#include <string.h>
struct S { int a; long b; char c; } s, d;
void *f(void *x) { s.a = 1; s.b = 2; s.c = 3; memcpy(&d, &s, sizeof d); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); d.a = 5; char *p = (char*)&d.b; p[1] = 9; long v = d.b; pthread_join(t, 0); return v; }
