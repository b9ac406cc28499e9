// Threads that print through std::cout and a synchronised stream: printing orders nothing.
#include <iostream>
#include <thread>
#if __has_include(<syncstream>)
#include <syncstream>
#endif

static void print(int number) {
#ifdef SYNCHRONISED
  std::osyncstream(std::cout) << "number " << number << std::endl;
#else
  std::cout << "number " << number << std::endl;
#endif
}

int main() {
  std::thread first(print, 1);
  std::thread second(print, 2);
  first.join();
  second.join();
}
