/* Accesses of different shape that overlap are one location. */
#include <pthread.h>
#include <stdint.h>
union { uint32_t word; uint16_t half[2]; uint8_t byte[4]; } u;
void *work(void *unused) { u.half[1] = 0x1234; return 0; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  u.byte[0] = 7;
  uint32_t seen = u.word;
  pthread_join(thread, 0);
  return u.word == 0x12340007 ? 0 : 1;
}
