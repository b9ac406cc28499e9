// What is expected of a client, against an enumeration of all permutations of its calls.
#include <revisit/linearizability/orders.h>
#include <revisit/linearizability/outcomes.h>

#include <gtest/gtest.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <numeric>
#include <stdexcept>

namespace revisit::linearizability {
namespace {

// A queue whose take() waits, and throws what it finds at the front when that is 1.
class Queue {
public:
  void put(int value) { m_values.push_back(value); }
  int take() {
    std::unique_lock<std::mutex> hold(m_mutex);
    m_filled.wait(hold, [this] { return !m_values.empty(); });
    const int value = m_values.front();
    m_values.pop_front();
    if (value == 1)
      throw std::runtime_error("one");
    return value;
  }
  bool tryTake(int& value) {
    if (m_values.empty())
      return false;
    value = m_values.front();
    m_values.pop_front();
    return true;
  }

private:
  std::mutex m_mutex;
  std::condition_variable m_filled;
  std::deque<int> m_values;
};

auto declarationThat(bool waits) {
  return Linearizability<Queue>()
      .operation("put", &Queue::put, any(0, 1, 2))
      .operation(waits ? "take" : "look",
                 [waits](Queue& queue) { return waits ? std::optional<int>(queue.take()) : std::nullopt; })
      .operation("tryTake", &Queue::tryTake);
}
constexpr unsigned take = 3, tryTake = 4; // as calls; a put is its value

using Results = std::vector<std::vector<std::string>>;
struct Found {
  std::set<Results> outcomes;
  std::size_t orders = 0;
  bool isStuck = false;
};

// The same by other means: each permutation of all calls that keeps the rows, on a plain list of numbers.
class Enumeration {
public:
  Enumeration(const Client& client, bool waits) : m_client(client), m_waits(waits) {
    for (std::size_t row = 0; row < client.rows.size(); row++)
      for (std::size_t at = 0; at < client.rows[row].size(); at++)
        m_calls.push_back({row, at});
  }

  Found run() {
    std::vector<std::size_t> order(m_calls.size());
    std::iota(order.begin(), order.end(), 0u);
    do
      if (keepsRows(order))
        runOne(order);
    while (std::next_permutation(order.begin(), order.end()));
    // A maximal prefix that is no full order: every call that could come next waits.
    for (const auto& [prefix, next] : m_waiting)
      m_found.isStuck |= next.size() == m_possible[prefix].size();
    return m_found;
  }

private:
  bool keepsRows(const std::vector<std::size_t>& order) const {
    for (std::size_t later = 0; later < order.size(); later++)
      for (std::size_t earlier = 0; earlier < later; earlier++) {
        const auto [row, at] = m_calls[order[later]];
        const auto [otherRow, otherAt] = m_calls[order[earlier]];
        const std::size_t last = m_client.rows.size() - 1;
        if ((row == otherRow && otherAt > at) || (row == 0 && otherRow != 0) || (otherRow == last && row != last))
          return false;
      }
    return true;
  }

  void runOne(const std::vector<std::size_t>& order) {
    std::vector<int> values;
    Results results;
    for (const auto& row : m_client.rows)
      results.emplace_back(row.size());
    std::vector<std::size_t> prefix;
    for (const std::size_t call : order) {
      m_possible[prefix].insert(call);
      const auto [row, at] = m_calls[call];
      const unsigned number = m_client.rows[row][at];
      std::string& result = results[row][at];
      if (number == take && m_waits && values.empty()) {
        m_waiting[prefix].insert(call);
        return;
      }
      if (number < take) {
        values.push_back(static_cast<int>(number));
      } else if (number == take && !m_waits) {
        result = "none";
      } else if (values.empty()) {
        result = "false";
      } else {
        const int value = values.front();
        values.erase(values.begin());
        result = number == tryTake ? "true, " + std::to_string(value)
                 : value == 1      ? "throws std::runtime_error: one"
                                   : std::to_string(value);
      }
      prefix.push_back(call);
    }
    m_found.orders++;
    m_found.outcomes.insert(results);
  }

