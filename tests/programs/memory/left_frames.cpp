// Frames that are left by an exception, with and without destructors on the way, and what is used afterwards.
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

int* lost = nullptr;

struct Guard {
  int* count;
  ~Guard() { ++*count; }
};

void deep(int depth) {
  int local[4] = {depth, depth, depth, depth};
  lost = &local[1];
  if (depth == 0)
    throw std::runtime_error("deep");
  deep(depth - 1);
}

int guarded(int depth) {
  int count = 0;
  try {
    Guard guard{&count};
    deep(depth);
  } catch (const std::exception& error) {
    count += static_cast<int>(std::string(error.what()).size());
  }
  return count;
}

int sum(const std::vector<int>& numbers) {
  int result = 0;
  for (const int& number : numbers)
    result += number;
  return result;
}

std::string longName() {
  return "a name that does not fit into a short string";
}

} // namespace

int main() {
#if defined LOST
  guarded(2);
  return *lost == 99;
#elif defined TEMPORARY
  const std::string_view view = std::string("short");
  return view[0] == 'x';
#elif defined REFERENCE
  const int& smaller = std::min(3, 4);
  return smaller == 99;
#else
  int result = 0;
  for (int i = 0; i < 3; i++) {
    result += guarded(i);
    const std::string& kept = longName();
    std::vector<int> numbers = {i, 2, 3};
    numbers.push_back(static_cast<int>(kept.size()));
    result += sum(numbers) + static_cast<int>(std::string_view(kept).size());
  }
  return result == 0;
#endif
}
