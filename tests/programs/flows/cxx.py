"""Movers of C++: what carries any object on, and what computes with strings and numbers."""
from .texts import HARD
from .value import Mover, Value

# For numbers, structures and std::string.
COPYABLE = [
    ("copy_constructor", "", "@T @b(@a);"),
    ("move_constructor", "", "@T c@n(@a), @b(std::move(c@n));"),
    ("move_assignment", "", "@T c@n = @a, @b{}; @b = std::move(c@n);"),
    ("swap", "", "@T c@n = @a, @b{}; std::swap(@b, c@n);"),
    ("exchange", "", "@T c@n = @a, @b = std::exchange(c@n, @T{});"),
    ("reference", "", "const @T &r@n = @a; @T @b = r@n;"),
    ("template_function", "template <class X> static X pass@n(X p) {\n  return p;\n}", "@T @b = pass@n(@a);"),
    ("forwarding", "template <class X> static std::decay_t<X> pass@n(X &&p) {\n  return std::forward<X>(p);\n}",
     "@T @b = pass@n(pass@n(@a));"),
    ("variadic_template", "template <class First> static First last@n(const First &p) {\n  return p;\n}\n"
     "template <class First, class... Rest> static auto last@n(const First &, const Rest &...rest) {\n"
     "  return last@n(rest...);\n}", "@T @b = last@n(1, 'c', 2.0, @a);"),
    ("vector_push_back", "", "std::vector<@T> c@n; c@n.push_back(@a); @T @b = c@n[0];"),
    ("vector_grows", "", "std::vector<@T> c@n; for (int i = 0; i < 5; i++) c@n.push_back(i == 1 ? @a : @T{}); @T @b "
     "= c@n.at(1);"),
    ("vector_insert", "", "std::vector<@T> c@n(3); c@n.insert(c@n.begin() + 1, @a); c@n.erase(c@n.begin()); @T @b = "
     "c@n.front();"),
    ("vector_copy", "", "std::vector<@T> c@n{@a, @T{}}, d@n = c@n; @T @b = d@n.front();"),
    ("vector_reverse", "", "std::vector<@T> c@n{@a, @T{}, @T{}}; std::reverse(c@n.begin(), c@n.end()); @T @b = "
     "c@n.back();"),
    ("vector_pop", "", "std::vector<@T> c@n{@T{}, @a}; @T @b = c@n.back(); c@n.pop_back();"),
    ("deque", "", "std::deque<@T> c@n; c@n.push_back(@T{}); c@n.push_front(@a); @T @b = c@n.front();"),
    ("list", "", "std::list<@T> c@n{@a}, d@n; d@n.splice(d@n.end(), c@n); @T @b = d@n.back();"),
    ("forward_list", "", "std::forward_list<@T> c@n; c@n.push_front(@a); @T @b = c@n.front();"),
    ("map_value", "", "std::map<int, @T> c@n; c@n[3] = @a; c@n[1]; c@n[5]; @T @b = c@n.at(3);"),
    ("map_string_key", "", "std::map<std::string, @T> c@n; c@n[\"one\"]; c@n[\"two\"] = @a; @T @b = "
     "c@n.find(\"two\")->second;"),
    ("unordered_map", "", "std::unordered_map<int, @T> c@n; c@n.emplace(7, @a); c@n[9]; @T @b = c@n.at(7);"),
    ("multimap", "", "std::multimap<int, @T> c@n; c@n.emplace(7, @T{}); c@n.emplace(8, @a); @T @b = "
     "c@n.lower_bound(8)->second;"),
    ("array", "", "std::array<@T, 3> c@n{@T{}, @a, @T{}}, d@n = c@n; @T @b = d@n[1];"),
    ("optional", "", "std::optional<@T> c@n; c@n = @a; auto d@n = c@n; @T @b = d@n.value_or(@T{});"),
    ("variant", "", "std::variant<char, @T> c@n; c@n = @a; auto d@n = c@n; @T @b = std::get<1>(d@n);"),
    ("variant_visit", "struct Visit@n {\n  @T operator()(char) const { return @T{}; }\n  @T operator()(const @T &p) "
     "const { return p; }\n};",
     "std::variant<char, @T> c@n(std::in_place_index<1>, @a); @T @b = std::visit(Visit@n{}, c@n);"),
    ("any", "", "std::any c@n = @a; @T @b = std::any_cast<@T>(c@n);"),
    ("pair", "", "std::pair<char, @T> c@n{'p', @a}, d@n = c@n; @T @b = d@n.second;"),
    ("tuple", "", "std::tuple<char, @T, long> c@n{'p', @a, 3}, d@n = c@n; @T @b = std::get<1>(d@n);"),
    ("tuple_tie", "", "char t@n; @T @b{}; std::tie(t@n, @b) = std::make_tuple('p', @a);"),
    ("structured_binding", "", "auto [t@n, c@n] = std::make_pair(short(3), @a); @T @b = c@n;"),
    ("apply", "", "@T @b = std::apply([](char, @T p) { return p; }, std::make_tuple('p', @a));"),
    ("lambda_value", "", "auto f@n = [c = @a] { return c; }; @T @b = f@n();"),
    ("lambda_copy", "", "@T l@n = @a; char t@n = 1; auto f@n = [t@n, l@n] { return t@n ? l@n : @T{}; }; auto g@n = "
     "f@n; @T @b = g@n();"),
    ("lambda_reference", "", "@T @b{}; auto f@n = [&](const @T &p) { @b = p; }; f@n(@a);"),
    ("lambda_mutable", "", "auto f@n = [c = @T{}](const @T &p) mutable { return std::exchange(c, p); }; f@n(@a); @T "
     "@b = f@n(@T{});"),
    ("function", "", "std::function<@T()> f@n = [c = @a] { return c; }, g@n = f@n; @T @b = g@n();"),
    ("function_argument", "", "std::function<@T(@T)> f@n = [](@T p) { return p; }; @T @b = f@n(@a);"),
    ("bind", "", "auto f@n = std::bind([](int, @T p) { return p; }, 1, @a); @T @b = f@n();"),
    ("unique_ptr", "", "auto p@n = std::make_unique<@T>(@a); auto q@n = std::move(p@n); @T @b = *q@n;"),
    ("unique_array", "", "std::unique_ptr<@T[]> p@n(new @T[3]{}); p@n[2] = @a; @T @b = p@n[2];"),
    ("shared_ptr", "", "auto p@n = std::make_shared<@T>(@a); auto q@n = p@n; p@n.reset(); @T @b = *q@n;"),
    ("weak_ptr", "", "auto p@n = std::make_shared<@T>(@a); std::weak_ptr<@T> w@n = p@n; @T @b = *w@n.lock();"),
    ("new_delete", "", "@T *p@n = new @T(@a); @T @b = *p@n; delete p@n;"),
    ("placement_new", "", "alignas(@T) unsigned char r@n[sizeof(@T)]; @T *p@n = new (r@n) @T(@a); @T @b = *p@n; "
     "std::destroy_at(p@n);"),
    ("throw", "static void fail@n(const @T &p) {\n  throw p;\n}", "@T @b{}; try { fail@n(@a); } catch (const @T &e) "
     "{ @b = e; }"),
    ("throw_by_value", "static void fail@n(@T p, int n) {\n  if (n == 0)\n    throw p;\n  fail@n(p, n - 1);\n}",
     "@T @b{}; try { fail@n(@a, 2); } catch (@T e) { @b = e; }"),
    ("rethrow", "", "@T @b{}; try { try { throw @a; } catch (...) { throw; } } catch (@T &e) { @b = e; }"),
    ("throw_class", "struct Error@n : std::exception {\n  explicit Error@n(@T p) : item(p) {}\n  @T item;\n};",
     "@T @b{};\ntry { throw Error@n(@a); } catch (const std::exception &e) { @b = static_cast<const Error@n "
     "&>(e).item; }"),
    ("exception_ptr", "", "std::exception_ptr p@n = std::make_exception_ptr(@a); @T @b{};\n"
     "try { std::rethrow_exception(p@n); } catch (const @T &e) { @b = e; }"),
    ("virtual_call", "struct Base@n {\n  virtual ~Base@n() = default;\n  virtual @T get() const { return @T{}; }\n};\n"
     "struct Derived@n : Base@n {\n  explicit Derived@n(@T p) : item(p) {}\n  @T get() const override { return item; "
     "}\n  @T item;\n};",
     "std::unique_ptr<Base@n> p@n(new Derived@n(@a)); @T @b = p@n->get();"),
    ("virtual_base", "struct Root@n { @T item{}; };\nstruct Left@n : virtual Root@n { char tag = 1; };\n"
     "struct Right@n : virtual Root@n { short tag = 2; };\nstruct Both@n : Left@n, Right@n { long more = 3; };",
     "Both@n c@n; static_cast<Left@n &>(c@n).item = @a; Both@n d@n = c@n; @T @b = static_cast<Right@n &>(d@n).item;"),
    ("member_pointer", "struct M@n { char tag; @T item; };", "M@n m@n{1, @a}; @T M@n::*p@n = &M@n::item; @T @b = "
     "m@n.*p@n;"),
    ("member_function", "struct M@n {\n  @T item;\n  @T take() const & { return item; }\n};",
     "M@n m@n{@a}; @T (M@n::*f@n)() const & = &M@n::take; @T @b = (m@n.*f@n)();"),
    ("destructor", "static @T last@n;\nstruct D@n {\n  @T item;\n  ~D@n() { last@n = item; }\n};", "{\n  D@n "
     "d{@a};\n}\n@T @b = last@n;"),
    ("class_copy", "class C@n {\npublic:\n  explicit C@n(const @T &p) : m_item(p) {}\n  C@n(const C@n &other) : "
     "m_item(other.m_item) {}\n"
     "  C@n &operator=(const C@n &other) {\n    m_item = other.m_item;\n    return *this;\n  }\n  const @T &item() "
     "const { return m_item; }\n\n"
     "private:\n  char m_tag = 1;\n  @T m_item;\n};", "C@n c@n(@a), d@n(c@n); d@n = c@n; @T @b = d@n.item();"),
    ("inherited", "struct P@n {\n  @T item;\n  char tag = 1;\n};\nstruct Q@n : P@n { char more = 2; };",
     "Q@n q@n; q@n.item = @a; P@n p@n = q@n; @T @b = p@n.item;"),
    ("initializer_list", "static @T second@n(std::initializer_list<@T> l) {\n  return *(l.begin() + 1);\n}", "@T @b = second@n({@T{}, @a});"),
    ("reference_wrapper", "", "auto r@n = std::cref(@a); @T @b = r@n.get();"),
    ("static_member", "struct S@n { static inline @T item{}; };", "S@n::item = @a; @T @b = S@n::item;"),
    ("function_static", "static @T &kept@n() {\n  static @T item{};\n  return item;\n}", "kept@n() = @a; @T @b = "
     "kept@n();"),
    ("thread_local_object", "static thread_local @T kept@n{};", "kept@n = @a; @T @b = kept@n;"),
    ("algorithm_copy", "", "@T r@n[3] = {@T{}, @a, @T{}}, s@n[3]{}; std::copy(r@n, r@n + 3, s@n); @T @b = s@n[1];"),
    ("algorithm_rotate", "", "std::vector<@T> c@n{@T{}, @a, @T{}}; std::rotate(c@n.begin(), c@n.begin() + 1, "
     "c@n.end()); @T @b = c@n[0];"),
    ("algorithm_fill", "", "std::vector<@T> c@n(3); std::fill(c@n.begin(), c@n.end(), @a); @T @b = c@n[2];"),
    ("algorithm_transform", "", "@T r@n[2] = {@a, @a}; std::vector<@T> c@n; std::transform(r@n, r@n + 2, "
     "std::back_inserter(c@n), "
     "[](const @T &p) { return p; }); @T @b = c@n[1];"),
    ("algorithm_sort", "", "std::vector<std::pair<int, @T>> c@n{{5, @T{}}, {9, @a}, {1, @T{}}};\n"
     "std::sort(c@n.begin(), c@n.end(), [](const auto &x, const auto &y) { return x.first > y.first; }); @T @b = "
     "c@n[0].second;"),
    ("algorithm_stable_sort", "", "std::vector<std::pair<int, @T>> c@n{{5, @T{}}, {1, @a}, {7, @T{}}};\n"
     "std::stable_sort(c@n.begin(), c@n.end(), [](const auto &x, const auto &y) { return x.first < y.first; }); @T "
     "@b = c@n[0].second;"),
    ("algorithm_find_if", "", "std::vector<std::pair<int, @T>> c@n{{5, @T{}}, {9, @a}};\n"
     "@T @b = std::find_if(c@n.begin(), c@n.end(), [](const auto &x) { return x.first == 9; })->second;"),
    ("stack", "", "std::stack<@T> c@n; c@n.push(@T{}); c@n.push(@a); @T @b = c@n.top();"),
    ("queue", "", "std::queue<@T> c@n; c@n.push(@a); c@n.push(@T{}); @T @b = c@n.front();"),
    ("priority_queue", "", "auto less@n = [](const std::pair<int, @T> &x, const std::pair<int, @T> &y) { return "
     "x.first < y.first; };\n"
     "std::priority_queue<std::pair<int, @T>, std::vector<std::pair<int, @T>>, decltype(less@n)> c@n(less@n);\n"
     "c@n.push({1, @T{}}); c@n.push({8, @a}); @T @b = c@n.top().second;"),
    ("std_thread", "", "@T @b{}; std::thread t@n([&] { @b = @a; }); t@n.join();"),
    ("std_thread_argument", "", "@T @b{}; std::thread t@n([](@T p, @T *to) { *to = p; }, @a, &@b); t@n.join();"),
    ("std_mutex", "static std::mutex lock@n;\nstatic @T g@n{};", "std::thread t@n([&] { std::lock_guard<std::mutex> "
     "l(lock@n); g@n = @a; }); "
     "t@n.join();\nstd::unique_lock<std::mutex> l@n(lock@n); @T @b = g@n; l@n.unlock();"),
    ("condition_variable", "static std::mutex lock@n;\nstatic std::condition_variable cond@n;\nstatic bool "
     "full@n;\nstatic @T g@n{};",
     "std::thread t@n([&] { std::lock_guard<std::mutex> l(lock@n); g@n = @a; full@n = true; cond@n.notify_one(); });\n"
     "std::unique_lock<std::mutex> l@n(lock@n); cond@n.wait(l@n, [] { return full@n; }); @T @b = g@n; l@n.unlock(); "
     "t@n.join();"),
    ("promise", "", "std::promise<@T> p@n; auto f@n = p@n.get_future(); p@n.set_value(@a); @T @b = f@n.get();"),
    ("promise_thread", "", "std::promise<@T> p@n; auto f@n = p@n.get_future(); std::thread t@n([&] { "
     "p@n.set_value(@a); }); "
     "@T @b = f@n.get(); t@n.join();"),
    ("async", "", "auto f@n = std::async(std::launch::async, [c = @a] { return c; }); @T @b = f@n.get();"),
    ("packaged_task", "", "std::packaged_task<@T(@T)> k@n([](@T p) { return p; }); auto f@n = k@n.get_future(); "
     "k@n(@a); @T @b = f@n.get();"),
    ("call_once", "static std::once_flag once@n;", "@T @b{}; std::call_once(once@n, [&] { @b = @a; });"),
]

