// As trace.c, with what C++ threads keep.
#include <atomic>
#include <cassert>
#include <map>
#include <mutex>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <variant>

std::atomic<int> x;

#if defined STREAM
std::ostringstream kept;
void leave(int v) {
  kept << v;
}
bool isZero() {
  return kept.str() == "0";
}
#elif defined MAP
std::map<std::string, int> kept;
void leave(int v) {
  kept[v ? "one" : "none"] = 1;
}
bool isZero() {
  return kept.count("none") != 0;
}
#elif defined VARIANT
std::variant<int, std::string> kept = std::string("none");
void leave(int v) {
  if (v)
    kept = v;
}
bool isZero() {
  return kept.index() == 1;
}
#endif

#if defined RETHROWN
void look() {
  try {
    try {
      if (x)
        throw std::runtime_error("text");
      throw std::logic_error("text");
    } catch (std::exception&) {
      (void)x.load();
      throw;
    }
  } catch (std::logic_error&) {
    assert(!"it was zero");
  } catch (std::runtime_error&) {
  }
}
#elif defined UNWOUND
int enter(int v) {
  if (v)
    throw 1;
  return x - x;
}
void look() {
  int kept = 0;
  try {
    kept = enter(x) + 2;
  } catch (int) {
    kept = 1;
  }
  (void)x.load();
  assert(kept != 2);
}
#elif defined CAPTURED
template <class F> void twice(F f) {
  f();
  (void)x.load();
  f();
}
void look() {
  int v = x, calls = 0;
  twice([v, &calls] { calls += v; });
  assert(calls);
}
#elif defined LOCKED
std::mutex mutex;
void look() {
  std::optional<int> kept;
  {
    std::lock_guard lock(mutex);
    kept = x.load();
  }
  {
    std::lock_guard lock(mutex);
    (void)x.load();
  }
  assert(*kept);
}
#else
void look() {
  int v = x;
  leave(v);
  v = 0;
  (void)x.load();
  assert(!isZero());
}
#endif

int main() {
  std::thread a(look), b([] { x = 1; });
  a.join();
  b.join();
}
