// Memory in which an object was destroyed is used again, and objects are used while their destructor runs. Nothing is
// wrong here.
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#define CHECK(condition)                                                                                               \
  if (!(condition))                                                                                                    \
  std::abort()

static void inThread(const std::function<void()>& work) {
  std::thread thread(work);
  work();
  thread.join();
}

#if CASE == 1 // standard types that hold other objects in their own memory
static void work() {
  const std::string text = "a text that is too long to be stored inside";
  std::optional<std::string> kept = text;
  kept.reset();
  kept.emplace("short");
  std::optional<std::string> copy = kept;
  copy = std::nullopt;
  kept = copy;
  std::variant<int, std::string, std::vector<int>> one = text;
  one = 3;
  one = std::vector{1, 2};
  one = text;
  std::vector<std::string> texts = {text, "b"};
  texts.pop_back();
  texts.push_back(text);
  texts.erase(texts.begin());
  texts.insert(texts.begin(), {text, text});
  texts.resize(5);
  std::swap(texts[0], texts[4]);
  std::function<int()> call = [text] { return static_cast<int>(text.size()); };
  std::function<int()> other = [] { return 1; };
  std::swap(call, other);
  call = nullptr;
  std::map<int, std::string> map = {{1, text}, {2, "b"}};
  map.erase(1);
  map[1] = map[2];
  auto node = map.extract(2);
  map.insert(std::move(node));
  std::shared_ptr<std::string> shared = std::make_shared<std::string>(text);
  std::weak_ptr<std::string> weak = shared;
  shared.reset();
  CHECK(!weak.lock() && map.size() == 2 && other() == 43 && std::get<1>(one) == text);
}
int main() {
  inThread(work);
}
#elif CASE == 2 // a pool keeps a list of free places in the dead objects
struct Node {
  std::string text = "a text that is too long to be stored inside";
  int number;
  explicit Node(int n) : number(n) {}
  ~Node() { number = -1; }
};
union Place {
  Place* next;
  alignas(Node) char bytes[sizeof(Node)];
};
struct Pool {
  Place places[2];
  Place* free = nullptr;
  std::mutex m;
  Pool() {
    for (Place& place : places) {
      place.next = free;
      free = &place;
    }
  }
  Node* take(int n) {
    std::lock_guard lock(m);
    Place* const place = free;
    free = place->next;
    return new (place) Node(n);
  }
  void give(Node* node) {
    std::lock_guard lock(m);
    node->~Node();
    auto* const place = reinterpret_cast<Place*>(node);
    place->next = free;
    free = place;
  }
};
static Pool pool;
int main() {
  inThread([] {
    Node* node = pool.take(1);
    CHECK(node->number == 1 && node->text[0] == 'a');
    pool.give(node);
  });
}
#elif CASE == 3 // bases and members are used in destructors
struct Base {
  int uses = 0;
  virtual ~Base() { CHECK(count() == 2); }
  virtual int count() { return uses; }
};
struct Left : virtual Base {
  int left = 1;
  ~Left() override { uses += left; }
};
struct Right : virtual Base {
  int right = 1;
  ~Right() override { uses += right; }
};
struct Member {
  int& uses;
  ~Member() { uses++; }
};
struct Both final : Left, Right {
  int inside = 0;
  Member member{inside};
  int count() override { return -1; }
  ~Both() override { CHECK(uses == 0 && member.uses == 0); }
};
struct Self {
  int value = 1;
  void end() { delete this; }
  ~Self() { value++; }
};
int main() {
  delete static_cast<Base*>(new Both);
  { Both both; }
  alignas(Both) static char place[sizeof(Both)];
  for (int i = 0; i < 2; i++)
    static_cast<Base*>(new (place) Both)->~Base();
  (new Self)->end();
}
#elif CASE == 4 // an object with a mutex is made again in the same place, by another thread
struct Guarded {
  std::mutex m;
  int value = 0;
  ~Guarded() {}
};
alignas(Guarded) static char place[sizeof(Guarded)];
static void use(bool isLast) {
  auto* guarded = isLast ? reinterpret_cast<Guarded*>(place) : new (place) Guarded;
  inThread([=] {
    std::lock_guard lock(guarded->m);
    guarded->value++;
  });
  CHECK(guarded->value == (isLast ? 4 : 2));
  if (isLast)
    guarded->~Guarded();
}
int main() {
  for (int i = 0; i < 2; i++) {
    std::thread([] { use(false); }).join();
    use(true);
  }
  std::optional<Guarded> inLocal;
  for (int i = 0; i < 2; i++) {
    inLocal.emplace();
    inThread([&] {
      std::lock_guard lock(inLocal->m);
      inLocal->value++;
    });
    inLocal.reset();
  }
}
#elif CASE == 5 // a static object without a destructor is used while the process ends
struct Counters {
  std::mutex m;
  int value = 0;
};
static Counters counters;
static std::string& text() {
  static auto* const kept = new std::string("kept for ever");
  return *kept;
}
int main() {
  text();
  std::thread([] {
    std::lock_guard lock(counters.m);
    counters.value++;
    CHECK(text()[0] == 'k');
  }).detach();
}
#elif CASE == 6 // members that share their bytes, unions, and copies of dead bytes
struct Nothing {
  ~Nothing() {}
};
struct Small final {
  int number = 1;
  char letter = 'a';
  ~Small() {}
};
struct Packed {
  [[no_unique_address]] Nothing nothing;
  int first = 1;
  [[no_unique_address]] Small small;
  char tail = 't';
};
union Either {
  std::string text;
  int number;
  Either() : number(0) {}
  ~Either() {}
};
struct Raw {
  bool has = false;
  alignas(Small) char bytes[sizeof(Small)];
};
int main() {
  Packed packed;
  std::destroy_at(&packed.nothing);
  new (&packed.nothing) Nothing;
  packed.small.~Small();
  CHECK(packed.first == 1 && packed.tail == 't');
  new (&packed.small) Small;
  Either either;
  new (&either.text) std::string("a text that is too long to be stored inside");
  either.text.~basic_string();
  either.number = 2;
  Raw raw;
  (new (raw.bytes) Small)->~Small();
  Raw copy = raw;
  Raw moved;
  std::memcpy(&moved, &copy, sizeof moved);
  CHECK(either.number == 2 && !moved.has);
  int number = 0;
  (new (&number) Nothing)->~Nothing();
  CHECK(number == 0);
}
#endif