# For what may be copied byte by byte.
TRIVIAL = [
    ("bit_cast", "", "auto r@n = std::bit_cast<std::array<unsigned char, sizeof(@T)>>(@a); @T @b = "
     "std::bit_cast<@T>(r@n);"),
    ("span", "", "@T r@n[3] = {@a, @a, @a}; std::span<@T> s@n(r@n); @T @b = s@n.subspan(1)[0];"),
    ("span_bytes", "", "std::span<const @T, 1> s@n(&@a, 1); auto y@n = std::as_bytes(s@n); @T @b; "
     "std::copy(y@n.begin(), y@n.end(), "
     "reinterpret_cast<std::byte *>(&@b));"),
    ("vector_of_bytes", "", "const unsigned char *p@n = reinterpret_cast<const unsigned char *>(&@a); "
     "std::vector<unsigned char> c@n(p@n, p@n + sizeof(@T)); @T @b; std::memcpy(&@b, c@n.data(), sizeof(@T));"),
    ("string_of_bytes", "", "std::string c@n(reinterpret_cast<const char *>(&@a), sizeof(@T)); std::string d@n = "
     "c@n; @T @b; "
     "std::memcpy(&@b, d@n.data(), sizeof(@T));"),
    ("copy_n", "", "@T r@n[2] = {@a, @a}, @b; std::copy_n(r@n + 1, 1, &@b);"),
]

