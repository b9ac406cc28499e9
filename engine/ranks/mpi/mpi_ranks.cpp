// Ranks over MPI. Nothing here waits for another rank, which may be lost at any moment: every operation is one that
// returns at once and is looked after later.
//
// A message is sent as its length and its bytes, in frames, because MPI counts bytes with an int. MPI keeps the order
// of the frames between two ranks.
#include "ranks/mpi/mpi_entry.h"

#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <deque>
#include <list>
#include <mutex>
#include <thread>
#include <vector>

namespace revisit {

namespace {

constexpr int frameTag = 1;
constexpr std::size_t frameBytes = std::size_t{16} << 20;
constexpr std::size_t lengthBytes = sizeof(std::uint64_t);

// Where MPI waits for all ranks, which may be lost: ends the process if that takes too long.
class Watchdog {
public:
  // `text` is told to the user, if there is one.
  Watchdog(const char* text, int status)
      : m_thread([this, text, status](const std::stop_token& stop) {
          std::unique_lock lock(m_mutex);
          if (m_changed.wait_for(lock, stop, longestWait, [&] { return stop.stop_requested(); }))
            return;
          if (stop.stop_requested())
            return;
          std::fprintf(stderr, "%s", text);
          std::fflush(nullptr);
          _exit(status);
        }) {}

private:
  static constexpr std::chrono::seconds longestWait{120};

  std::mutex m_mutex;
  std::condition_variable_any m_changed;
  std::jthread m_thread;
};

class MpiRanks final : public Ranks {
public:
  MpiRanks() {
    int rank = 0, count = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    m_rank = static_cast<unsigned>(rank);
    m_peers.resize(static_cast<std::size_t>(count));
  }

  unsigned rank() const override { return m_rank; }
  unsigned count() const override { return static_cast<unsigned>(m_peers.size()); }
  bool isGone(unsigned rank) const override { return m_peers[rank].isGone; }

  void send(unsigned to, std::string bytes) override {
    std::string message(lengthBytes, '\0');
    const std::uint64_t length = bytes.size();
    std::memcpy(message.data(), &length, lengthBytes);
    message += bytes;
    if (!m_peers[to].isGone)
      m_peers[to].outgoing.push_back({std::move(message), {}});
    sendNext(to);
  }

  std::optional<Message> receive() override {
    for (unsigned peer = 0; peer < count(); peer++)
      sendNext(peer);
    acceptFrames();
    for (unsigned step = 0; step < count(); step++) { // in turn, so that none has to wait for ever
      m_turn = (m_turn + 1) % count();
      if (std::optional<std::string> bytes = messageFrom(m_peers[m_turn]))
        return Message{m_turn, std::move(*bytes)};
    }
    return std::nullopt;
  }

  void leave(bool isComplete, int status) override {
    using Clock = std::chrono::steady_clock;
    const auto isSent = [](const Peer& peer) { return peer.isGone || peer.outgoing.empty(); };
    const auto end = Clock::now() + std::chrono::seconds(isComplete ? 60 : 1);
    while (!std::ranges::all_of(m_peers, isSent) && Clock::now() < end) {
      for (unsigned peer = 0; peer < count(); peer++)
        sendNext(peer);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    if (!isComplete) // it would wait for a lost rank for ever
      return;
    const Watchdog watchdog("", status);
    MPI_Finalize();
  }

private:
  struct Outgoing {
    std::string bytes;
    std::vector<MPI_Request> frames; // empty: not begun
  };
  struct Incoming {
    std::string bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };
  struct Peer {
    std::deque<Outgoing> outgoing; // their bytes stay where they are until they were sent
    std::list<Incoming> frames;
    std::string partial; // frames of a message that is not complete
    bool isGone = false;
  };

  // Begins what waits, and forgets what was sent.
  void sendNext(unsigned to) {
    Peer& peer = m_peers[to];
    for (Outgoing& message : peer.outgoing)
      if (message.frames.empty())
        begin(peer, to, message);
    while (!peer.isGone && !peer.outgoing.empty()) {
      std::vector<MPI_Request>& frames = peer.outgoing.front().frames;
      int isSent = 0;
      if (MPI_Testall(static_cast<int>(frames.size()), frames.data(), &isSent, MPI_STATUSES_IGNORE) != MPI_SUCCESS)
        peer.isGone = true;
      if (isSent == 0)
        break;
      peer.outgoing.pop_front();
    }
  }

  static void begin(Peer& peer, unsigned to, Outgoing& message) {
    for (std::size_t at = 0; at < message.bytes.size() && !peer.isGone; at += frameBytes) {
      const std::size_t size = std::min(frameBytes, message.bytes.size() - at);
      MPI_Request& request = message.frames.emplace_back(MPI_REQUEST_NULL);
      if (MPI_Isend(message.bytes.data() + at, static_cast<int>(size), MPI_BYTE, static_cast<int>(to), frameTag,
                    MPI_COMM_WORLD, &request) != MPI_SUCCESS)
        peer.isGone = true;
    }
  }

  void acceptFrames() {
    for (;;) {
      int isThere = 0;
      MPI_Message handle = MPI_MESSAGE_NULL;
      MPI_Status status;
      if (MPI_Improbe(MPI_ANY_SOURCE, frameTag, MPI_COMM_WORLD, &isThere, &handle, &status) != MPI_SUCCESS ||
          isThere == 0)
        return;
      int size = 0;
      MPI_Get_count(&status, MPI_BYTE, &size);
      Peer& peer = m_peers[static_cast<std::size_t>(status.MPI_SOURCE)];
      Incoming& frame = peer.frames.emplace_back();
      frame.bytes.resize(static_cast<std::size_t>(size));
      if (MPI_Imrecv(frame.bytes.data(), size, MPI_BYTE, &handle, &frame.request) != MPI_SUCCESS)
        peer.isGone = true;
    }
  }

  static std::optional<std::string> messageFrom(Peer& peer) {
    while (!peer.isGone && !peer.frames.empty()) {
      int isWhole = 0;
      if (MPI_Test(&peer.frames.front().request, &isWhole, MPI_STATUS_IGNORE) != MPI_SUCCESS)
        peer.isGone = true;
      if (peer.isGone || isWhole == 0)
        return std::nullopt;
      peer.partial += peer.frames.front().bytes;
      peer.frames.pop_front();
      std::uint64_t length = 0;
      if (peer.partial.size() < lengthBytes)
        continue;
      std::memcpy(&length, peer.partial.data(), lengthBytes);
      if (peer.partial.size() - lengthBytes < length)
        continue;
      std::string bytes = peer.partial.substr(lengthBytes);
      peer.partial.clear();
      return bytes;
    }
    return std::nullopt;
  }

  unsigned m_rank = 0, m_turn = 0;
  std::vector<Peer> m_peers;
};

} // namespace

extern "C" __attribute__((visibility("default"))) Ranks* revisitOpenMpi(std::string& failure) {
  int provided = MPI_THREAD_SINGLE;
  const Watchdog watchdog("revisit: --distributed: MPI does not start: was a rank lost?\n", 2);
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) {
    failure = "MPI does not start";
    return nullptr;
  }
  if (provided < MPI_THREAD_FUNNELED) {
    failure = "this MPI does not work together with threads";
    return nullptr;
  }
  return new MpiRanks();
}

static_assert(std::is_same_v<decltype(revisitOpenMpi), OpenMpi>);

} // namespace revisit
