/* A ring of bytes between a receiver and a parser. A record is a length byte and a text; it may wrap around the end.
   BUG: the receiver admits texts of up to MAX_TEXT bytes. The parser's buffer has no room for the zero behind the
   longest one, so a packet of one certain length writes past it. */
#include <assert.h>
#include <pthread.h>
#include <revisit.h>
#include <string.h>

enum { CAPACITY = 32, MAX_TEXT = 12 };

struct ring {
  pthread_mutex_t lock;
  pthread_cond_t filled;
  unsigned char bytes[CAPACITY];
  unsigned head; /* where the next byte is read */
  unsigned used;
  int is_closed;
};

struct packet {
  unsigned char length;
  const char* text;
};

struct parser {
  struct ring* ring;
  unsigned records;
  unsigned longest;
};

static void ring_init(struct ring* ring) {
  memset(ring->bytes, 0, sizeof ring->bytes);
  pthread_mutex_init(&ring->lock, NULL);
  pthread_cond_init(&ring->filled, NULL);
  ring->head = CAPACITY - 6; /* the second record wraps */
  ring->used = 0;
  ring->is_closed = 0;
}

static void ring_destroy(struct ring* ring) {
  pthread_cond_destroy(&ring->filled);
  pthread_mutex_destroy(&ring->lock);
}

static void put_bytes(struct ring* ring, const void* from, unsigned count) {
  const unsigned char* bytes = from;
  unsigned tail = (ring->head + ring->used) % CAPACITY;
  for (unsigned i = 0; i < count; i++)
    ring->bytes[(tail + i) % CAPACITY] = bytes[i];
  ring->used += count;
}

static void get_bytes(struct ring* ring, void* to, unsigned count) {
  unsigned char* bytes = to;
  for (unsigned i = 0; i < count; i++)
    bytes[i] = ring->bytes[(ring->head + i) % CAPACITY];
  ring->head = (ring->head + count) % CAPACITY;
  ring->used -= count;
}

/* 0 when the packet is refused: it is too long, or there is no room for it now. */
static int ring_put(struct ring* ring, const struct packet* packet) {
  int is_accepted = 0;
  if (packet->length > MAX_TEXT)
    return 0;
  pthread_mutex_lock(&ring->lock);
  if (ring->used + 1 + packet->length <= CAPACITY) {
    put_bytes(ring, &packet->length, 1);
    put_bytes(ring, packet->text, packet->length);
    is_accepted = 1;
  }
  pthread_mutex_unlock(&ring->lock);
  pthread_cond_signal(&ring->filled);
  return is_accepted;
}

static void ring_close(struct ring* ring) {
  pthread_mutex_lock(&ring->lock);
  ring->is_closed = 1;
  pthread_mutex_unlock(&ring->lock);
  pthread_cond_broadcast(&ring->filled);
}

/* 0 when the ring is closed and empty; otherwise the text has a zero behind it. */
static int ring_get(struct ring* ring, char* text, unsigned* length) {
  unsigned char size = 0;
  pthread_mutex_lock(&ring->lock);
  while (ring->used == 0 && !ring->is_closed)
    pthread_cond_wait(&ring->filled, &ring->lock);
  if (ring->used == 0) {
    pthread_mutex_unlock(&ring->lock);
    return 0;
  }
  get_bytes(ring, &size, 1);
  get_bytes(ring, text, size);
  text[size] = '\0';
  *length = size;
  pthread_mutex_unlock(&ring->lock);
  return 1;
}

static void* parse(void* argument) {
  struct parser* parser = argument;
#ifdef BUG
  char text[MAX_TEXT];
#else
  char text[MAX_TEXT + 1];
#endif
  unsigned length = 0;
  while (ring_get(parser->ring, text, &length)) {
    parser->records++;
    if (length > parser->longest)
      parser->longest = length;
  }
  return NULL;
}

int main(void) {
  static const char payload[256] = "temperature 21.5 C, humidity 40 %";
  struct ring ring;
  ring_init(&ring);
  struct parser parser = {&ring, 0, 0};
  pthread_t thread;
  pthread_create(&thread, NULL, parse, &parser);

  struct packet first = {4, payload};
  struct packet second = {revisit_nondet_uchar("length"), payload};
  unsigned accepted = 0;
  accepted += (unsigned)ring_put(&ring, &first);
  accepted += (unsigned)ring_put(&ring, &second);
  ring_close(&ring);
  pthread_join(thread, NULL);

  assert(parser.records == accepted);
  assert(parser.longest <= MAX_TEXT);
  ring_destroy(&ring);
  return 0;
}
