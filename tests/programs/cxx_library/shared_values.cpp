// Objects of the C++ library that two threads change under a mutex: 2 orders. OBJECT names the kind, CHANGE what a
// thread does to it, and CHECK what holds at the end.
#include <any>
#include <cassert>
#include <deque>
#include <forward_list>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <queue>
#include <set>
#include <sstream>
#include <stack>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>
#if __has_include(<format>)
#include <format>
#endif

#ifndef OBJECT
#define OBJECT std::deque<int>
#define CHANGE object.push_back(number)
#define CHECK object.size() == 2
#endif

static std::mutex mutex;
static OBJECT object;

static void change(int number) {
  std::lock_guard guard(mutex);
  CHANGE;
}

int main() {
  std::thread first(change, 1);
  std::thread second(change, 2);
  first.join();
  second.join();
  assert(CHECK);
}
