// An exception travels to another thread in an exception_ptr and is thrown again there; NOBODY catches it.
#include <cassert>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

static std::mutex mutex;
static std::exception_ptr failure;

int main() {
  std::thread worker([] {
    try {
      throw std::runtime_error("from the worker");
    } catch (...) {
      std::lock_guard guard(mutex);
      failure = std::current_exception();
    }
  });
  worker.join();
#ifdef NOBODY
  std::rethrow_exception(failure);
#endif
  try {
    std::rethrow_exception(failure);
  } catch (const std::runtime_error& error) {
    assert(error.what() == std::string("from the worker"));
  }
}
