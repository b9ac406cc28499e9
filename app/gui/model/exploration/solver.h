// Asks Z3 about the path condition of the open execution, on a separate thread, one question after the other. A newer
// question cancels older ones that are not answered yet. Thread rule: the window's thread; answers arrive there.
#pragma once

#include "core/execution.h"
#include "whatif/constraints.h"

#include <QObject>
#include <QString>
#include <QThreadPool>

#include <atomic>

namespace revisit::gui {

// The question: about an event's condition, or about a condition typed by the user.
struct SolverQuestion {
  std::optional<EventNumber> event;
  std::string condition; // as typed
  bool isMust = false;   // whether it asks if the condition must hold, not if it can
};

// The answer as a sentence: "Possible, with reading = 7."
std::string answerText(const Timeline& timeline, const SolverQuestion& question, const ConstraintAnswer& answer);

class Solver : public QObject {
  Q_OBJECT

public:
  explicit Solver(QObject* parent = nullptr);
  // Waits for the question in progress: at most the timeout of one query for each of its queries.
  ~Solver() override;

  // Null: there is nothing to ask about. Drops waiting questions.
  void setExecution(ExecutionPointer execution);
  // Can the event's condition be different? Requires an execution and an event with a condition.
  void askOtherwise(EventNumber event);
  // Can the condition hold too? Must it hold? In the language of condition_term.h; an invalid condition is answered
  // at once with the error. Requires an execution.
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
  std::shared_ptr<Work> m_work;       // for that execution; used by the other thread only
  std::atomic<unsigned> m_latest = 0; // number of the newest question
  bool m_isBusy = false;
  QThreadPool m_thread;
};

} // namespace revisit::gui