NUMBERS = [
    ("atomic", "static std::atomic<uint32_t> g@n;", "g@n = @a; uint32_t @b = g@n.load();"),
    ("atomic_exchange", "static std::atomic<uint32_t> g@n;", "g@n.exchange(@a); uint32_t @b = g@n.exchange(3);"),
    ("atomic_compare", "static std::atomic<uint32_t> g@n{@D};", "uint32_t e@n = g@n; "
     "while (!g@n.compare_exchange_weak(e@n, e@n + @a)) continue;\nuint32_t @b = g@n;"),
    ("atomic_wait", "static std::atomic<uint32_t> g@n{0};", "std::thread t@n([c = @a | 0x80000000u] { g@n.store(c); "
     "g@n.notify_one(); }); "
     "g@n.wait(0);\nuint32_t @b = (g@n & 0x7fffffff) | (@a & 0x80000000u); t@n.join();"),
    ("atomic_ref", "static uint32_t g@n;", "std::atomic_ref<uint32_t> r@n(g@n); r@n.store(@a); r@n += @K; uint32_t "
     "@b = g@n;"),
    ("atomic_struct", "struct A@n { uint32_t u; int tag; };\nstatic std::atomic<A@n> g@n{A@n{0, 0}};",
     "g@n.store(A@n{@a, 1}); A@n z@n = g@n.load(); uint32_t @b = z@n.u;"),
    ("accumulate", "", "std::vector<uint32_t> c@n{1, @a, @K}; uint32_t @b = std::accumulate(c@n.begin(), c@n.end(), "
     "0u);"),
    ("rotl", "", "uint32_t @b = std::rotl(@a, @D);"),
    ("bitset", "", "std::bitset<32> s@n(@a); s@n.flip(@D); uint32_t @b = (uint32_t)s@n.to_ulong();"),
    ("vector_bool", "", "std::vector<bool> c@n; for (int i = 0; i < 3; i++) c@n.push_back(@a >> i & 1); uint32_t @b "
     "= @a & ~7u;\n"
     "for (int i = 0; i < 3; i++) @b |= (uint32_t)c@n[i] << (2 - i);"),
    ("set_element", "", "std::set<uint32_t> s@n; s@n.insert(@a); uint32_t @b = *s@n.begin();"),
    ("set_two", "", "std::set<uint32_t> s@n{@K, @a}; uint32_t @b = s@n.size() == 1 ? @K : *s@n.begin() ^ "
     "*s@n.rbegin() ^ @K;"),
    ("map_key", "", "std::map<uint32_t, int> m@n; m@n[@a] = 1; uint32_t @b = m@n.begin()->first;"),
    ("unordered_set", "", "std::unordered_set<uint32_t> s@n; s@n.insert(@a); uint32_t @b = *s@n.begin();"),
    ("minmax", "", "uint32_t k@n = @K; auto p@n = std::minmax(@a, k@n); uint32_t @b = p@n.first ^ p@n.second ^ @K;"),
    ("sort_numbers", "", "std::vector<uint32_t> c@n{@K, @a}; std::sort(c@n.begin(), c@n.end()); uint32_t @b = c@n[0] "
     "^ c@n[1] ^ @K;"),
    ("lower_bound", "", "std::vector<uint32_t> c@n{0x10000000, 0x40000000, 0x90000000};\n"
     "auto i@n = std::lower_bound(c@n.begin(), c@n.end(), @a); uint32_t @b = @a + (uint32_t)(i@n - c@n.begin()) * 0;"),
    ("iota_index", "", "std::array<uint32_t, 8> r@n; std::iota(r@n.begin(), r@n.end(), 0u); uint32_t @b = (@a & ~7u) "
     "| r@n[7 - (@a & 7)];"),
    ("valarray", "", "std::valarray<uint32_t> c@n{1, @a, 3}; c@n += uint32_t(@K); uint32_t @b = c@n[1];"),
    ("chrono", "", "auto d@n = std::chrono::seconds(@a); auto m@n = "
     "std::chrono::duration_cast<std::chrono::milliseconds>(d@n); "
     "uint32_t @b = (uint32_t)(m@n.count() / 1000);"),
    ("string_stream_round", "", "std::stringstream s@n; s@n << @a; uint32_t @b = 0; s@n >> @b;"),
    ("chars_round", "", "char t@n[16]; auto r@n = std::to_chars(t@n, t@n + 16, @a); uint32_t @b = 0; "
     "std::from_chars(t@n, r@n.ptr, @b);"),
    ("throw_number", "", "uint32_t @b = 0; try { throw @a + 1; } catch (uint32_t e) { @b = e; }"),
    ("pair_order", "", "std::pair<uint32_t, int> p@n{@a, 1}, q@n{@K, 2}; uint32_t @b = p@n < q@n ? @a : @a;"),
    ("enum_class", "enum class E@n : uint32_t { none };", "E@n e@n = static_cast<E@n>(@a); uint32_t @b = "
     "static_cast<uint32_t>(e@n);"),
    ("operators", "struct N@n {\n  uint32_t v;\n  N@n operator+(N@n other) const { return {v + other.v}; }\n  "
     "operator uint32_t() const { return v; }\n};",
     "uint32_t @b = N@n{@a} + N@n{@K};"),
    ("constexpr_function", "static constexpr uint32_t twist@n(uint32_t p) {\n  return p * @O ^ p >> 31;\n}\n",
     "uint32_t @b = @a; static_assert(twist@n(0) == 0); @b ^= @K;"),
    ("range_for", "", "uint32_t @b = 0; for (uint32_t part : {@a & 0xffff, @a & 0xffff0000u}) @b |= part;"),
    ("ranges", "", "std::vector<uint32_t> c@n{@a, 1}; uint32_t @b = 0; for (uint32_t p : c@n | std::views::take(1)) "
     "@b = p;"),
]


