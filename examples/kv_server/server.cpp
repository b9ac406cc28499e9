#include "server.h"

using Clock = Store::Time::clock;

Server::Server(Disk& disk, unsigned threads, std::size_t shards) : m_store(shards), m_log(disk), m_expirer(m_store) {
  m_threads.reserve(threads);
  for (unsigned i = 0; i < threads; i++)
    m_threads.emplace_back([this] { serve(); });
}

void Server::shutDown() {
  m_requests.close();
  for (std::thread& thread : m_threads)
    if (thread.joinable())
      thread.join();
}

void Server::serve() {
  while (std::optional<Request> request = m_requests.receive())
    request->replies->send(answer(*request));
}

Reply Server::answer(const Request& request) {
  switch (request.kind) {
  case Request::Kind::Get: {
    std::optional<std::string> value = m_store.get(request.key, Clock::now());
    return {value.has_value(), value.value_or("")};
  }
  case Request::Kind::Set: {
    m_log.append("set " + request.key + ' ' + request.value);
    std::optional<Store::Time> deadline;
    if (request.lifetime)
      deadline = Clock::now() + *request.lifetime;
    m_store.set(request.key, request.value, deadline);
    if (deadline)
      m_expirer.watch(*deadline);
    return {true, ""};
  }
  case Request::Kind::Erase:
    m_log.append("erase " + request.key);
    return {m_store.erase(request.key, Clock::now()), ""};
  }
  return {};
}
