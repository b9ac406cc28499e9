// LevelDB in memory: one thread puts and compacts, which starts LevelDB's own thread, while another one gets.
#include <cassert>
#include <leveldb/db.h>
#include <leveldb/env.h>
#include <memory>
#include <memenv.h>
#include <string>
#include <thread>

int main() {
  const std::unique_ptr<leveldb::Env> env(leveldb::NewMemEnv(leveldb::Env::Default()));
  leveldb::Options options;
  options.create_if_missing = true;
  options.env = env.get();
  leveldb::DB* opened = nullptr;
  leveldb::Status status = leveldb::DB::Open(options, "/database", &opened);
  assert(status.ok());
  const std::unique_ptr<leveldb::DB> database(opened);
  status = database->Put({}, "key", "old");
  assert(status.ok());

  std::thread reader([&] {
    std::string value;
    const leveldb::Status found = database->Get({}, "key", &value);
    assert(found.ok() && (value == "old" || value == "new"));
  });
  status = database->Put({}, "key", "new");
  assert(status.ok());
  database->CompactRange(nullptr, nullptr);
  reader.join();

  std::string value;
  status = database->Get({}, "key", &value);
  assert(status.ok() && value == "new");
}
