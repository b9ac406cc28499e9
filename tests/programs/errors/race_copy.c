/* A whole structure is copied while another thread writes one field of it. JOINED: after that thread has ended. */
#include <pthread.h>
#include <string.h>

struct point {
  int x, y;
  char name[8];
};
static struct point shared;

static void* move(void* unused) {
  shared.y = 5;
  return unused;
}

int main(void) {
  struct point copy;
  pthread_t mover;
  pthread_create(&mover, NULL, move, NULL);
#ifdef JOINED
  pthread_join(mover, NULL);
#endif
  memcpy(&copy, &shared, sizeof copy);
#ifndef JOINED
  pthread_join(mover, NULL);
#endif
  return copy.y != 0 && copy.y != 5;
}
