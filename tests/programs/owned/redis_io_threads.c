// Redis' threads for input and output: four clients' replies are written, two of them by the second thread.
#include "server.h"

#include <assert.h>
#include <sys/socket.h>

void initThreadedIO(void);
void startThreadedIO(void);
void stopThreadedIO(void);

enum { Clients = 4 };

int main(void) {
  int ends[Clients][2];
  char text[8];
  server.verbosity = LL_WARNING;
  server.db = zcalloc(sizeof(redisDb));
  server.dbnum = 1;
  server.maxclients = Clients;
  server.el = aeCreateEventLoop(64);
  server.clients = listCreate();
  server.clients_pending_write = listCreate();
  server.clients_pending_read = listCreate();
  server.clients_index = raxNew();
  ACLInit();
  server.io_threads_num = 2;
  initThreadedIO();
  for (int i = 0; i < Clients; i++) {
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends[i]) == 0);
    connection* end = connCreateAcceptedSocket(ends[i][0]);
    addReplyProto(createClient(end), "+OK\r\n", 5);
  }
  assert(handleClientsWithPendingWritesUsingThreads() == Clients);
  stopThreadedIO();
  for (int i = 0; i < Clients; i++)
    assert(read(ends[i][1], text, sizeof text) == 5 && memcmp(text, "+OK\r\n", 5) == 0);
}
