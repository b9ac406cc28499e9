// The exploration shown in the window: builds the program, explores it on a separate thread, and provides the newest
// state. No call blocks. Thread rule: the window's thread.
#pragma once

#include "cli/options/exploration_request.h"
#include "core/logged_execution.h"
#include "prepare/compile_failure.h"
#include "query/findings/known_findings.h"

#include <QObject>
#include <QString>
#include <QThreadPool>
#include <QTimer>

#include <map>

namespace revisit::gui {

enum class ExplorationState : std::uint8_t {
  None,     // nothing was explored so far
  Building, // compiling or starting the program
  Running,
  Paused,
  Ended, // everything was explored, or it was stopped: report()
  Failed // the program could not be explored: error()
};

struct ExplorationStatus {
  ExplorationCounts counts;
  std::uint64_t planned = 0; // known alternatives that were not tried yet
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
  // Stops the run and waits for it: until the program's run, or its watchdog, ends.
  ~ExplorationRun() override;

  // Bounds for the log of an exploration of any length: about 400 MiB.
  static constexpr LogOptions bounded{.steps = true, .maxSteps = 1'000'000, .maxNodes = 1'000'000};

  // Starts another exploration and stops the present one. The old results stay until there are new ones; if the new
  // program cannot be compiled or started, they stay for good.
  void start(ExplorationRequest request, const LogOptions& log = bounded);
  void pause();
  void resume();
  // Continues until the next execution is found, then pauses. Does nothing when nothing is running.
  void step();
  // Stops; the results stay.
  void cancel();

  ExplorationState state() const { return m_state; }
  bool isActive() const { return m_state >= ExplorationState::Building && m_state <= ExplorationState::Paused; }
  // The newest request, and the request of log(). They differ while the newest program is being started, and if it
  // could not be started.
  const ExplorationRequest& request() const { return m_request; }
  const ExplorationRequest& shownRequest() const { return m_shownRequest; }
  // Null until a program has started. Grows while the exploration runs.
  const LogPointer& log() const { return m_log; }
  const ExplorationStatus& status() const { return m_status; }
  // The number of executions of the log that panes may show. If there are very many, the window follows the log with a
  // delay.
  std::uint64_t followed() const { return m_followed; }
  const CheckReport* report() const { return m_report.get(); } // null before the end
  // The distinct bugs of log() so far: the list only grows, until logReplaced().
  const std::vector<DistinctBug>& bugs() const { return m_bugs; }
  // What the user noted of them, by bug.
  const KnownComments& known() const { return m_knownComments; }
  // Notes a comment on a bug in the file beside the program, or forgets the bug. Fails as KnownFindings::mark().
  Status setKnown(std::size_t bug, const std::optional<std::string>& comment);
  // Those of the exploration before it, if that was of the same program under the same model and had ended.
  const std::vector<DistinctBug>* earlierBugs() const { return m_earlierBugs ? &*m_earlierBugs : nullptr; }
  // The bug that this execution of log() shows first, as a place in bugs(); nothing when it shows none.
  std::optional<std::size_t> bugOf(std::uint64_t number) const;
  // Empty unless Failed.
  const QString& error() const { return m_error; }
  // What is wrong and what would help, when sources do not compile; null otherwise.
  const CompileFailure* failure() const { return m_failure.get(); }
  // The compiler's messages, also after success; empty for a program.
  const QString& compilerMessages() const { return m_messages; }

  // The witness of the execution with that number, for replay and queries; null when it was not made. Witnesses of bugs
  // are made when the bugs are found. The compiled program exists as long as the execution object.
  ExecutionPointer witnessOf(std::uint64_t number) const;
  // Makes that witness, by exploring again until the execution is found; then emits witnessMade or witnessFailed. A new
  // request replaces one that is not complete.
  void makeWitness(std::uint64_t number);
  // The options and the program of log(), as it was run. Requires a log.
  std::pair<CheckOptions, std::shared_ptr<BuiltProgram>> program() const;
  bool isMakingWitness() const { return m_witnessWork != nullptr; }

signals:
  void stateChanged();
  // The log was replaced: everything shown from the old one is void.
  void logReplaced();
  // Emitted a few times a second while it runs, and at the end.
  void progressed();
  // Also emitted for a bug whose execution was shown before its witness was made.
  void witnessMade(std::uint64_t number, const revisit::gui::ExecutionPointer& execution);
  void witnessFailed(std::uint64_t number, const QString& reason);
  // The file of the known findings is none; the reason is a sentence.
  void knownFailed(const QString& reason);

private:
  struct Work;
  struct WitnessWork;
  void setState(ExplorationState state);
  void goOn();
  void follow();
  void show(const LogPointer& log);
  bool followLog();
  void setBugs(const std::vector<DistinctBug>& bugs);
  void takeBugs();
  void finishWitness(const Result<ExecutionPointer>& made);
  void drop();
  void dropWitness();

  ExplorationRequest m_request, m_shownRequest;
  ExplorationState m_state = ExplorationState::None;
  std::shared_ptr<Work> m_work;  // of the newest run
  std::shared_ptr<Work> m_shown; // of the run whose log is shown
  std::shared_ptr<WitnessWork> m_witnessWork;
  LogPointer m_log;
  ExplorationStatus m_status;
  std::uint64_t m_followed = 0;
  std::shared_ptr<const CheckReport> m_report;
  bool m_shownHasEnded = false;
  std::vector<DistinctBug> m_bugs;
  KnownFindings m_known;
  KnownComments m_knownComments;
  std::optional<std::vector<DistinctBug>> m_earlierBugs;
  std::shared_ptr<const CompileFailure> m_failure;
  QString m_error, m_messages;
  std::map<std::uint64_t, ExecutionPointer> m_witnesses;
  QTimer m_timer;
  QThreadPool m_threads;
};

} // namespace revisit::gui
