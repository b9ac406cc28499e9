// The same for classes, templates and the standard library: what a pattern names, by CASE of what races.
#include <revisit.h>
#include <thread>
#include <vector>

namespace game {

template <class T> class Gauge {
public:
  void set(T value) { m_value = value; }
  T get() const { return m_value; }

private:
  T m_value{};
};

Gauge<int> gauge;
struct Log {
  REVISIT_INTENDED_RACE int lines[2];
  int size;
} log;

} // namespace game

namespace {
int hidden;
REVISIT_INTENDED_RACE int marked;
REVISIT_INTENDED_RACE void mark(std::vector<int>& in) { in.push_back(2); }
std::vector<int> list;
} // namespace

static void work() {
#if CASE == 0
  game::gauge.set(game::gauge.get() + 1);
#elif CASE == 1
  hidden++;
#elif CASE == 2
  list.push_back(1);
#elif CASE == 3
  game::log.lines[1]++;
#elif CASE == 4
  game::log.size++;
#elif CASE == 5
  marked++;
#elif CASE == 6
  mark(list);
#elif CASE == 7 // the same memory, where the attribute is not
  mark(list);
  list.push_back(3);
#endif
}

int main() {
  list.reserve(8);
  std::thread one(work), other(work);
  one.join();
  other.join();
}
