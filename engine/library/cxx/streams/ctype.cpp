// The members of std::ctype<char> that streams and regular expressions use: a character may depend on inputs, and
// libc++ finds its class in a table and its case in its library. The pass calls these functions instead of the inline
// members.
#include <cctype>
#include <iterator>
#include <locale>
#include <typeinfo>

namespace {

using Facet = std::ctype<char>;

// Whether no class of the program changes what the facet does.
bool isPlain(const Facet& facet) {
  return typeid(facet) == typeid(Facet) || typeid(facet) == typeid(std::ctype_byname<char>);
}

bool isAscii(char c) {
  return (c & 0x80) == 0;
}

int classesOf(int c, Facet::mask wanted) {
  using Test = int(int);
  static constexpr struct {
    Facet::mask bit;
    Test* test;
  } classes[] = {{Facet::space, std::isspace}, {Facet::print, std::isprint}, {Facet::cntrl, std::iscntrl},
                 {Facet::upper, std::isupper}, {Facet::lower, std::islower}, {Facet::alpha, std::isalpha},
                 {Facet::digit, std::isdigit}, {Facet::punct, std::ispunct}, {Facet::xdigit, std::isxdigit},
                 {Facet::blank, std::isblank}};
  int found = 0;
  for (const auto& one : classes)
    if ((wanted & one.bit) != 0)
      found |= one.test(c);
  return found;
}

} // namespace

extern "C" {

bool revisit_ctype_is(const Facet* facet, Facet::mask wanted, char c) {
  if (facet->table() != Facet::classic_table())
    return isAscii(c) && (facet->table()[static_cast<int>(c)] & wanted) != 0;
  return classesOf(static_cast<unsigned char>(c), wanted) != 0;
}

char revisit_ctype_toupper(const Facet* facet, char c) {
  if (!isPlain(*facet))
    return facet->toupper(c);
  return isAscii(c) ? static_cast<char>(std::toupper(c)) : c;
}

char revisit_ctype_tolower(const Facet* facet, char c) {
  if (!isPlain(*facet))
    return facet->tolower(c);
  return isAscii(c) ? static_cast<char>(std::tolower(c)) : c;
}

char revisit_ctype_widen(const Facet* facet, char c) {
  return isPlain(*facet) ? c : facet->widen(c);
}

const char* revisit_ctype_widen_all(const Facet* facet, const char* from, const char* end, char* to) {
  if (!isPlain(*facet))
    return facet->widen(from, end, to);
  for (; from != end; ++from, ++to)
    *to = *from;
  return end;
}

char revisit_ctype_narrow(const Facet* facet, char c, char other) {
  if (!isPlain(*facet))
    return facet->narrow(c, other);
  return isAscii(c) ? c : other;
}

const char* revisit_ctype_narrow_all(const Facet* facet, const char* from, const char* end, char other, char* to) {
  if (!isPlain(*facet))
    return facet->narrow(from, end, other, to);
  for (; from != end; ++from, ++to)
    *to = isAscii(*from) ? *from : other;
  return end;
}

} // extern "C"