def string(notation):
    return lambda value, result: Value("string", "std::string", result, trivial=False, notation=notation)


def text_string(value, result):
    return Value("string", "std::string", result, trivial=False, notation=value.notation)


def string_text(value, result):
    return Value("text", "char[32]", result, trivial=False, notation=value.notation)


WRITE = [
    ("string_letters", "lower", "std::string @b; for (int i = 0; i < 8; i++) @b += (char)('a' + (@a >> 4 * i & 15));"),
    ("string_push_back", "upper", "std::string @b; for (int i = 0; i < 8; i++) @b.push_back((char)('A' + (@a >> 4 * "
     "i & 15)));"),
    ("string_filled", "lower", "std::string @b(8, 'a'); for (int i = 0; i < 8; i++) @b[i] += (char)(@a >> 4 * i & 15);"),
    ("to_string", "decimal", "std::string @b = std::to_string(@a);"),
    ("to_string_signed", "signed", "std::string @b = std::to_string((int)@a);"),
    ("ostringstream", "decimal", "std::ostringstream s@n; s@n << @a; std::string @b = s@n.str();"),
    ("ostringstream_hex", "hex", "std::ostringstream s@n; s@n << std::hex << @a; std::string @b = s@n.str();"),
    ("ostringstream_pair", "pair", "std::ostringstream s@n; s@n << (@a >> 16) << ',' << (@a & 0xffff); std::string "
     "@b = s@n.str();"),
    ("format", "decimal", "std::string @b = std::format(\"{}\", @a);"),
    ("format_hex", "hex", "std::string @b = std::format(\"{:08x}\", @a);"),
    ("to_chars", "decimal", "char t@n[16]; auto r@n = std::to_chars(t@n, t@n + 16, @a); std::string @b(t@n, r@n.ptr);"),
    ("to_chars_hex", "hex", "char t@n[16]; auto r@n = std::to_chars(t@n, t@n + 16, @a, 16); std::string @b(t@n, "
     "r@n.ptr);"),
]
SMALL_WRITE = [("to_string", "std::string t@n = std::to_string(@a & 1023);"),
               ("ostringstream", "std::ostringstream o@n; o@n << (@a & 1023); std::string t@n = o@n.str();"),
               ("stream_member", "std::ostringstream o@n; o@n << \"\" << int(@a & 1023) << '.'; std::string t@n = "
                "o@n.str();"),
               ("to_chars", "char c@n[16]; auto r@n = std::to_chars(c@n, c@n + 16, @a & 1023); std::string t@n(c@n, "
                "r@n.ptr);")]
