// A pool of connections that are leased. A lease gives its connection back in its destructor.
// BUG: giving back throws when the pool was closed meanwhile. An exception that leaves a destructor ends the program.
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

class Connection {
public:
  explicit Connection(int number) : m_number(number) {}
  int number() const { return m_number; }
  int query(const std::string& text) { return static_cast<int>(text.size()) + ++m_queries; }

private:
  const int m_number;
  int m_queries = 0;
};

class PoolClosed : public std::runtime_error {
public:
  PoolClosed() : std::runtime_error("the connection pool is closed") {}
};

class ConnectionPool {
public:
  class Lease {
  public:
    Lease(ConnectionPool& pool, std::unique_ptr<Connection> connection)
        : m_pool(pool), m_connection(std::move(connection)) {}

    ~Lease() {
#ifdef BUG
      m_pool.giveBack(std::move(m_connection));
#else
      try {
        m_pool.giveBack(std::move(m_connection));
      } catch (const PoolClosed&) {
        // A closed pool needs no connections. This one ends here.
      }
#endif
    }

    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    Connection* operator->() const {
      return m_connection.get();
    }

  private:
    ConnectionPool& m_pool;
    std::unique_ptr<Connection> m_connection;
  };

  explicit ConnectionPool(int size) {
    for (int i = 0; i < size; i++)
      m_idle.push_back(std::make_unique<Connection>(i));
  }

  // Waits for an idle connection.
  Lease lease() {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_isClosed || !m_idle.empty(); });
    if (m_isClosed)
      throw PoolClosed();
    std::unique_ptr<Connection> connection = std::move(m_idle.back());
    m_idle.pop_back();
    return Lease(*this, std::move(connection));
  }

  void close() {
    {
      std::lock_guard lock(m_mutex);
      m_isClosed = true;
      m_idle.clear();
    }
    m_changed.notify_all();
  }

private:
  void giveBack(std::unique_ptr<Connection> connection) {
    {
      std::lock_guard lock(m_mutex);
      if (m_isClosed)
        throw PoolClosed();
      m_idle.push_back(std::move(connection));
    }
    m_changed.notify_one();
  }

  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::vector<std::unique_ptr<Connection>> m_idle;
  bool m_isClosed = false;
};

// Answers one request. Returns 0 when the pool is closed before it hands out a connection.
static int serve(ConnectionPool& pool) {
  try {
    ConnectionPool::Lease connection = pool.lease();
    return connection->query("select");
  } catch (const PoolClosed&) {
    return 0;
  }
}

int main() {
  ConnectionPool pool(1);
  int answer = -1;
  std::thread client([&pool, &answer] { answer = serve(pool); });
  pool.close();
  client.join();
  assert(answer == 0 || answer == 7);
}
