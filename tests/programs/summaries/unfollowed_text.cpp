// A thread reads x while another one counts it up, and the value goes on as text or in an exception. Only where it was
// 2 does the assertion fail. So x must not be omitted.
#include <atomic>
#include <revisit.h>
#include <string>
#include <thread>

std::atomic<int> x, y;

#if defined COPIES
static int pass(int value) {
  std::string text(1, static_cast<char>('0' + value));
  std::string copy = text + "a longer text that does not fit into the object";
  text = copy;
  return text[0] - '0';
}
#elif defined NUMBER
static int pass(int value) {
  return std::to_string(value) == "2" ? 2 : 0;
}
#elif defined THROWN
static int pass(int value) {
  try {
    throw value;
  } catch (int caught) {
    return caught;
  }
}
#elif defined THROUGH // what a function has done before an exception went through it
static int pass(int value) {
  int seen = 0;
  try {
    std::string kept;
    seen = value;
    throw 7;
  } catch (int) {
    y = 3;
    return seen;
  }
}
#endif

int main() {
  std::thread reader([] {
    const int value = x;
    y = 1;
    const int passed = pass(value);
    y = 2;
    revisit_assert(passed != 2);
  });
  std::thread counter([] {
    for (int i = 1; i <= 3; i++)
      x = i;
  });
  reader.join();
  counter.join();
}
