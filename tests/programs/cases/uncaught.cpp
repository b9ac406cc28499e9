// An exception that nobody catches, thrown in the library on behalf of a line here. Only when the vector is asked
// before it has grown.
#include <mutex>
#include <thread>
#include <vector>

int main() {
  std::mutex mutex;
  std::vector<int> values;
  std::thread reader([&] {
    std::lock_guard lock(mutex);
    (void)values.at(0);
  });
  std::thread writer([&] {
    std::lock_guard lock(mutex);
    values.push_back(1);
  });
  reader.join();
  writer.join();
}
