// LevelDB's skip list: one thread inserts without a lock while another one iterates.
#include "db/skiplist.h"
#include "util/arena.h"
#include <cassert>
#include <thread>

namespace {

struct Comparator {
  int operator()(int left, int right) const { return left < right ? -1 : left > right; }
};

using List = leveldb::SkipList<int, Comparator>;

} // namespace

int main() {
  leveldb::Arena arena;
  List list(Comparator(), &arena);
  list.Insert(2);
  std::thread reader([&] {
    List::Iterator iterator(&list);
    int last = 0;
    bool hasTwo = false;
    for (iterator.SeekToFirst(); iterator.Valid(); iterator.Next()) {
      assert(iterator.key() > last);
      last = iterator.key();
      hasTwo |= last == 2;
    }
    assert(hasTwo);
  });
  list.Insert(1);
  list.Insert(3);
  reader.join();
  assert(list.Contains(1) && list.Contains(2) && list.Contains(3));
}
