// A dispatcher of price changes, and a portfolio that listens to it.
// BUG: publish() calls the listeners while it holds the dispatcher's lock. The portfolio's listener takes the lock of
// the portfolio. A thread that holds that lock and subscribes waits for the dispatcher's: a deadlock.
#include <cassert>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

struct PriceChange {
  std::string symbol;
  int cents = 0;
};

class Dispatcher {
public:
  using Listener = std::function<void(const PriceChange&)>;

  int subscribe(const std::string& symbol, Listener listener) {
    std::lock_guard lock(m_mutex);
    m_listeners[symbol].push_back({++m_lastId, std::move(listener)});
    return m_lastId;
  }

  void publish(const PriceChange& change) {
#ifdef BUG
    std::lock_guard lock(m_mutex);
    for (const Subscription& subscription : m_listeners[change.symbol])
      subscription.listener(change);
#else
    for (const Subscription& subscription : listenersOf(change.symbol))
      subscription.listener(change);
#endif
  }

private:
  struct Subscription {
    int id;
    Listener listener;
  };

  [[maybe_unused]] std::vector<Subscription> listenersOf(const std::string& symbol) {
    std::lock_guard lock(m_mutex);
    return m_listeners[symbol];
  }

  std::mutex m_mutex;
  std::map<std::string, std::vector<Subscription>> m_listeners;
  int m_lastId = 0;
};

class Portfolio {
public:
  explicit Portfolio(Dispatcher& dispatcher) : m_dispatcher(dispatcher) {}

  // Watches the price of what is held, from the first share on.
  void buy(const std::string& symbol, int shares) {
    std::lock_guard lock(m_mutex);
    Position& position = m_positions[symbol];
    if (position.shares == 0)
      m_dispatcher.subscribe(symbol, [this](const PriceChange& change) { reprice(change); });
    position.shares += shares;
  }

  int value() const {
    std::lock_guard lock(m_mutex);
    int total = 0;
    for (const auto& [symbol, position] : m_positions)
      total += position.shares * position.cents;
    return total;
  }

private:
  struct Position {
    int shares = 0;
    int cents = 0;
  };

  void reprice(const PriceChange& change) {
    std::lock_guard lock(m_mutex);
    m_positions[change.symbol].cents = change.cents;
  }

  Dispatcher& m_dispatcher;
  mutable std::mutex m_mutex;
  std::map<std::string, Position> m_positions;
};

class Feed {
public:
  explicit Feed(Dispatcher& dispatcher) : m_dispatcher(dispatcher) {}
  void tick(const std::string& symbol, int cents) { m_dispatcher.publish({symbol, cents}); }

private:
  Dispatcher& m_dispatcher;
};

int main() {
  Dispatcher dispatcher;
  Portfolio portfolio(dispatcher);
  Feed feed(dispatcher);
  portfolio.buy("ACME", 2);

  std::thread market([&feed] { feed.tick("ACME", 150); });
  portfolio.buy("INIT", 1);
  market.join();

  assert(portfolio.value() == 300);
}
