// Functions whose end is reached without the return that they owe. CASE: which.
#include <pthread.h>
#include <string>

namespace {

int shared;

#pragma clang diagnostic ignored "-Wreturn-type"

void* work(void*) {
  ++shared;
}

struct Table {
  int find(int key) const {
    if (key == 1)
      return 7;
  }
  std::string name(bool known) const {
    if (known)
      return "known";
  }
};

int always(int key) {
  switch (key) {
  case 0: return 1;
  case 1: return 2;
  }
}

void trapped(bool now) {
  if (now)
    __builtin_trap();
}

} // namespace

int main() {
  pthread_t thread;
  Table table;
#if CASE == 0
  pthread_create(&thread, nullptr, work, nullptr);
  pthread_join(thread, nullptr);
#elif CASE == 1
  return table.find(2);
#elif CASE == 2
  return table.name(false).empty();
#elif CASE == 3
  auto chosen = [](int key) -> int {
    if (key)
      return key;
  };
  return chosen(0);
#elif CASE == 4 // all of it returns
  if (always(1) != 2 || table.find(1) != 7 || table.name(true) != "known")
    return 1;
#elif CASE == 5 // a trap of the program's own is no missing return
  trapped(true);
#endif
}
