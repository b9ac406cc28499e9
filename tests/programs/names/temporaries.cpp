// Objects that no variable names have the place where they are made.
#include <cassert>
#include <thread>

struct Pair {
  int first = 0, second = 0;
};

static int change(Pair&& pair) {
  std::thread thread([&] {
    pair.first = 1;  //= temporary @temporaries.cpp:22 = 1
    pair.second = 3; //= temporary @temporaries.cpp:22 +4 = 3
  });
  thread.join();
  return pair.first + pair.second; //= temporary @temporaries.cpp:22 +4 = 3
}

static Pair make() {
  return {};
}
int main() {
  const int seen = change(make());
  assert(seen == 0);
}
