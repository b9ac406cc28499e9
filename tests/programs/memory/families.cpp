// Memory is given back by the function that belongs to the one that made it.
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <vector>

#ifdef REPLACED
static int blocks = 0;
void* operator new(std::size_t bytes) {
  blocks++;
  return std::malloc(bytes);
}
void operator delete(void* block) noexcept {
  blocks--;
  std::free(block);
}
void operator delete(void* block, std::size_t) noexcept {
  operator delete(block);
}
#endif

struct Base {
  int one = 1;
};
struct Derived : Base {
  int more[7] = {};
};
struct alignas(64) Wide {
  char bytes[100];
};
struct Pooled {
  int number;
  static void* operator new(std::size_t bytes) { return std::malloc(bytes); }
  static void operator delete(void* block) { std::free(block); }
};

int main() {
#if defined NEW_FREE
  std::free(new int(3));
#elif defined MALLOC_DELETE
  auto* number = static_cast<int*>(std::malloc(sizeof(int)));
  delete number;
#elif defined ARRAY_DELETE
  int* numbers = new int[4]{};
  delete numbers;
#elif defined DELETE_ARRAY
  int* number = new int(3);
  delete[] number;
#elif defined STRUCTURE
  std::unique_ptr<std::string> words(new std::string[1]);
#elif defined OTHER_SIZE
  Base* base = new Derived;
  delete base;
#else
  delete new int(3);
  delete[] new int[4]{};
  delete[] new std::string[3];
  delete new Wide;
  delete[] new Wide[2];
  delete new (std::nothrow) Derived;
  delete new Pooled{3};
  int* none = nullptr;
  delete none;
  delete[] new int[0];
  std::free(std::malloc(3));
  std::free(std::aligned_alloc(64, 128));
  auto shared = std::make_shared<std::vector<std::string>>(3, "a string that is longer than a short one");
  ::operator delete(::operator new(10));
  ::operator delete[](::operator new[](10));
#ifdef REPLACED
  std::free(::operator new(4));
  blocks--;
#endif
#endif
}
