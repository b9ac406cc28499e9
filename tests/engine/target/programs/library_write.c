#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
#include <stdio.h>
#include <stdlib.h>
char buf[16]; int n;
void *f(void *a) { memfrob(buf, 6); return 0; }
static int cmp(const void *a, const void *b) { return *(int*)a - *(int*)b; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); int v[3] = {3,1,2}; qsort(v, 3, sizeof(int), cmp); char *q = malloc(20); snprintf(q, 20, "%d", v[0]); printf("%s %s\n", buf, q); return buf[1]; }
