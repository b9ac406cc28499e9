// std::stoi, std::to_string and related functions, which are compiled into libc++. They are in instrumented code here,
// because the text may be shared, and text and numbers may depend on inputs.
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>

namespace {

template <class Number, class Parsed>
Number parse(const char* name, Parsed (*function)(const char*, char**, int), const std::string& text, std::size_t* end,
             int base) {
  const int before = errno;
  errno = 0;
  char* stop = nullptr;
  const Parsed parsed = function(text.c_str(), &stop, base);
  const bool tooLarge = errno == ERANGE;
  errno = before;
  if (stop == text.c_str())
    throw std::invalid_argument(std::string(name) + ": no conversion");
  if (tooLarge || parsed > std::numeric_limits<Number>::max() || parsed < std::numeric_limits<Number>::min())
    throw std::out_of_range(std::string(name) + ": out of range");
  if (end != nullptr)
    *end = static_cast<std::size_t>(stop - text.c_str());
  return static_cast<Number>(parsed);
}

template <class Number>
Number parseFloat(const char* name, Number (*function)(const char*, char**), const std::string& text,
                  std::size_t* end) {
  const int before = errno;
  errno = 0;
  char* stop = nullptr;
  const Number parsed = function(text.c_str(), &stop);
  const bool isOutside = errno == ERANGE;
  errno = before;
  if (stop == text.c_str())
    throw std::invalid_argument(std::string(name) + ": no conversion");
  if (isOutside)
    throw std::out_of_range(std::string(name) + ": out of range");
  if (end != nullptr)
    *end = static_cast<std::size_t>(stop - text.c_str());
  return parsed;
}

template <class Number> std::string print(Number number) {
  char text[24];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

template <class Number> std::wstring printWide(Number number) {
  const std::string text = print(number);
  return {text.begin(), text.end()};
}

} // namespace

namespace std {
inline namespace __1 {

int stoi(const string& text, size_t* end, int base) {
  return parse<int>("stoi", strtol, text, end, base);
}
long stol(const string& text, size_t* end, int base) {
  return parse<long>("stol", strtol, text, end, base);
}
unsigned long stoul(const string& text, size_t* end, int base) {
  return parse<unsigned long>("stoul", strtoul, text, end, base);
}
long long stoll(const string& text, size_t* end, int base) {
  return parse<long long>("stoll", strtoll, text, end, base);
}
unsigned long long stoull(const string& text, size_t* end, int base) {
  return parse<unsigned long long>("stoull", strtoull, text, end, base);
}
float stof(const string& text, size_t* end) {
  return parseFloat("stof", strtof, text, end);
}
double stod(const string& text, size_t* end) {
  return parseFloat("stod", strtod, text, end);
}
long double stold(const string& text, size_t* end) {
  return parseFloat("stold", strtold, text, end);
}

#define REVISIT_TO_STRING(Number)                                                                                      \
  string to_string(Number number) {                                                                                    \
    return print(number);                                                                                              \
  }                                                                                                                    \
  wstring to_wstring(Number number) {                                                                                  \
    return printWide(number);                                                                                          \
  }

REVISIT_TO_STRING(int)
REVISIT_TO_STRING(unsigned)
REVISIT_TO_STRING(long)
REVISIT_TO_STRING(unsigned long)
REVISIT_TO_STRING(long long)
REVISIT_TO_STRING(unsigned long long)

} // namespace __1
} // namespace std
