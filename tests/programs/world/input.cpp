// The same with streams of the C++ library, and a file.
#include <cassert>
#include <fstream>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>

int main() {
  std::mutex mutex;
  std::string words[2];
  const auto reader = [&](int number) {
    const std::lock_guard lock(mutex);
    std::getline(std::cin, words[number]);
  };
  std::ifstream file(__FILE__);
  std::string first;
  std::getline(file, first);
  assert(first.rfind("// The same", 0) == 0);
  std::thread a(reader, 0), b(reader, 1);
  a.join();
  b.join();
#ifdef WRONG
  assert(words[0] == "one");
#endif
  assert(words[0].size() == 3 && words[1].size() == 3 && words[0] != words[1]);
}