SMALL_WRITE += [("format", "std::string t@n = std::format(\"{}\", @a & 1023);"),
                ("format_left", "std::string t@n = std::format(\"{:<6}|\", (int)(@a & 1023));")]
SMALL_READ = [("stoi", "(uint32_t)std::stoi(t@n)"), ("stoul", "(uint32_t)std::stoul(t@n)"),
              ("istringstream", "({ std::istringstream i(t@n); uint32_t r = 0; i >> r; r; })"),
              ("from_chars", "({ uint32_t r = 0; std::from_chars(t@n.data(), t@n.data() + t@n.size(), r); r; })"),
              ("atoi", "(uint32_t)atoi(t@n.c_str())")]
SMALL = [(f"{write}_{read}", f"{text}\nuint32_t @b = (@a & ~1023u) | {result};") for write, text in SMALL_WRITE
         for read, result in SMALL_READ]

READ = [
    ("string_from_letters", "lower", "uint32_t @b = 0; for (size_t i = 8; i-- > 0;) @b = @b << 4 | (uint32_t)(@a[i] "
     "- 'a');"),
    ("string_for_letters", "upper", "uint32_t @b = 0; int s@n = 0; for (char c : @a) { @b |= (uint32_t)(c - 'A') << "
     "s@n; s@n += 4; }"),
    ("string_find_letters", "lower", "uint32_t @b = (uint32_t)std::string(\"abcdefghijklmnop\").find(@a[0]);\n"
     "for (size_t i = 1; i < 8; i++) @b |= (uint32_t)(@a[i] - 'a') << 4 * i;"),
    ("stoul", "decimal", "uint32_t @b = (uint32_t)std::stoul(@a);"),
    ("stoi", "signed", "uint32_t @b = (uint32_t)std::stoi(@a);"),
    ("stoul_hex", "hex", "uint32_t @b = (uint32_t)std::stoul(@a, nullptr, 16);"),
    ("istringstream", "decimal", "std::istringstream s@n(@a); uint32_t @b = 0; s@n >> @b;"),
    ("istringstream_hex", "hex", "std::istringstream s@n(@a); uint32_t @b = 0; s@n >> std::hex >> @b;"),
    ("istringstream_pair", "pair", "std::istringstream s@n(@a); uint32_t h@n = 0, l@n = 0; char k@n; s@n >> h@n >> "
     "k@n >> l@n; "
     "uint32_t @b = h@n << 16 | l@n;"),
    ("from_chars", "decimal", "uint32_t @b = 0; std::from_chars(@a.data(), @a.data() + @a.size(), @b);"),
    ("getline_pair", "pair", "std::istringstream s@n(@a); std::string h@n, l@n; std::getline(s@n, h@n, ','); "
     "std::getline(s@n, l@n);\n"
     "uint32_t @b = (uint32_t)std::stoul(h@n) << 16 | (uint32_t)std::stoul(l@n);"),
    ("string_find_pair", "pair", "size_t p@n = @a.find(','); "
     "uint32_t @b = (uint32_t)std::stoul(@a.substr(0, p@n)) << 16 | (uint32_t)std::stoul(@a.substr(p@n + 1));"),
]

