/* A shop of three parts with a lock each, taken in this order: orders, stock, ledger.
   BUG: a return books the money first and then reopens the order, so it takes the ledger before the orders. Then a
   sale, a shipment and a return can wait for each other in a ring. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum state { ORDER_OPEN, ORDER_SHIPPED, ORDER_RETURNED };

struct order {
  enum state state;
  int pieces;
};

struct orders {
  pthread_mutex_t lock;
  struct order list[4];
  size_t count;
};

struct stock {
  pthread_mutex_t lock;
  int pieces;
  int reserved;
};

struct ledger {
  pthread_mutex_t lock;
  int income;
  int refunds;
};

struct shop {
  struct orders orders;
  struct stock stock;
  struct ledger ledger;
};

enum { PRICE = 5 };

static struct shop shop = {
    .orders = {.lock = PTHREAD_MUTEX_INITIALIZER, .list = {{ORDER_OPEN, 1}, {ORDER_SHIPPED, 2}}, .count = 2},
    .stock = {.lock = PTHREAD_MUTEX_INITIALIZER, .pieces = 10, .reserved = 1},
    .ledger = {.lock = PTHREAD_MUTEX_INITIALIZER, .income = 2 * PRICE},
};

/* orders, then stock */
static void place_order(struct shop* in, int pieces) {
  pthread_mutex_lock(&in->orders.lock);
  pthread_mutex_lock(&in->stock.lock);
  if (in->stock.pieces - in->stock.reserved >= pieces) {
    in->stock.reserved += pieces;
    in->orders.list[in->orders.count++] = (struct order){ORDER_OPEN, pieces};
  }
  pthread_mutex_unlock(&in->stock.lock);
  pthread_mutex_unlock(&in->orders.lock);
}

/* stock, then ledger */
static void take_from_stock(struct shop* in, int pieces) {
  pthread_mutex_lock(&in->stock.lock);
  in->stock.pieces -= pieces;
  in->stock.reserved -= pieces;
  pthread_mutex_lock(&in->ledger.lock);
  in->ledger.income += pieces * PRICE;
  pthread_mutex_unlock(&in->ledger.lock);
  pthread_mutex_unlock(&in->stock.lock);
}

static void return_order(struct shop* in, size_t number) {
#ifdef BUG
  pthread_mutex_lock(&in->ledger.lock);
  pthread_mutex_lock(&in->orders.lock);
#else
  pthread_mutex_lock(&in->orders.lock);
  pthread_mutex_lock(&in->ledger.lock);
#endif
  struct order* order = &in->orders.list[number];
  order->state = ORDER_RETURNED;
  in->ledger.refunds += order->pieces * PRICE;
  pthread_mutex_unlock(&in->ledger.lock);
  pthread_mutex_unlock(&in->orders.lock);
}

static void* sell(void* argument) {
  place_order(argument, 3);
  return NULL;
}

static void* ship(void* argument) {
  take_from_stock(argument, 1);
  return NULL;
}

static void* refund(void* argument) {
  return_order(argument, 1);
  return NULL;
}

static int books_balance(const struct shop* in) {
  int open = 0, returned = 0;
  for (size_t i = 0; i < in->orders.count; i++) {
    if (in->orders.list[i].state == ORDER_OPEN)
      open += in->orders.list[i].pieces;
    if (in->orders.list[i].state == ORDER_RETURNED)
      returned += in->orders.list[i].pieces;
  }
  return open == in->stock.reserved + 1 && returned * PRICE == in->ledger.refunds;
}

int main(void) {
  static void* (*const desks[])(void*) = {sell, ship, refund};
  pthread_t threads[3];
  for (size_t i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, desks[i], &shop);
  for (size_t i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);

  assert(books_balance(&shop));
  assert(shop.ledger.income == 3 * PRICE);
  assert(shop.stock.pieces == 9);
  return 0;
}
