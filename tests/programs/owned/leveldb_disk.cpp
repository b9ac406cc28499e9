// A database on disk: one thread puts, another gets.
#include <leveldb/db.h>
#include <cassert>
#include <memory>
#include <string>
#include <thread>
int main() {
  leveldb::DB* opened = nullptr;
  leveldb::Options options;
  options.create_if_missing = true;
  auto status = leveldb::DB::Open(options, "/tmp/revisit-leveldb", &opened);
  assert(status.ok());
  std::unique_ptr<leveldb::DB> db(opened);
  assert(db->Put(leveldb::WriteOptions(), "a", "1").ok());
  std::thread writer([&] { assert(db->Put(leveldb::WriteOptions(), "a", "2").ok()); });
  std::string value;
  assert(db->Get(leveldb::ReadOptions(), "a", &value).ok());
  assert(value == "1" || value == "2");
  writer.join();
  assert(db->Get(leveldb::ReadOptions(), "a", &value).ok() && value == "2");
}
