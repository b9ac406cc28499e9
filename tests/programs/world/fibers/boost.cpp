// Fibers of Boost: -DCASE=... names the case, -DWRONG is its faulty variant.
#include <boost/context/fiber.hpp>

#include <cassert>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace context = boost::context;

#ifdef WRONG
constexpr bool isWrong = true;
#else
constexpr bool isWrong = false;
#endif

static int shared;
static std::mutex lock;

static void rounds() {
  int sum = 0;
  context::fiber fiber([&](context::fiber&& back) {
    for (int i = 1; i <= 3; i++) {
      sum += i;
      back = std::move(back).resume();
    }
    return std::move(back);
  });
  while (fiber)
    fiber = std::move(fiber).resume();
  assert(sum == 6 + isWrong);
}

static void exceptions() {
  int caught = 0;
  context::fiber fiber([&](context::fiber&& back) {
    try {
      back = std::move(back).resume();
      throw std::runtime_error("in a fiber");
    } catch (const std::runtime_error&) {
      caught++;
    }
    return std::move(back);
  });
  while (fiber)
    fiber = std::move(fiber).resume();
  assert(caught == 1 + isWrong);
}

static void add() {
  context::fiber fiber([](context::fiber&& back) {
    for (int i = 0; i < 2; i++) {
      {
        std::unique_lock<std::mutex> locked(lock, std::defer_lock);
        if (!isWrong)
          locked.lock();
        shared++;
      }
      back = std::move(back).resume();
    }
    return std::move(back);
  });
  while (fiber)
    fiber = std::move(fiber).resume();
}
static void threads() {
  std::thread other(add);
  add();
  other.join();
  assert(shared == 4);
}

int main() {
  CASE();
}
