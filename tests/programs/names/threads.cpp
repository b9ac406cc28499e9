// Threads of C++ by name, what std::thread keeps for them, and thread-local variables.
#include <cassert>
#include <functional>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

struct Engine {
  int turns = 0;
  void run(int times) { turns += times; } //= main::engine.turns = 3
};
struct Functor {
  int step;
  void operator()(int& to) const { to += step; }
};

static Engine* kept;
static int total;
static thread_local int counter;
static std::tuple<int, double> pair;
static std::string text = "short";

static void worker(int number) { total += number; }

template <class T> T* made() { return new T(); }

int main() {
  Engine engine, other;
  int sum = 0;
  const auto wait = [](std::thread thread) { thread.join(); };
  wait(std::thread(worker, 1)); // thread 1: worker(1)
  wait(std::thread(worker, 2)); // thread 2: worker(2)
  wait(std::thread(&Engine::run, &engine, 3)); // thread 3: Engine::run
  wait(std::thread(Functor{4}, std::ref(sum))); // thread 4: Functor
  wait(std::thread([&] { other.turns = 5; })); // thread 5: lambda at threads.cpp:36
  wait(std::thread([&] { // thread 6: lambda at threads.cpp:37
    std::get<1>(pair) = 2.5; //= pair.1 = 2.5
    text[2] = 'x'; //= text[2] = 'x'
    counter = 1;
    int* address = &counter;
    std::thread inner([address] { // thread 7: main::lambda::lambda
      *address = 7; //= counter of T6 = 7
    });
    inner.join();
  }));
  for (int i = 0; i < 2; i++)
    wait(std::thread([i] { total += i; })); // thread 8: lambda at threads.cpp:48 (i = 0)
  int* const number = made<int>();
  Engine* const motor = made<Engine>();
  wait(std::thread(
      [number, motor](int* mine) { // thread 10: lambda at threads.cpp:52
        *number = 8; //= int#1 = 8
        motor->turns = 9; //= Engine#1.turns = 9
        *mine = 10; //= counter of main = 10
      },
      &counter));
  wait(std::thread([&] { sum += 1; })), wait(std::thread([&] { sum += 2; })); // thread 11: lambda#1 at threads.cpp:58
  // thread 12: lambda#2 at threads.cpp:58
  kept = &engine;
  assert(total + engine.turns + other.turns + sum + counter + text[2] + std::get<1>(pair) == 0);
  delete number;
  delete motor;
}
