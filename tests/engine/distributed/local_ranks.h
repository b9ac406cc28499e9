// Ranks in one process, each used by a thread of its own. A rank can be lost at any moment.
#pragma once

#include "ranks/ranks.h"

#include <deque>
#include <mutex>
#include <vector>

namespace revisit {

class LocalNetwork {
public:
  // `tells`: whether others are told that a rank is gone; otherwise it is only silent.
  LocalNetwork(unsigned count, bool tells) : m_tells(tells), m_inboxes(count), m_lost(count) {}

  void lose(unsigned rank) {
    const std::scoped_lock lock(m_mutex);
    m_lost[rank] = true;
    m_inboxes[rank].clear();
  }
  bool isLost(unsigned rank) const {
    const std::scoped_lock lock(m_mutex);
    return m_lost[rank];
  }

private:
  friend class LocalRanks;
  const bool m_tells;
  mutable std::mutex m_mutex;
  std::vector<std::deque<Ranks::Message>> m_inboxes;
  std::vector<bool> m_lost;
};

class LocalRanks final : public Ranks {
public:
  LocalRanks(LocalNetwork& network, unsigned rank) : m_network(network), m_rank(rank) {}

  unsigned rank() const override { return m_rank; }
  unsigned count() const override { return static_cast<unsigned>(m_network.m_inboxes.size()); }
  void send(unsigned to, std::string bytes) override {
    const std::scoped_lock lock(m_network.m_mutex);
    if (!m_network.m_lost[to] && !m_network.m_lost[m_rank])
      m_network.m_inboxes[to].push_back({m_rank, std::move(bytes)});
  }
  std::optional<Message> receive() override {
    const std::scoped_lock lock(m_network.m_mutex);
    std::deque<Message>& inbox = m_network.m_inboxes[m_rank];
    if (inbox.empty())
      return std::nullopt;
    Message message = std::move(inbox.front());
    inbox.pop_front();
    return message;
  }
  bool isGone(unsigned rank) const override { return m_network.m_tells && m_network.isLost(rank); }
  void leave(bool isComplete, int) override { m_leftComplete = isComplete; }

  std::optional<bool> leftComplete() const { return m_leftComplete; }

private:
  LocalNetwork& m_network;
  const unsigned m_rank;
  std::optional<bool> m_leftComplete;
};

} // namespace revisit
