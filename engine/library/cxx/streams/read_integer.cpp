// How streams read the characters of an integer, which is compiled into libc++. The pass calls this function instead of
// the library's.
#include <locale>
#include <string>

namespace {

struct Reading : std::__num_get<char> {
  static constexpr auto room = __num_get_buf_sz;
};

} // namespace

// One character of an integer: 0 if it is taken. Digits are taken as they are, so that the text of a number that
// depends on inputs does not become that of one number.
extern "C" int revisit_read_integer(char c, int base, char* text, char*& end, unsigned& digits, char separator,
                                    const std::string& grouping, unsigned* groups, unsigned*& groupsEnd, char* atoms) {
  if (end == text && (c == atoms[24] || c == atoms[25])) {
    *end++ = c == atoms[24] ? '+' : '-';
    digits = 0;
    return 0;
  }
  if (!grouping.empty() && c == separator) {
    if (groupsEnd - groups < Reading::room) {
      *groupsEnd++ = digits;
      digits = 0;
    }
    return 0;
  }
  const bool isDigit = static_cast<unsigned char>(c - '0') < 10;
  const bool isLetter = !isDigit && static_cast<unsigned char>((c | 0x20) - 'a') < 6;
  const bool isPrefix = !isDigit && !isLetter && (c | 0x20) == 'x';
  if (!isDigit && ((!isLetter && !isPrefix) || base == 8 || base == 10))
    return -1;
  if (base == 8 && c > '7')
    return -1;
  const bool marksBase = base == 16 && isPrefix;
  if (marksBase && (end == text || end - text > 2 || end[-1] != '0'))
    return -1;
  *end++ = c;
  digits = marksBase ? 0 : digits + 1;
  return 0;
}