  const Client& m_client;
  const bool m_waits;
  std::vector<std::pair<std::size_t, std::size_t>> m_calls;
  std::map<std::vector<std::size_t>, std::set<std::size_t>> m_possible, m_waiting;
  Found m_found;
};

Found ofChildren(const Client& client, bool waits, BlockedCalls& blocked) {
  const auto declared = declarationThat(waits);
  const SequentialRuns::Start start = [&](const std::string& rows, const std::string& waiting, const std::string& from,
                                          int file) {
    Orders<std::remove_const_t<decltype(declared)>>(declared, file, rows.c_str(), waiting.c_str(), from.c_str()).run();
    _exit(0);
  };
  const Expected expected = SequentialRuns(client, start, blocked).run();
  EXPECT_EQ(expected.problem, "");
  Found found;
  found.isStuck = expected.isStuck;
  found.orders = expected.orders;
  std::set<uint64_t> totals;
  for (const auto& [total, outcome] : expected.outcomes) {
    Results results;
    for (const auto& row : outcome.rows) {
      results.emplace_back();
      for (const Outcome::Result& result : row)
        results.back().push_back(result.text);
    }
    results.resize(client.rows.size());
    found.outcomes.insert(results);
  }
  EXPECT_EQ(found.outcomes.size(), expected.outcomes.size())
      << "two outcomes with one number, or two with the same words";
  return found;
}

Client randomClient(Random& random, bool waits) {
  Client client;
  const unsigned threads = 1 + random.below(3);
  for (unsigned row = 0; row < threads + 2; row++) {
    client.rows.emplace_back();
    const bool isThread = row != 0 && row != threads + 1;
    const unsigned count = isThread ? 1 + random.below(2) : random.below(2);
    for (unsigned at = 0; at < count; at++)
      client.rows.back().push_back(random.below(waits ? 5 : 10) % 5);
  }
  return client;
}

TEST(LinearizabilityOrders, AreThoseOfAllPermutations) {
  Random random(1);
  BlockedCalls blocked;
  for (int repeat = 0; repeat < 150; repeat++) {
    const Client client = randomClient(random, false);
    const Found there = Enumeration(client, false).run(), here = ofChildren(client, false, blocked);
    EXPECT_EQ(here.outcomes, there.outcomes) << client.text();
    EXPECT_EQ(here.orders, there.orders) << client.text();
    EXPECT_FALSE(here.isStuck);
  }
  EXPECT_TRUE(blocked.empty());
}

TEST(LinearizabilityOrders, LeaveOutWhereACallWaits) {
  Random random(2);
  BlockedCalls blocked;
  int stuck = 0, waiting = 0;
  for (int repeat = 0; repeat < 150; repeat++) {
    const Client client = randomClient(random, true);
    BlockedCalls none; // nothing known, in half of them
    const Found there = Enumeration(client, true).run(),
                here = ofChildren(client, true, repeat % 2 == 0 ? blocked : none);
    ASSERT_EQ(here.isStuck, there.isStuck) << client.text();
    stuck += here.isStuck;
    if (here.isStuck)
      continue;
    EXPECT_EQ(here.outcomes, there.outcomes) << client.text();
    EXPECT_EQ(here.orders, there.orders) << client.text();
    waiting += here.orders < Enumeration(client, false).run().orders;
  }
  EXPECT_GT(stuck, 20);
  EXPECT_GT(waiting, 10);
}

TEST(LinearizabilityOrders, TheNumberOfOrdersIsAMultinomial) {
  EXPECT_EQ(orderCount({2, 2}, 1000), 6u);
  EXPECT_EQ(orderCount({3, 2, 1}, 1000), 60u);
  EXPECT_EQ(orderCount({1}, 1000), 1u);
  EXPECT_EQ(orderCount({}, 1000), 1u);
  EXPECT_EQ(orderCount({4, 4, 4}, 1000), 1000u);
}

} // namespace
} // namespace revisit::linearizability
