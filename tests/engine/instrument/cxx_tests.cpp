// C++ programs: the library's containers are instrumented in the user's program and work.
#include "support.h"

#include <gtest/gtest.h>

using namespace revisit::instrument::test;

namespace {

TEST(Cxx, ContainersUnderAMutex) {
  Workspace workspace;
  workspace.write("all.cpp", R"(
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>
std::mutex lock;
std::map<std::string, int> tree; std::list<int> chain; std::unordered_map<int, std::string> table; std::vector<std::string> row;
std::deque<int> queue; std::set<int> numbers; std::shared_ptr<int> shared = std::make_shared<int>(0); std::weak_ptr<int> weak = shared;
void work(int id) {
  for (int i = 0; i < 20; ++i) {
    std::lock_guard guard(lock);
    std::string key = "a key that does not fit into the object " + std::to_string(i);
    tree[key] += id; chain.push_front(i); table[i] += "x"; row.push_back(key + "!"); queue.push_back(i); numbers.insert(i * id);
    auto mine = shared; auto again = weak.lock(); ++*again;
  }
}
int main() {
  std::function<void(int)> run = work;
  std::thread first(run, 1), second(run, 2);
  first.join(); second.join();
  bool right = tree.size() == 20 && tree.begin()->second == 3 && chain.size() == 40 && table[7] == "xx" && row.size() == 40 &&
               queue.size() == 40 && *shared == 40 && weak.use_count() == 1;
  shared.reset();
  return !(right && weak.expired());
}
)");
  auto built = workspace.run("revisit-c++ -std=c++20 -O2 -o all all.cpp");
  ASSERT_EQ(built.status, 0) << built.output;
  auto counts = workspace.hookCounts("all");
  EXPECT_GT(counts["store"], 1000);
  EXPECT_GT(counts["rmw"], 100); // the counts of the shared pointer
  // No code of these remains in the library.
  auto symbols = workspace.run("nm -C --undefined-only all");
  for (auto* part : {"__tree", "basic_string", "__hash_table", "__release_weak", "__shared_weak_count::lock"})
    EXPECT_EQ(symbols.output.find(part), std::string::npos) << symbols.output;
}

TEST(Cxx, ObjectsOfTheOtherLibraryAreNamed) {
  Workspace workspace;
  workspace.write("part.cpp", "#include <string>\nstd::string part(const std::string& s) { return s + \"!\"; }\n");
  workspace.write(
      "main.cpp",
      "#include <string>\nstd::string part(const std::string&); int main() { return part(\"\").size() != 1; }\n");
  auto built = workspace.run("g++ -c part.cpp\nrevisit-c++ -o prog main.cpp part.o");
  EXPECT_NE(built.status, 0);
  EXPECT_NE(built.output.find("built for libstdc++"), std::string::npos) << built.output;
}

} // namespace
