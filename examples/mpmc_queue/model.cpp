// Small configurations of the queue, for Revisit: every execution of each is explored.
//     revisit check model.cpp -- handover
#include "blocking_queue.h"

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>

namespace {

using Queue = BlockingQueue<int, 2>;

// The lock-free part alone: two producers, and a consumer that looks twice. Nothing is lost or doubled.
void race() {
  MpmcQueue<int, 2> queue;
  int first = 1, second = 2;
  std::thread one([&] { assert(queue.tryPush(first)); });
  std::thread two([&] { assert(queue.tryPush(second)); });
  int sum = 0;
  for (int i = 0; i < 2; i++)
    sum += queue.tryPop().value_or(0);
  one.join();
  two.join();
  while (const std::optional<int> rest = queue.tryPop())
    sum += *rest;
  assert(sum == 3);
}

// A consumer that may have to sleep, and a producer.
void handover() {
  Queue queue(0);
  std::thread consumer([&] { assert(queue.pop() == 7); });
  assert(queue.push(7));
  consumer.join();
}

// A full queue: the producer may have to sleep, and values come out in order.
void full() {
  Queue queue(0);
  std::thread producer([&] {
    for (int i = 1; i <= 3; i++)
      assert(queue.push(i));
  });
  for (int i = 1; i <= 3; i++)
    assert(queue.pop() == i);
  producer.join();
}

// Closing wakes two consumers that wait; what was pushed before comes out once.
void closing() {
  Queue queue(0);
  int taken[2] = {};
  const auto consume = [&](int& sum) {
    while (const std::optional<int> value = queue.pop())
      sum += *value;
  };
  std::thread one([&] { consume(taken[0]); });
  std::thread two([&] { consume(taken[1]); });
  assert(queue.push(5));
  queue.close();
  one.join();
  two.join();
  assert(taken[0] + taken[1] == 5);
  assert(!queue.push(6));
}

constexpr struct {
  std::string_view name;
  void (*run)();
} models[] = {{"race", race}, {"handover", handover}, {"full", full}, {"closing", closing}};

} // namespace

int main(int argc, char** argv) {
  const std::string_view wanted = argc > 1 ? argv[1] : "handover";
  for (const auto& model : models)
    if (model.name == wanted) {
      model.run();
      return EXIT_SUCCESS;
    }
  std::fputs("name a model: race, handover, full or closing\n", stderr);
  return EXIT_FAILURE;
}
