// A logger that writes in a thread of its own: log() only queues a line, the writer formats it and hands it to a sink.
// BUG: shutdown() raises the flag and signals without the lock. Both can fall between the writer's test of the flag and
// its wait. Then the signal is lost, and the destructor joins a writer that waits for ever.
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

enum class Level { debug, info, warning, error };

struct Record {
  Level level = Level::info;
  std::string text;
};

class Sink {
public:
  virtual ~Sink() = default;
  virtual void write(const std::string& line) = 0;
  virtual void flush() = 0;
};

class MemorySink : public Sink {
public:
  void write(const std::string& line) override { m_pending.push_back(line); }

  void flush() override {
    for (std::string& line : m_pending)
      m_lines.push_back(std::move(line));
    m_pending.clear();
  }

  const std::vector<std::string>& lines() const { return m_lines; }

private:
  std::vector<std::string> m_pending;
  std::vector<std::string> m_lines;
};

class AsyncLogger {
public:
  AsyncLogger(Sink& sink, Level threshold) : m_sink(sink), m_threshold(threshold) {
    m_writer = std::thread([this] { writeUntilShutdown(); });
  }

  ~AsyncLogger() {
    shutdown();
    m_writer.join();
  }

  AsyncLogger(const AsyncLogger&) = delete;
  AsyncLogger& operator=(const AsyncLogger&) = delete;

  void log(Level level, std::string text) {
    if (level < m_threshold)
      return;
    {
      std::lock_guard lock(m_mutex);
      m_queue.push_back({level, std::move(text)});
    }
    m_wake.notify_one();
  }

private:
  void shutdown() {
#ifdef BUG
    m_isStopping = true;
#else
    {
      std::lock_guard lock(m_mutex);
      m_isStopping = true;
    }
#endif
    m_wake.notify_one();
  }

  // Takes all that is queued at once, so that the lock is not held while the sink works.
  bool takeBatch(std::deque<Record>& batch) {
    std::unique_lock lock(m_mutex);
    m_wake.wait(lock, [this] { return !m_queue.empty() || m_isStopping; });
    batch.swap(m_queue);
    return !batch.empty();
  }

  void writeUntilShutdown() {
    std::deque<Record> batch;
    while (takeBatch(batch)) {
      for (const Record& record : batch)
        m_sink.write(format(record));
      batch.clear();
      m_sink.flush();
    }
  }

  static std::string format(const Record& record) {
    static constexpr const char* names[] = {"D", "I", "W", "E"};
    return std::string(names[static_cast<int>(record.level)]) + " " + record.text;
  }

  Sink& m_sink;
  const Level m_threshold;
  std::mutex m_mutex;
  std::condition_variable m_wake;
  std::deque<Record> m_queue;
  std::atomic<bool> m_isStopping = false;
  std::thread m_writer;
};

class Service {
public:
  explicit Service(AsyncLogger& log) : m_log(log) {}

  void handle(int request) {
    m_log.log(Level::debug, "begin");
    if (request < 0)
      m_log.log(Level::warning, "bad request");
    else
      m_log.log(Level::info, "handled");
  }

private:
  AsyncLogger& m_log;
};

int main() {
  MemorySink sink;
  {
    AsyncLogger log(sink, Level::info);
    Service service(log);
    std::thread client([&service] { service.handle(1); });
    service.handle(-1);
    client.join();
  }
  assert(sink.lines().size() == 2);
}