CARRY = [
    ("string_append", None, "std::string @b = \"x\"; @b.append(@a); @b.erase(0, 1);"),
    ("string_plus", None, "std::string c@n = @a + \"tail\", @b = c@n.substr(0, c@n.size() - 4);"),
    ("string_substr", None, "std::string @b = @a.substr(0, 3) + @a.substr(3);"),
    ("string_insert", None, "std::string @b = \"<>\"; @b.insert(1, @a); @b = @b.substr(1, @a.size());"),
    ("string_replace", None, "std::string @b = \"a long text that is replaced\"; @b.replace(0, @b.size(), @a);"),
    ("string_resize", None, "std::string @b = @a; @b.resize(@a.size() + 20, '-'); @b.resize(@a.size());"),
    ("string_long", None, "std::string c@n(40, '-'), @b; c@n += @a; @b = std::move(c@n); @b.erase(0, 40);"),
    ("string_reverse", None, "std::string c@n(@a.rbegin(), @a.rend()), @b(c@n.rbegin(), c@n.rend());"),
    ("string_iterators", None, "std::string @b; std::copy(@a.begin(), @a.end(), std::back_inserter(@b));"),
    ("string_view", None, "std::string_view s@n = @a; s@n.remove_prefix(0); std::string @b(s@n);"),
    ("string_c_str", None, "std::string @b = @a.c_str();"),
    ("string_strdup", None, "char *p@n = strdup(@a.c_str()); std::string @b = p@n; free(p@n);"),
    ("string_stream", None, "std::stringstream s@n; s@n << @a; std::string @b; s@n >> @b;"),
    ("string_getline", None, "std::istringstream s@n(\"first\\n\" + @a); std::string @b; std::getline(s@n, @b); "
     "std::getline(s@n, @b);"),
    ("string_find", None, "std::string c@n = \"key=\" + @a, @b = c@n.substr(c@n.find('=') + 1);"),
    ("string_set", None, "std::set<std::string> s@n{@a}; std::string @b = *s@n.begin();"),
    ("string_map_key", None, "std::map<std::string, int> m@n; m@n[@a] = 1; std::string @b = m@n.begin()->first;"),
    ("string_max", None, "std::string @b = std::max(@a, std::string());"),
    ("string_wide", None, "std::wstring w@n(@a.begin(), @a.end()); std::string @b; for (wchar_t c : w@n) @b += (char)c;"),
    ("runtime_error", None, "std::string @b; try { throw std::runtime_error(@a); } catch (const std::exception &e) { "
     "@b = e.what(); }"),
    ("string_toupper", "lower", "std::string @b = @a; for (char &c : @b) c = (char)std::toupper((unsigned char)c);"),
    ("string_transform", "upper", "std::string @b; std::transform(@a.begin(), @a.end(), std::back_inserter(@b), "
     "[](unsigned char c) { return (char)std::tolower(c); });"),
]

