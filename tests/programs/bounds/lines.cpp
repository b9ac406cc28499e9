// Thousands of lines through the library's streams, by main or by a thread that main waits for.
#include <iostream>
#include <sstream>
#include <string>
#include <thread>

#ifndef LINES
#define LINES 5000
#endif

static void print(std::ostream& to) {
  for (int i = 0; i < LINES; i++)
    to << "line " << i << " of " << LINES << ": " << 0.5 * i << '\n';
}

int main() {
#ifdef THREAD
  std::thread other([] { print(std::cout); });
  other.join();
#elif defined(STRING)
  std::ostringstream text;
  print(text);
  return text.str().size() > 100 ? 0 : 1;
#else
  print(std::cout);
#endif
}
