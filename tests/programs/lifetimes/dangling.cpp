// A thread keeps a pointer to memory that another thread frees, takes memory of that size again and again, and then
// uses the pointer. CASE: where the pointer is kept.
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <thread>

struct Item {
  long value;
};
struct Box {
  Item* item;
  long other;
};
std::atomic<int> stage{0};
std::atomic<Item*> offered{nullptr};
Item* kept;
thread_local Item* mine;
std::mutex m;
std::condition_variable c;
pthread_key_t key;

void takeMany() { // of one size, so that freed ones would be taken again
  for (int i = 0; i < 7; i++) {
    Item* item = new Item{i};
    delete item;
  }
}

void reachStage(int wanted) {
  stage = wanted;
  while (stage != wanted + 1) {
  }
}

void keeper() {
  while (stage != 1) {
  }
  Item* item = offered.exchange(nullptr);
#if CASE == 1
  reachStage(2);
  item->value = 1; // UAF
#elif CASE == 2
  kept = item;
  reachStage(2);
  kept->value = 1;
#elif CASE == 3
  mine = item;
  reachStage(2);
  mine->value = 1;
#elif CASE == 4
  auto box = std::make_unique<Box>(Box{item, 0});
  reachStage(2);
  box->item->value = 1;
#elif CASE == 5
  std::function<void()> use = [item] { item->value = 1; };
  reachStage(2);
  use();
#elif CASE == 6
  pthread_setspecific(key, item);
  reachStage(2);
  static_cast<Item*>(pthread_getspecific(key))->value = 1;
#elif CASE == 7
  stage = 2;
  {
    std::unique_lock lock(m);
    c.wait(lock, [] { return stage == 3; });
  }
  item->value = 1;
#elif CASE == 8
  long* inside = &item->value + 1; // directly behind
  reachStage(2);
  inside[-1] = 1;
#elif CASE == 9
  std::shared_ptr<Item*> holder = std::make_shared<Item*>(item);
  std::thread user([holder] {
    while (stage != 3) {
    }
    (*holder)->value = 1;
  });
  stage = 2;
  user.join();
#else
  stage = 2; // forgets it: fine
  while (stage != 3) {
  }
#endif
}

int main() {
  pthread_key_create(&key, nullptr);
  std::thread t(keeper);
  Item* item = new Item{0};
  offered = item;
  stage = 1;
  while (stage != 2) {
  }
  delete item;
  takeMany();
  Item* last = new Item{7};
  {
    std::lock_guard lock(m);
    stage = 3;
    c.notify_all();
  }
  t.join();
  delete last;
}
