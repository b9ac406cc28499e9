// Strings wait in one vector; the second and third thread to come move those that wait on to another. Depending on the
// order blocks of the heap lie differently: in one order the data of a string is where another has the end of a block.
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

std::mutex gate;
std::vector<std::string> waiting, moved;
int count;

void add(const char* text) {
  std::string added = text;
  std::lock_guard lock(gate);
  waiting.push_back(std::move(added));
  if (++count == 1)
    return;
  std::vector<std::string> group = std::exchange(waiting, {});
  moved.insert(moved.end(), group.begin(), group.end());
}

int main() {
  std::thread one([] { add("a"); });
  std::thread two([] { add("b"); });
  add("c");
  one.join();
  two.join();
}