MOVERS = [Mover("c++ " + name, "copyable", "same", top, body, "c++") for name, top, body in COPYABLE]
MOVERS += [Mover("c++ " + name, "object", "same", top, body, "c++") for name, top, body in TRIVIAL]
MOVERS += [Mover("c++ " + name, "number", "number", top, body, "c++", hard=name.endswith("_round"))
           for name, top, body in NUMBERS]
MOVERS += [Mover("c++ " + name, "number", "number", "", body, "c++") for name, body in SMALL]
MOVERS += [Mover("c++ " + name, "number", string(notation), "", body, "c++", hard=notation in HARD) for name, notation, body in WRITE]
MOVERS += [Mover("c++ " + name, "string", "number", "", body, "c++", notation, notation in HARD) for name, notation, body in READ]
MOVERS += [Mover("c++ " + name, "string", string("upper") if name == "string_toupper" else string("lower") if
                 name == "string_transform" else "same", "", body, "c++", notation) for name, notation, body in CARRY]
MOVERS += [Mover("c++ string_from_text", "text", text_string, "", "std::string @b = @a;", "c++"),
           Mover("c++ string_copy_text", "string", string_text, "", "char @b[32]; @b[@a.copy(@b, 31)] = 0;", "c++"),
           Mover("c++ string_strcpy", "string", string_text, "", "char @b[32]; strcpy(@b, @a.c_str());", "c++")]
