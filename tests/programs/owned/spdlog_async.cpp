// spdlog: two threads log to one asynchronous logger with a queue of two; the sink sees both when the pool ends.
#include <cassert>
#include <spdlog/async.h>
#include <spdlog/sinks/base_sink.h>
#include <thread>

class Counter : public spdlog::sinks::base_sink<std::mutex> {
public:
  int seen = 0;

private:
  void sink_it_(const spdlog::details::log_msg&) override { seen++; }
  void flush_() override {}
};

int main() {
  const auto sink = std::make_shared<Counter>();
  {
    const auto pool = std::make_shared<spdlog::details::thread_pool>(2, 1);
    const auto logger = std::make_shared<spdlog::async_logger>("log", sink, pool);
    std::thread other([logger] { logger->info("one"); });
    logger->info("two");
    other.join();
  }
  assert(sink->seen == 2);
}
