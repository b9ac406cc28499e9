// LevelDB's cache: one thread replaces an entry while another one holds it. Each value is deleted once.
#include <cassert>
#include <leveldb/cache.h>
#include <memory>
#include <thread>

namespace {

struct Value {
  int number = 0;
  bool isDeleted = false;
};

void remove(const leveldb::Slice& /*key*/, void* value) {
  assert(!static_cast<Value*>(value)->isDeleted);
  static_cast<Value*>(value)->isDeleted = true;
}

} // namespace

int main() {
  Value first{1}, second{2};
  {
    const std::unique_ptr<leveldb::Cache> cache(leveldb::NewLRUCache(16));
    cache->Release(cache->Insert("key", &first, 1, remove));
    std::thread reader([&] {
      if (leveldb::Cache::Handle* handle = cache->Lookup("key")) {
        const auto* value = static_cast<const Value*>(cache->Value(handle));
        assert(!value->isDeleted && (value->number == 1 || value->number == 2));
        cache->Release(handle);
      }
    });
    cache->Release(cache->Insert("key", &second, 1, remove));
    cache->Erase("key");
    reader.join();
    assert(cache->Lookup("key") == nullptr);
  }
  assert(first.isDeleted && second.isDeleted);
}
