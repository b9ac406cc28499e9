// Threads that send each other messages: -DCASE=... names the case, -DWRONG is its faulty variant.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifdef WRONG
enum { isWrong = 1 };
#else
enum { isWrong = 0 };
#endif

static int a[2], server, client;
static int shared;
static struct sockaddr_in name;
static pthread_t threads[4];
static int started;

static void start(void* (*body)(void*), void* argument) {
  pthread_create(&threads[started++], 0, body, argument);
}
static void joinAll(void) {
  for (int i = 0; i < started; i++)
    pthread_join(threads[i], 0);
}
static int udp(struct sockaddr_in* to) {
  socklen_t bytes = sizeof *to;
  const int s = socket(AF_INET, SOCK_DGRAM, 0);
  *to = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  assert(bind(s, (struct sockaddr*)to, bytes) == 0 && getsockname(s, (struct sockaddr*)to, &bytes) == 0);
  return s;
}

// What is stored before a message is sent is there once it was received.
static void* sender(void* unused) {
  if (!isWrong)
    shared = 1;
  assert(send(a[1], "x", 1, 0) == 1);
  if (isWrong)
    shared = 1;
  return 0;
}
static void publishes(void) {
  char c[9];
  assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, a) == 0);
  start(sender, 0);
  assert(recv(a[0], c, 9, 0) == 1 && shared == 1);
  joinAll();
}

// Two senders: their messages come in one order or the other, and each as it was sent.
static void* sends(void* text) {
  assert(send(a[1], text, strlen(text), 0) == (ssize_t)strlen(text));
  return 0;
}
static void two_senders(void) {
  char got[9];
  assert(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, a) == 0);
  start(sends, "ab");
  start(sends, "cde");
  const ssize_t first = recv(a[0], got, 9, 0), second = recv(a[0], got + 4, 5, 0);
  assert(first + second == 5);
  if (isWrong)
    assert(first == 2);
  joinAll();
}

// A queue of eleven messages is full; the twelfth waits for a reader.
static void* fills(void* unused) {
  for (int i = 0; i < 12; i++)
    assert(send(client, "x", 1, 0) == 1);
  return 0;
}
static void full(void) {
  struct sockaddr to = {AF_UNIX, "\0to"};
  char c;
  server = socket(AF_UNIX, SOCK_DGRAM, 0);
  client = socket(AF_UNIX, SOCK_DGRAM, 0);
  assert(bind(server, &to, 5) == 0 && connect(client, &to, 5) == 0);
  start(fills, 0);
  if (!isWrong)
    assert(recv(server, &c, 1, 0) == 1);
  joinAll();
}

// A server that answers who asked; the faulty one answers nobody.
static void* answers(void* unused) {
  char text[9];
  struct sockaddr_in from;
  socklen_t bytes = sizeof from;
  assert(recvfrom(server, text, 9, 0, (struct sockaddr*)&from, &bytes) == 3);
  if (isWrong)
    from = name;
  assert(sendto(server, "yes", 3, 0, (struct sockaddr*)&from, bytes) == 3);
  return 0;
}
static void asks(void) {
  char text[9];
  server = udp(&name);
  client = socket(AF_INET, SOCK_DGRAM, 0);
  start(answers, 0);
  assert(sendto(client, "who", 3, 0, (struct sockaddr*)&name, sizeof name) == 3);
  assert(recv(client, text, 9, 0) == 3 && memcmp(text, "yes", 3) == 0);
  joinAll();
}

// A thread that waits for an answer learns that nobody takes what another one sends, if the socket is connected.
static void* waits(void* unused) {
  char c;
  assert(recv(client, &c, 1, 0) == -1 && errno == ECONNREFUSED);
  return 0;
}
static void refused(void) {
  server = udp(&name);
  client = socket(AF_INET, SOCK_DGRAM, 0);
  close(server);
  if (!isWrong)
    assert(connect(client, (struct sockaddr*)&name, sizeof name) == 0);
  start(waits, 0);
  assert(sendto(client, "x", 1, 0, (struct sockaddr*)&name, sizeof name) == 1);
  joinAll();
}

// The receiver closes meanwhile: the sender may or may not learn of it.
static void* closes(void* unused) {
  close(a[0]);
  return 0;
}
static void closing(void) {
  assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, a) == 0);
  start(closes, 0);
  const ssize_t sent = send(a[1], "x", 1, 0);
  assert(sent == 1 || (!isWrong && errno == ECONNREFUSED));
  joinAll();
}

int main(void) {
  CASE();
}
