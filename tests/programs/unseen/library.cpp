// Parts of the C++ library that are compiled: seen, or named.
#include <cassert>
#include <cstdint>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <memory>
#include <random>
#include <regex>
#include <sstream>
#include <string>
#include <thread>
#if __has_include(<filesystem>)
#include <filesystem>
#endif
#include <charconv>
#include <locale>

static std::string text = "a.b";
static char digits[64];
static std::stringstream stream;

static void use() {
#if defined REGEX
  assert(std::regex_match(text, std::regex("a.b")));
#elif defined RANDOM
  std::random_device source;
  const unsigned number = source();
  assert(number != source());
#elif defined CHARS
  char own[64];
  const auto made = std::to_chars(own, own + sizeof own, 2.5);
  assert(made.ec == std::errc() && std::string(own, made.ptr) == "2.5");
#elif defined SHARED_CHARS
  std::to_chars(digits, digits + sizeof digits, 2.5);
#elif defined FLOATS
  assert(std::stod("0.5") == 0.5 && std::to_string(7) == "7");
#elif defined MOVED
  std::stringstream one;
  one << 42;
  std::stringstream two(std::move(one));
  int number = 0;
  two >> number;
  assert(number == 42);
#elif defined WIDE
  std::wstringstream wide;
  wide << 42 << L' ' << 1.5;
  assert(wide.str() == L"42 1.5");
#elif defined TIME
  std::tm when = {};
  when.tm_year = 100;
  std::ostringstream out;
  out << std::put_time(&when, "%Y");
  assert(out.str() == "2000");
#elif defined FILES
  std::ifstream in("/etc/hostname");
  std::string line;
  std::getline(in, line);
#elif defined ALIGN
  char room[64];
  void* start = room + 1;
  std::size_t left = 63;
  assert(std::align(16, 16, start, left) != nullptr && reinterpret_cast<std::uintptr_t>(start) % 16 == 0);
#elif defined GLOBAL_LOCALE
  std::locale::global(std::locale::classic());
#elif defined PATHS
  assert(std::filesystem::path(text).extension() == ".b");
#else
  std::cout << text << ' ' << 1.5 << std::endl;
#endif
}

int main() {
  std::thread other(use);
  use();
  other.join();
}
