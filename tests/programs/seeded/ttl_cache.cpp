// A cache of sessions that expire: many readers, few writers, an injected clock.
// BUG: find() sees under the reader's lock that an entry has expired. It then takes the writer's lock and erases the
// entry without looking again. A session that was renewed in between is lost.
#include <atomic>
#include <cassert>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <thread>
#include <utility>

class Clock {
public:
  int now() const { return m_seconds; }
  void advance(int seconds) { m_seconds += seconds; }

private:
  std::atomic<int> m_seconds = 0;
};

struct Session {
  int user = 0;
  int expires = 0;
};

class SessionCache {
public:
  SessionCache(const Clock& clock, int lifetime) : m_clock(clock), m_lifetime(lifetime) {}

  void store(const std::string& token, int user) {
    std::unique_lock lock(m_mutex);
    m_sessions[token] = {user, m_clock.now() + m_lifetime};
  }

  std::optional<int> find(const std::string& token) {
    {
      std::shared_lock lock(m_mutex);
      auto found = m_sessions.find(token);
      if (found == m_sessions.end())
        return std::nullopt;
      if (!hasExpired(found->second))
        return found->second.user;
    }
    eraseExpired(token);
    return std::nullopt;
  }

  std::size_t size() const {
    std::shared_lock lock(m_mutex);
    return m_sessions.size();
  }

private:
  bool hasExpired(const Session& session) const { return session.expires <= m_clock.now(); }

  void eraseExpired(const std::string& token) {
    std::unique_lock lock(m_mutex);
    auto found = m_sessions.find(token);
    if (found == m_sessions.end())
      return;
#ifndef BUG
    if (!hasExpired(found->second))
      return;
#endif
    m_sessions.erase(found);
  }

  const Clock& m_clock;
  const int m_lifetime;
  mutable std::shared_mutex m_mutex;
  std::map<std::string, Session> m_sessions;
};

class LoginService {
public:
  explicit LoginService(SessionCache& sessions) : m_sessions(sessions) {}

  void logIn(const std::string& token, int user) { m_sessions.store(token, user); }
  bool isLoggedIn(const std::string& token) { return m_sessions.find(token).has_value(); }

private:
  SessionCache& m_sessions;
};

int main() {
  Clock clock;
  SessionCache sessions(clock, 60);
  LoginService service(sessions);
  service.logIn("alice", 17);
  clock.advance(61); // alice's session is over

  std::thread visitor([&service] { service.isLoggedIn("alice"); });
  service.logIn("alice", 17);
  assert(service.isLoggedIn("alice"));
  visitor.join();
  assert(sessions.size() == 1);
}
