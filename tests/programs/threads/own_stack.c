/* A thread's own variables lie on the stack that the system tells of, whoever asks; -DWRONG takes one for another. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_t first;

static int isOn(pthread_t thread, const char* address) {
  pthread_attr_t attributes;
  void* low;
  size_t bytes;
  assert(pthread_getattr_np(thread, &attributes) == 0 && pthread_attr_getstack(&attributes, &low, &bytes) == 0);
  pthread_attr_destroy(&attributes);
  return (const char*)low < address && address < (const char*)low + bytes;
}
static void* body(void* ofFirst) {
  char here;
  assert(isOn(pthread_self(), &here) && isOn(first, ofFirst));
#ifdef WRONG
  assert(isOn(first, &here));
#endif
  return NULL;
}
int main(void) {
  char here;
  pthread_t second;
  first = pthread_self();
  assert(isOn(first, &here));
  pthread_create(&second, NULL, body, &here);
  pthread_join(second, NULL);
}
