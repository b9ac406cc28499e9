// Kinds of locations and values in C; as in names.cpp.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum colour { RED, GREEN, BLUE };
typedef struct {
  int x, y;
} point_t;
struct node {
  int value;
  struct node* next;
};
struct ring {
  pthread_mutex_t lock;
  unsigned head, tail;
  int slots[4];
  point_t origin;
  union {
    int whole;
    float part;
  } cell;
};

static struct ring ring = {.lock = PTHREAD_MUTEX_INITIALIZER};
static enum colour colour;
static atomic_int counter;
static atomic_bool is_done;
static struct node* list;
static int* numbers;
static point_t* where;
static int (*compare)(const void*, const void*);
static void* anything;
static uint8_t octet;
static char letter;

static int by_value(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }

static void* work(void* argument) {
  int* result = argument;
  struct node* fresh = malloc(sizeof *fresh);
  pthread_mutex_lock(&ring.lock); //= lock ring.lock
  ring.head = 3; //= ring.head = 3
  ring.slots[2] = -4; //= ring.slots[2] = -4
  ring.origin.y = 5; //= ring.origin.y = 5
  pthread_mutex_unlock(&ring.lock); //= unlock ring.lock
  colour = BLUE; //= colour = BLUE
  atomic_fetch_add(&counter, 2); //= counter: 0 + 2 -> 2
  atomic_store(&is_done, true); //= is_done = true
  fresh->value = 8; //= node#T1.1.value = 8
  fresh->next = NULL; //= node#T1.1.next = NULL
  list = fresh; //= list = &node#T1.1
  numbers[2] = 6; //= int[]#1[2] = 6
  where->y = 9; //= point_t#1.y = 9
  compare = by_value; //= compare = by_value
  anything = &ring.slots[1]; //= anything = &ring.slots[1]
  octet = 250; //= octet = 250
  letter = '\n'; //= letter = '\n'
  *result = 1; //= main::result = 1
  return NULL;
}

int main(void) {
  int result = 0;
  pthread_t thread;
  numbers = calloc(3, sizeof *numbers);
  where = malloc(sizeof(point_t));
  where->y = 0;
  pthread_create(&thread, NULL, work, &result);
  pthread_join(thread, NULL);
  int sum = (int)ring.head + ring.slots[2] + ring.origin.y + colour + counter + is_done + list->value + numbers[2];
  sum += where->y + (compare == by_value) + (anything != NULL) + octet + letter + result + (list->next == NULL);
  free(list);
  assert(sum == 0);
  return 0;
}
