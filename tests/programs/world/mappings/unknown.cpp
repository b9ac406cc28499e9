// A file with unknown content that a stream of C++ reads; -DWRONG is the faulty variant.
#include <cassert>
#include <fstream>

int main() {
  std::ifstream file("config.txt");
  char first = 0, second = 0;
  file.get(first).get(second);
#ifdef WRONG
  assert(first != '4' || second != '2');
#else
  assert(file && first >= -128 && second >= -128);
#endif
}
