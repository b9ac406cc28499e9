// A small shared pointer. Copies count with relaxed order; -DDROP is the order of the decrement, acq_rel as it has to be,
// or too weak: then the destructor's accesses are not ordered with the last uses of the other thread.
#include <atomic>
#include <cassert>
#include <thread>
#include <utility>

#ifndef DROP
#define DROP acq_rel
#endif
#define JOIN(a, b) a##b
#define ORDER(name) JOIN(std::memory_order_, name)

struct Value {
  int number = 1;
  ~Value() { number = 0; }
};

class Shared {
 public:
  Shared() : block_(new Block) {}
  Shared(const Shared& other) : block_(other.block_) { block_->count.fetch_add(1, std::memory_order_relaxed); }
  Shared& operator=(const Shared&) = delete;
  ~Shared() {
    if (block_->count.fetch_sub(1, ORDER(DROP)) == 1)
      delete block_;
  }
  int number() const { return block_->value.number; }

 private:
  struct Block {
    std::atomic<int> count{1};
    Value value;
  };
  Block* block_;
};

int main() {
  std::thread thread;
  {
    Shared mine;
    thread = std::thread([copy = mine] { assert(copy.number() == 1); });
    assert(mine.number() == 1);
  }
  thread.join();
}
