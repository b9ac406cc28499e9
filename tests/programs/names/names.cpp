// Kinds of locations and values in C++. The comment at the end of a line says how its access is to be
// shown; names.py beside this file compares. One thread writes, main reads after it.
#include <array>
#include <atomic>
#include <cassert>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

enum class Phase { Idle, Busy = 5, Done };
enum Flags { None = 0, Readable = 1, Writable = 2, Locked = 4 };

struct Point {
  int x = 0, y = 0;
};

struct Job {
  int id = 0;
  Phase phase = Phase::Idle;
  Point corners[2];
  double weight = 0;
  float share = 0;
  bool isReady = false;
  char tag = ' ';
  signed char small = 0;
  unsigned char byte = 0;
  Job* next = nullptr;
  const char* title = nullptr;
};

struct Window {
  std::mutex mutex;
  int count = 0;
  unsigned kind : 3 = 0, level : 5 = 0;
  Job jobs[3];
  std::array<long, 4> totals = {};
  std::vector<Job> queue;
  std::optional<int> limit;
  std::variant<int, double> choice;
  std::pair<short, short> range;
  struct {
    int left = 0;
    int right = 0;
  } margins;
  union {
    std::uint32_t word = 0;
    std::uint8_t bytes[4];
  };
};

namespace app {
struct Base {
  long inherited = 1;
  virtual ~Base() = default;
};
struct Derived : Base {
  int own = 2;
};
Derived derived;
template <class T> struct Box {
  T content{};
  static inline int opened = 0;
};
Box<unsigned> box;
struct Pair {
  int low, high;
};
std::atomic<Pair> pair;
} // namespace app

namespace {
int hidden;
}

static Window window;
static std::atomic<int> counter;
static std::atomic<Phase> phase;
static std::atomic<Job*> head;
static int matrix[2][3];
static Flags flags;
static void (*handler)(int);
static std::int64_t big;
static std::uint64_t huge;
static unsigned char raw;
static wchar_t wide;
static Job* volatile cursor;

static void onSignal(int) {}
static char note[8];

static int& once() {
  static int kept = 0;
  return kept;
}

int main() {
  int total = 0;
  Point corner;
  window.queue.resize(4);
  std::vector<int> numbers(5);
  Job* single = new Job;
  Job* several = new Job[3];
  auto unique = std::make_unique<Point>();
  auto shared = std::make_shared<Point>();
  std::map<int, int> table = {{1, 10}};
  std::string label;
  std::thread writer([&] {
    window.mutex.lock(); //= lock window.mutex
    window.count = 1; //= window.count = 1
    window.level = 9; //= window.{kind,level} = {kind = 0, level = 9}
    window.jobs[1].corners[1].y = 7; //= window.jobs[1].corners[1].y = 7
    window.jobs[2].phase = Phase::Busy; //= window.jobs[2].phase = Phase::Busy
    window.jobs[0].weight = 2.5; //= window.jobs[0].weight = 2.5
    window.jobs[0].share = 0.5f; //= window.jobs[0].share = 0.5
    window.jobs[0].isReady = true; //= window.jobs[0].isReady = true
    window.jobs[0].tag = 'x'; //= window.jobs[0].tag = 'x'
    window.jobs[0].small = -3; //= window.jobs[0].small = -3
    window.jobs[0].byte = 200; //= window.jobs[0].byte = 200
    window.jobs[0].next = &window.jobs[2]; //= window.jobs[0].next = &window.jobs[2]
    window.jobs[0].title = "hello"; //= window.jobs[0].title = "hello"
    window.totals[3] = -5; //= window.totals[3] = -5
    window.queue[2].id = 4; //= window.queue[2].id = 4
    window.limit = 3; //= window.limit.val = 3
    window.range.second = 8; //= window.range.second = 8
    window.margins.right = 6; //= window.margins.right = 6
    window.word = 77; //= window.word = 77
    window.mutex.unlock(); //= unlock window.mutex
    app::derived.own = 4; //= app::derived.own = 4
    app::derived.inherited = 5; //= app::derived.inherited = 5
    app::box.content = 9; //= app::box.content = 9
    app::Box<unsigned>::opened = 1; //= app::Box<unsigned int>::opened = 1
    app::pair.store({2, 64}); //= app::pair = {2, 64}
    hidden = 3; //= hidden = 3
    counter.fetch_add(2); //= counter: 0 + 2 -> 2
    phase = Phase::Done; //= phase = Phase::Done
    head = single; //= head = &Job#1
    matrix[1][2] = 11; //= matrix[1][2] = 11
    flags = static_cast<Flags>(Readable | Locked); //= flags = Readable|Locked
    handler = onSignal; //= handler = onSignal
    big = -5'000'000'000; //= big = -5000000000
    huge = 18'000'000'000'000'000'000u; //= huge = 18000000000000000000
    raw = 65; //= raw = 65
    wide = L'w'; //= wide = 'w'
    cursor = nullptr; //= cursor = nullptr
    once() = 12; //= once()::kept = 12
    total = 5; //= main::total = 5
    corner.y = 13; //= main::corner.y = 13
    numbers[3] = 1; //= main::numbers[3] = 1
    single->corners[0].x = 2; //= Job#1.corners[0].x = 2
    several[2].id = 6; //= Job[]#2[2].id = 6
    unique->y = 3; //= Point#1.y = 3
    shared->x = 4; //= Point#2.x = 4
    table[1] = 20; //= tree_node<...>#1.second = 20 (folded)
    label = "abc";
    std::memcpy(note, "abcd", 4); //= note[0..3] = "abcd"
  });
  writer.join();
  int sum = window.count + static_cast<int>(window.level) + window.jobs[1].corners[1].y + window.queue[2].id;
  sum += static_cast<int>(window.jobs[2].phase) + static_cast<int>(window.jobs[0].weight + window.jobs[0].share);
  sum += window.jobs[0].isReady + window.jobs[0].tag + window.jobs[0].small + window.jobs[0].byte;
  sum += window.jobs[0].next != nullptr && window.jobs[0].title != nullptr;
  sum += static_cast<int>(window.totals[3]) + *window.limit + window.range.second + window.margins.right;
  sum += static_cast<int>(window.word) + app::derived.own + static_cast<int>(app::derived.inherited);
  sum += static_cast<int>(app::box.content) + app::Box<unsigned>::opened + app::pair.load().high + hidden + counter;
  sum += static_cast<int>(phase.load()) + (head.load() == single) + matrix[1][2] + flags + (handler == onSignal);
  sum += big < 0 && huge > 0 && wide == L'w' && cursor == nullptr;
  sum += raw + once() + total + corner.y + numbers[3] + single->corners[0].x + several[2].id + unique->y + shared->x;
  sum += table[1] + (label.size() == 3);
  char copy[4];
  std::memcpy(copy, note, 4);
  sum += copy[0];
  delete single;
  delete[] several;
  assert(sum == 0);
}
