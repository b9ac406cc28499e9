// c-ares: a name is looked up while its event thread runs.
#include <ares.h>
#include <assert.h>
#include <netdb.h>
#include <stddef.h>

static int answered;

static void answer(void *unused, int status, int timeouts, struct ares_addrinfo *found) {
  (void)unused, (void)timeouts;
  assert(status == ARES_SUCCESS && found != NULL && found->nodes != NULL);
  ares_freeaddrinfo(found);
  answered++;
}
int main(void) {
  ares_channel_t *channel;
  struct ares_options options = {.evsys = ARES_EVSYS_DEFAULT};
  const struct ares_addrinfo_hints hints = {.ai_family = AF_INET};
  assert(ares_library_init(ARES_LIB_INIT_ALL) == ARES_SUCCESS);
  assert(ares_init_options(&channel, &options, ARES_OPT_EVENT_THREAD) == ARES_SUCCESS);
  ares_getaddrinfo(channel, "localhost", NULL, &hints, answer, NULL);
  ares_queue_wait_empty(channel, -1);
  assert(answered == 1);
  ares_destroy(channel);
  ares_library_cleanup();
}
