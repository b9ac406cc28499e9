// Inputs on their way through conversions of the C++ library.
#include "case.h"

#include <atomic>
#include <charconv>
#include <format>
#include <iomanip>
#include <locale>
#include <regex>
#include <sstream>
#include <string>

using namespace std;

CASE(string_of) {
  int x = revisit_nondet_int("x");
  FAIL_IF(to_string(x) == "42");
}

CASE(number_of) {
  unsigned char c = revisit_nondet_uchar("c");
  string s = {(char)c, '2'};
  try {
    FAIL_IF(std::stoi(s) == 42);
  } catch (...) {
  }
}

CASE(characters) {
  unsigned u = revisit_nondet_uint("u");
  char s[16];
  auto r = to_chars(s, s + 16, u, 16);
  FAIL_IF(string_view(s, r.ptr) == "beef");
}

CASE(from_characters) {
  unsigned char c = revisit_nondet_uchar("c");
  char s[2] = {(char)c, '2'};
  int v = 0;
  auto r = from_chars(s, s + 2, v);
  FAIL_IF(r.ec == errc() && v == 42);
}

CASE(read_number) {
  unsigned char c = revisit_nondet_uchar("c");
  istringstream i(string{(char)c, '2'});
  int v = 0;
  i >> v;
  FAIL_IF(v == 42);
}

CASE(read_character) {
  unsigned char c = revisit_nondet_uchar("c");
  istringstream i(string{(char)c});
  char v = 0;
  i >> v;
  FAIL_IF(v == 'q');
}

CASE(read_line) {
  unsigned char c = revisit_nondet_uchar("c");
  istringstream i(string{'1', (char)c, '3'});
  string v;
  getline(i, v, ',');
  FAIL_IF(v == "1" && i);
}

CASE(written) {
  int x = revisit_nondet_int("x");
  ostringstream o;
  o << x;
  FAIL_IF(o.str() == "42");
}

CASE(written_filled) {
  int x = revisit_nondet_int("x");
  ostringstream o;
  o << setfill('0') << setw(5) << x;
  FAIL_IF(o.str() == "00042");
}

CASE(written_hex) {
  unsigned u = revisit_nondet_uint("u");
  ostringstream o;
  o << hex << u;
  FAIL_IF(o.str() == "beef");
}

CASE(formatted) {
  int x = revisit_nondet_int("x");
  FAIL_IF(format("{}", x) == "42");
}

CASE(formatted_text) {
  unsigned char c = revisit_nondet_uchar("c");
  string a(1, (char)c);
  FAIL_IF(format("<{}>", a) == "<q>");
}

CASE(upper_locale) {
  unsigned char c = revisit_nondet_uchar("c");
  FAIL_IF(toupper((char)c, locale::classic()) == 'Q');
}

CASE(matched) {
  unsigned char c = revisit_nondet_uchar("c");
  string a(1, (char)c);
  FAIL_IF(regex_match(a, regex("\\d")) && c == '7');
}

CASE(waited) {
  int x = revisit_nondet_int("x");
  atomic<int> v{x};
  v.wait(5);
  FAIL_IF(v == 6);
}
