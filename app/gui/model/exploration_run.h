// The exploration that the window shows: builds the program, explores it on a thread of its own, and has the newest
// state of it. Asking never blocks.
// Thread rule: the window's thread.
#pragma once

#include "exploration_request.h"
#include "logged_execution.h"

#include <QObject>
#include <QString>
#include <QThreadPool>
#include <QTimer>

#include <map>

namespace revisit::gui {

enum class ExplorationState : std::uint8_t {
  None,     // nothing was explored yet
  Building, // compiling, or starting the program
  Running,
  Paused,
  Ended, // all explored, or stopped: report()
  Failed // it could not be explored, or contradicted itself: error()
};

struct ExplorationStatus {
  ExplorationCounts counts;
  std::uint64_t planned = 0; // alternatives that are known and not tried yet
  Estimate estimate;
  SolverStats solver;
  ExplorationWork work;
  std::uint64_t nativeRuns = 0;
  double seconds = 0; // without pauses
};

class ExplorationRun : public QObject {
  Q_OBJECT

public:
  explicit ExplorationRun(QObject* parent = nullptr);
  // Stops what goes on and waits for it: until the program's run ends, or its watchdog does.
  ~ExplorationRun() override;

  // What the log keeps of an exploration, however long it is: some 400 MiB.
  static constexpr LogOptions bounded{.steps = true, .maxSteps = 1'000'000, .maxNodes = 1'000'000};

  // Explores something else; what goes on is stopped. What was found before stays until there is something new: when
  // that cannot be compiled or started, for good.
  void start(ExplorationRequest request, const LogOptions& log = bounded);
  void pause();
  void resume();
  // Goes on until the next execution is found, then pauses. Nothing happens when nothing goes on.
  void step();
  // Stops; what was found stays.
  void cancel();

  ExplorationState state() const { return m_state; }
  bool isActive() const { return m_state >= ExplorationState::Building && m_state <= ExplorationState::Paused; }
  // The newest one, and the one that log() is of; they differ while, and when, the newest could not be begun.
  const ExplorationRequest& request() const { return m_request; }
  const ExplorationRequest& shownRequest() const { return m_shownRequest; }
  // Null before the first program has started. It grows while the exploration runs.
  const LogPointer& log() const { return m_log; }
  const ExplorationStatus& status() const { return m_status; }
  // Executions of the log that panes are to show; when there are very many the window follows the log after a while.
  std::uint64_t followed() const { return m_followed; }
  const CheckReport* report() const { return m_report.get(); } // null before the end
  // Empty unless Failed.
  const QString& error() const { return m_error; }
  // What the compiler said, also when it did its work; empty for a program.
  const QString& compilerMessages() const { return m_messages; }

  // The execution of that number as a witness, to be replayed and asked about; null when it was not made. Those of bugs
  // are made when they are found. What was compiled for it is there as long as the execution is.
  ExecutionPointer witnessOf(std::uint64_t number) const;
  // Makes it, by exploring again until the execution is met; then witnessMade or witnessFailed. A question about
  // another execution takes the place of one that is not answered.
  void makeWitness(std::uint64_t number);
  bool isMakingWitness() const { return m_witnessWork != nullptr; }

signals:
  void stateChanged();
  // There is another log: what was shown of the one before is void.
  void logReplaced();
  // A few times a second while it runs, and at the end.
  void progressed();
  void witnessMade(std::uint64_t number, const revisit::gui::ExecutionPointer& execution);
  void witnessFailed(std::uint64_t number, const QString& reason);

private:
  struct Work;
  struct WitnessWork;
  void setState(ExplorationState state);
  void goOn();
  void follow();
  void show(const LogPointer& log);
  bool followLog();
  void takeBugs();
  void finishWitness(const Result<ExecutionPointer>& made);
  void drop();
  void dropWitness();

  ExplorationRequest m_request, m_shownRequest;
  ExplorationState m_state = ExplorationState::None;
  std::shared_ptr<Work> m_work;  // of the newest run
  std::shared_ptr<Work> m_shown; // of the run that the log is of
  std::shared_ptr<WitnessWork> m_witnessWork;
  LogPointer m_log;
  ExplorationStatus m_status;
  std::uint64_t m_followed = 0;
  std::shared_ptr<const CheckReport> m_report;
  QString m_error, m_messages;
  std::map<std::uint64_t, ExecutionPointer> m_witnesses;
  QTimer m_timer;
  QThreadPool m_threads;
};

} // namespace revisit::gui
