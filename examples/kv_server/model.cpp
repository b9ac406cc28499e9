// Small configurations of the server's parts, for Revisit: every execution of each is explored.
//     revisit check model.cpp store.cpp write_ahead_log.cpp -- expiry
#include "channel.h"
#include "store.h"
#include "write_ahead_log.h"

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>

namespace {

using namespace std::chrono_literals;

// A writer and two readers of one key: whoever has seen the new value does not see the old one again.
void readers() {
  Store store(1);
  store.set("k", "old");
  std::thread writer([&] { store.set("k", "new"); });
  const auto read = [&] {
    const bool isNew = store.get("k", {}) == "new";
    assert(!isNew || store.get("k", {}) == "new");
  };
  std::thread one(read), two(read);
  writer.join();
  one.join();
  two.join();
}

// A value has expired, and is set anew while what has expired is freed. The new one stays.
void expiry() {
  const Store::Time now = Store::Time() + 10s;
  Store store(1);
  store.set("k", "old", now - 1s);
  std::thread expirer([&] { store.expire(now); });
  store.set("k", "new", now + 1s);
  assert(store.get("k", now) == "new");
  expirer.join();
  assert(store.get("k", now) == "new");
}

// Three threads append: what is acknowledged is on the disk.
void commit() {
  Disk disk;
  WriteAheadLog log(disk);
  const auto append = [&](const char* record) {
    log.append(record);
    const std::vector<std::string> records = disk.records();
    assert(std::find(records.begin(), records.end(), record) != records.end());
  };
  std::thread one([&] { append("a"); });
  std::thread two([&] { append("b"); });
  append("c");
  one.join();
  two.join();
  assert(disk.records().size() == 3 && disk.writes() <= 3);
}

// Two threads serve two requests, then the channel is closed: each is served once.
void requests() {
  Channel<int> channel;
  int served[2] = {};
  const auto serve = [&](int& sum) {
    while (const std::optional<int> request = channel.receive())
      sum += *request;
  };
  std::thread one([&] { serve(served[0]); });
  std::thread two([&] { serve(served[1]); });
  channel.send(1);
  channel.send(2);
  channel.close();
  one.join();
  two.join();
  assert(served[0] + served[1] == 3);
}

constexpr struct {
  std::string_view name;
  void (*run)();
} models[] = {{"readers", readers}, {"expiry", expiry}, {"commit", commit}, {"requests", requests}};

} // namespace

int main(int argc, char** argv) {
  const std::string_view wanted = argc > 1 ? argv[1] : "expiry";
  for (const auto& model : models)
    if (model.name == wanted) {
      model.run();
      return EXIT_SUCCESS;
    }
  std::fputs("name a model: readers, expiry, commit or requests\n", stderr);
  return EXIT_FAILURE;
}
