// Flows of an input through the C++ library whose loss is planted by a test: see planted.c.
#include "case.h"

#include <atomic>
#include <sstream>
#include <string>

using namespace std;

#define FLOW(name, wanted, result)                                                                                     \
  CASE(name) {                                                                                                         \
    const unsigned x = revisit_nondet_uint("x");                                                                       \
    FAIL_IF((result) == (wanted));                                                                                     \
  }                                                                                                                    \
  CASE(name##_bit) {                                                                                                   \
    const unsigned x = revisit_nondet_uint("x");                                                                       \
    FAIL_IF(((result)&1) == ((wanted)&1));                                                                             \
  }

static string copyOf(const string& text) {
  return text;
}

static unsigned copied(unsigned x) {
  return static_cast<unsigned char>(copyOf(string{static_cast<char>(x), 'b'})[0]);
}

FLOW(copied, 77, copied(x))

static unsigned copiedLong(unsigned x) {
  string text(40, 'b');
  text[30] = static_cast<char>(x);
  return static_cast<unsigned char>(copyOf(text)[30]);
}

FLOW(copied_long, 77, copiedLong(x))

static unsigned written(unsigned x) {
  ostringstream stream;
  stream << (x & 7);
  return static_cast<unsigned>(stream.str()[0] - '0');
}

FLOW(written, 5, written(x))

static unsigned readBack(unsigned x) {
  istringstream stream(string{static_cast<char>('0' + (x & 7)), '2'});
  unsigned number = 0;
  stream >> number;
  return number / 10;
}

FLOW(read_back, 5, readBack(x))

// Waits for ever if the input is 5.
CASE(waits) {
  atomic<unsigned> value{revisit_nondet_uint("x")};
  value.wait(5);
}

CASE(waits_bit) {
  atomic<unsigned> value{revisit_nondet_uint("x") & 1};
  value.wait(1);
}
