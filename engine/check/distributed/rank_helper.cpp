#include "check/distributed/rank_helper.h"

#include "check/distributed/back_off.h"
#include "check/distributed/program_copy.h"
#include "check/distributed/remote_pieces.h"
#include "check/distributed/subject.h"
#include "check/pieces/piece_worker.h"
#include "check/worker/launch.h"

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <thread>

namespace revisit {

namespace {

using Clock = std::chrono::steady_clock;
using Kind = RankMessageKind;

constexpr std::chrono::milliseconds helperAliveInterval(1000);
// While rank 0 compiles the program it says nothing.
constexpr std::chrono::hours patienceBefore(1);

class RankHelper {
public:
  explicit RankHelper(Ranks& ranks) : m_ranks(ranks) {}

  Status run() {
    while (!m_hasEnded) {
      bool isBusy = false;
      while (const std::optional<Ranks::Message> arrived = m_ranks.receive()) {
        isBusy = true;
        m_heard = Clock::now();
        if (Result<RankMessage> message = rankMessageFrom(arrived->bytes))
          take(*message);
        else
          return lost(message.error().what);
      }
      if (isBusy)
        m_backOff.reset();
      isBusy |= sendOutgoing();
      tellAlive();
      if (m_ranks.isGone(0) || Clock::now() - m_heard > m_patience)
        return lost("rank 0 is silent");
      if (isBusy)
        m_backOff.reset();
    }
    m_threads.clear(); // waits for them
    m_ranks.leave(m_isComplete, 0);
    return Done{};
  }

private:
  void take(const RankMessage& message) {
    switch (message.kind) {
    case Kind::Begin:
      begin(message.bytes);
      break;
    case Kind::Stop:
      m_isStopped = true;
      break;
    case Kind::End: // nothing that workers still do is wanted
      closePieces();
      send({.kind = Kind::Bye});
      break;
    case Kind::Leave:
      m_isComplete = message.isSo;
      m_hasEnded = true;
      break;
    default:
      if (m_pieces)
        m_pieces->take(message);
    }
  }

  void send(const RankMessage& message) { m_ranks.send(0, bytesOf(message)); }

  // Also waits a little, if there is nothing.
  bool sendOutgoing() {
    if (!m_pieces) {
      std::this_thread::sleep_for(m_backOff.next());
      return false;
    }
    const std::deque<RankMessage> messages = m_pieces->outgoing(m_backOff.next());
    for (const RankMessage& message : messages)
      send(message);
    return !messages.empty();
  }

  void tellAlive() {
    const auto now = Clock::now();
    if (!m_pieces || now - m_toldAlive < helperAliveInterval)
      return;
    m_toldAlive = now;
    send({.kind = Kind::Alive});
  }

  void begin(const std::string& bytes) {
    if (m_pieces)
      return;
    const Status begun = prepare(bytes);
    if (!begun) {
      send({.kind = Kind::Refuse, .bytes = begun.error().what});
      return;
    }
    const unsigned workers = m_subject->check.sharing.workers;
    m_pieces.emplace(workers, PieceList::sharingFor(m_subject->check.testing.spreadPieces));
    m_patience = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(m_subject->patience));
    for (unsigned worker = 0; worker < workers; worker++)
      m_threads.emplace_back([this, worker] { work(worker); });
  }

  Status prepare(const std::string& bytes) {
    Result<Subject> subject = subjectFrom(bytes);
    if (!subject)
      return subject.error();
    if (subject->tool != fingerprintOfTool())
      return Error{ErrorCode::BadUsage, "",
                   "its machine has another build of Revisit, or other system libraries; install the same everywhere"};
    Result<ProgramCopy> copy = ProgramCopy::make(subject->check.program.path, subject->program);
    if (!copy)
      return copy.error();
    m_copy.emplace(std::move(*copy));
    subject->check.program.copy = m_copy->path();
    Result<instrument::Image> image = openInstrumented(
        subject->check.program.copy.empty() ? subject->check.program.path : subject->check.program.copy);
    if (!image)
      return image.error();
    m_image.emplace(std::move(*image));
    m_subject.emplace(std::move(*subject));
    m_subject->check.explore.cancelled = [this] { return m_isStopped.load(); };
    m_end = Clock::now() +
            std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(m_subject->secondsLeft));
    becomeLikeFirst();
    return Done{};
  }

  // The program sees the environment and the folder of rank 0. No other thread was started here.
  void becomeLikeFirst() const {
    clearenv();
    for (const std::string& entry : m_subject->environment)
      if (const std::size_t end = entry.find('='); end != std::string::npos && end != 0)
        setenv(entry.substr(0, end).c_str(), entry.substr(end + 1).c_str(), 1);
    std::error_code code; // it may be missing here
    std::filesystem::current_path(m_subject->folder, code);
  }

  double secondsLeft() const {
    if (m_subject->secondsLeft == 0)
      return 0;
    return std::max(0.001, std::chrono::duration<double>(m_end - Clock::now()).count());
  }

  void work(unsigned number) {
    PieceWorker worker(*m_pieces, number, m_subject->check, *m_image, m_subject->explore,
                       {{}, [this] { return secondsLeft(); }, {}});
    Budget::Reached bound = Budget::Reached::No;
    const Status worked = worker.work(bound);
    m_pieces->end(number, {worker.solver(), worker.nativeRuns(), worked ? std::string() : worked.error().what,
                           bound != Budget::Reached::No});
  }

  void closePieces() {
    m_isStopped = true;
    if (m_pieces)
      m_pieces->close();
  }

  Status lost(const std::string& why) {
    closePieces();
    m_threads.clear();
    m_ranks.leave(false, 0);
    return Error{ErrorCode::Interrupted, "", why};
  }

  Ranks& m_ranks;
  Clock::time_point m_heard = Clock::now(), m_toldAlive{}, m_end{};
  Clock::duration m_patience = patienceBefore;
  BackOff m_backOff;
  bool m_hasEnded = false, m_isComplete = false;
  std::atomic<bool> m_isStopped = false;
  std::optional<Subject> m_subject;
  std::optional<ProgramCopy> m_copy;
  std::optional<instrument::Image> m_image;
  std::optional<RemotePieces> m_pieces;
  std::vector<std::jthread> m_threads; // of the workers
};

} // namespace

Status helpRank(Ranks& ranks) {
  return RankHelper(ranks).run();
}

} // namespace revisit
