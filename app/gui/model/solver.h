// Asks Z3 about the path condition of the execution that is open, on a thread of its own, one question after the other.
// A newer question makes older ones that are not answered yet of no interest: their answers are dropped.
// Thread rule: the window's thread; answers come there.
#pragma once

#include "execution.h"
#include "session/constraints.h"

#include <QObject>
#include <QString>
#include <QThreadPool>

#include <atomic>

namespace revisit::gui {

// What was asked: about an event's condition, or a condition that somebody typed.
struct SolverQuestion {
  std::optional<EventNumber> event;
  std::string condition; // as typed
  bool isMust = false;   // whether the typed condition must hold, not whether it may
};

// The answer as a sentence: "Possible, with reading = 7." and its kind.
std::string answerText(const Timeline& timeline, const SolverQuestion& question, const ConstraintAnswer& answer);

class Solver : public QObject {
  Q_OBJECT

public:
  explicit Solver(QObject* parent = nullptr);
  // Waits for the question that is being answered: at most the time that one query may take, for each query.
  ~Solver() override;

  // Null: there is nothing to ask about. Drops what was asked.
  void setExecution(ExecutionPointer execution);
  // May the event's condition be otherwise? Requires an execution and an event with a condition.
  void askOtherwise(EventNumber event);
  // May the condition hold too? Must it? In the language of condition_parser.h; what is no condition is answered with
  // the reason at once. Requires an execution.
  void askCondition(const QString& condition);
  void askMust(const QString& condition);
  bool isBusy() const { return m_isBusy; }

signals:
  void busyChanged();
  void answered(const revisit::gui::SolverQuestion& question, const revisit::ConstraintAnswer& answer);
  void failed(const QString& reason);

private:
  struct Work;
  struct Terms { // of a typed condition
    std::string holds, hasValue;
  };
  void askTyped(SolverQuestion question, const std::string& asked);
  void ask(SolverQuestion question, Terms terms);
  void finish(unsigned number, const SolverQuestion& question, const Result<ConstraintAnswer>& answer);
  void setBusy(bool busy);

  ExecutionPointer m_execution;
  std::shared_ptr<Work> m_work;       // of that execution; used by the other thread only
  std::atomic<unsigned> m_latest = 0; // number of the newest question
  bool m_isBusy = false;
  QThreadPool m_thread;
};

} // namespace revisit::gui
