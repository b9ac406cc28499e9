// std::to_chars of floating-point numbers: the library's function writes to a private buffer, and instrumented code
// copies the result.
#include <algorithm>
#include <charconv>

extern "C" void* revisit_library_function(const char* name);

namespace {

constexpr std::ptrdiff_t longest = 1 << 14; // more than the digits of any number of these types

template <class... Arguments>
std::to_chars_result byCopy(const char* name, char* first, char* last, Arguments... arguments) {
  using Original = std::to_chars_result(char*, char*, Arguments...);
  auto* const original = reinterpret_cast<Original*>(revisit_library_function(name));
  char text[longest];
  const std::to_chars_result made = original(text, text + std::min(last - first, longest), arguments...);
  if (made.ec != std::errc())
    return {last, made.ec};
  return {std::copy(text, made.ptr, first), std::errc()};
}

} // namespace

namespace std {
inline namespace __1 {

#define REVISIT_TO_CHARS(Number, letter)                                                                               \
  to_chars_result to_chars(char* first, char* last, Number number) {                                                   \
    return byCopy("_ZNSt3__18to_charsEPcS0_" letter, first, last, number);                                             \
  }                                                                                                                    \
  to_chars_result to_chars(char* first, char* last, Number number, chars_format format) {                              \
    return byCopy("_ZNSt3__18to_charsEPcS0_" letter "NS_12chars_formatE", first, last, number, format);                \
  }                                                                                                                    \
  to_chars_result to_chars(char* first, char* last, Number number, chars_format format, int precision) {               \
    return byCopy("_ZNSt3__18to_charsEPcS0_" letter "NS_12chars_formatEi", first, last, number, format, precision);    \
  }

REVISIT_TO_CHARS(float, "f")
REVISIT_TO_CHARS(double, "d")
REVISIT_TO_CHARS(long double, "e")

} // namespace __1
} // namespace std
