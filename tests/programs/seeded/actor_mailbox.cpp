// Actors with a mailbox each, run by an executor. An actor is queued there when its mailbox stops being empty. When its
// turn comes, it works its messages off.
// BUG: an actor that finds its mailbox empty gives the lock back before it says that it is no longer queued. A message
// that arrives in between relies on a turn that never comes.
#include <cassert>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

class Executor {
public:
  void enqueue(std::function<void()> turn) {
    {
      std::lock_guard lock(m_mutex);
      m_turns.push_back(std::move(turn));
    }
    m_changed.notify_one();
  }

  void close() {
    {
      std::lock_guard lock(m_mutex);
      m_isClosed = true;
    }
    m_changed.notify_all();
  }

  // Runs turns until the executor is closed and none is left.
  void run() {
    while (std::function<void()> turn = next())
      turn();
  }

private:
  std::function<void()> next() {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_isClosed || !m_turns.empty(); });
    if (m_turns.empty())
      return {};
    std::function<void()> turn = std::move(m_turns.front());
    m_turns.pop_front();
    return turn;
  }

  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::deque<std::function<void()>> m_turns;
  bool m_isClosed = false;
};

template <class Message> class Actor {
public:
  explicit Actor(Executor& executor) : m_executor(executor) {}
  virtual ~Actor() = default;

  void post(Message message) {
    std::lock_guard lock(m_mutex);
    m_mailbox.push_back(std::move(message));
    if (!std::exchange(m_isQueued, true))
      m_executor.enqueue([this] { takeTurn(); });
  }

protected:
  virtual void receive(const Message& message) = 0;

private:
  void takeTurn() {
    while (std::optional<Message> message = take())
      receive(*message);
#ifdef BUG
    std::lock_guard lock(m_mutex);
    m_isQueued = false;
#endif
  }

  std::optional<Message> take() {
    std::lock_guard lock(m_mutex);
    if (m_mailbox.empty()) {
#ifndef BUG
      m_isQueued = false;
#endif
      return std::nullopt;
    }
    std::optional<Message> message(std::move(m_mailbox.front()));
    m_mailbox.pop_front();
    return message;
  }

  Executor& m_executor;
  std::mutex m_mutex;
  std::deque<Message> m_mailbox;
  bool m_isQueued = false;
};

struct Deposit {
  int amount = 0;
};

class Account : public Actor<Deposit> {
public:
  using Actor::Actor;
  int balance() const { return m_balance; }

private:
  void receive(const Deposit& deposit) override { m_balance += deposit.amount; }

  int m_balance = 0; // only the turn that is running touches it
};

int main() {
  Executor executor;
  Account account(executor);
  std::thread worker([&executor] { executor.run(); });

  account.post({30});
  account.post({12});
  executor.close();
  worker.join();

  assert(account.balance() == 42);
}
