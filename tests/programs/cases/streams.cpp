// Threads that print, and format into strings of their own.
#include <cassert>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>

static void print(int number) {
  std::ostringstream text;
  text << number << ' ' << number;
  assert(text.str() == "1 1");
  std::cout << text.str() << std::endl;
}

int main() {
  std::thread first(print, 1);
  std::thread second(print, 1);
  first.join();
  second.join();
}
