// A stringstream that N threads write under a mutex: N! orders, each with the whole text. WRONG expects one of them.
#include <cassert>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#ifndef N
#define N 2
#endif

static std::mutex mutex;
static std::stringstream stream;

static void write(int number) {
  std::lock_guard guard(mutex);
  stream << "<" << number << ">";
}

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < N; i++)
    threads.emplace_back(write, i);
  for (auto& thread : threads)
    thread.join();
  assert(stream.str().size() == 3 * N);
#ifdef WRONG
  assert(stream.str().starts_with("<0>"));
#endif
  int sum = 0;
  for (char bracket; stream >> bracket;) {
    int number = 0;
    stream >> number >> bracket;
    sum += number;
  }
  assert(sum == N * (N - 1) / 2);
}
