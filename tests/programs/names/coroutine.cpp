// What a coroutine keeps between its turns: main begins it, and the thread goes on.
#include <atomic>
#include <cassert>
#include <coroutine>
#include <thread>

struct Task {
  struct promise_type {
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};

static Task count(std::atomic<int>& gate) {
  int local = 1;
  co_await std::suspend_always{};
  local += gate; //= coroutine@count#1.local = 3
  gate = local; //= main::gate = 3
}

int main() {
  std::atomic<int> gate = 2;
  Task task = count(gate);
  std::thread thread([&] { task.handle.resume(); });
  thread.join();
  const int seen = gate;
  task.handle.destroy();
  assert(seen == 0);
}
