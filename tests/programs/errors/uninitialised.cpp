// Objects whose constructors leave members out, and containers and copies that are in order.
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

struct Settings {
  Settings() {} // leaves `limit` out
  int limit;
  int size = 4;
};

struct Padded {
  char kind = 'p';
  long number = 3;
};

int main() {
#if defined(MEMBER)
  auto settings = std::make_unique<Settings>();
  return settings->limit > settings->size ? 0 : 0;
#elif defined(ARRAY)
  std::unique_ptr<int[]> values(new int[4]);
  values[0] = 1;
  return values[1] == 1 ? 0 : 0;
#elif defined(BITS)
  std::vector<bool> bits;
  for (int i = 0; i < 70; i++)
    bits.push_back(i % 3 == 0);
  std::vector<bool> copy = bits;
  copy.resize(140, true);
  copy.insert(copy.begin() + 5, bits.begin(), bits.end());
  copy.flip();
  copy.erase(copy.begin(), copy.begin() + 9);
  copy.shrink_to_fit();
  return copy[3] && bits.back() ? 0 : copy.size() == 0;
#elif defined(THREADS)
  auto settings = std::make_shared<Settings>();
  std::atomic<bool> ready = false;
  std::thread other([=, &ready] {
    if (ready.load() && settings->limit != 5)
      std::abort();
  });
#ifdef LATE
  ready = true;
#endif
  settings->limit = 5;
#ifndef LATE
  ready = true;
#endif
  other.join();
  return 0;
#else
  auto settings = std::make_unique<Settings>();
  settings->limit = 2;
  auto values = std::make_unique<int[]>(4); // zeros
  std::vector<Padded> padded(2);
  padded.push_back(padded[0]);
  auto copy = std::make_unique<std::vector<Padded>>(padded);
  auto maybe = std::make_unique<std::optional<Padded>>();
  auto other = std::make_unique<std::optional<Padded>>(*maybe);
  *other = padded[1];
  auto text = std::make_unique<std::string>("short");
  std::string grown = *text + " and then a text that is too long to be kept inside";
  std::map<std::string, Padded> map{{"a", {}}, {grown, {}}};
  auto count = [&values, kept = grown] { return values[3] + static_cast<int>(kept.size()); };
  auto function = std::make_unique<std::function<int()>>(count);
  std::function<int()> called = *function;
  std::thread thread([&] { (*copy)[1].number += settings->limit; });
  thread.join();
  return called() + static_cast<int>((*copy)[1].number + (*other)->number + map[grown].number) == 0;
#endif
}
