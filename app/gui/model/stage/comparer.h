// What the open execution is compared with: what the user chose, otherwise the nearest execution of the exploration
// that ends differently. Reading, seeking and comparing happen on other threads; what is no longer wanted when it
// arrives is dropped. Thread rule: the window's thread.
#pragma once

#include "core/compared_execution.h"
#include "model/selection_model.h"

#include <QFutureWatcher>
#include <QTimer>

#include <atomic>

namespace revisit::gui {

class Comparer : public QObject {
  Q_OBJECT

public:
  // How much is wanted of it: nothing while nobody sees it; for an error what would be right; a comparison of whatever
  // is open.
  enum class Wanted : std::uint8_t { Nothing, Marker, Comparison };

  // Keeps a reference.
  explicit Comparer(SelectionModel& selection, QObject* parent = nullptr);
  ~Comparer() override;

  void want(Wanted wanted);
  // Compares the open execution with this one; null: with the nearest one again.
  void compareWith(ExecutionPointer other);
  // Reads a witness, then as compareWith; failed() reports an error.
  void compareWithFile(const QString& path);
  // The exploration has gone on: seeks the nearest one, unless the user chose one.
  void compareWithNearest();
  // Replaces the other execution by this witness if it is the graph of the same execution.
  void improve(const ExecutionPointer& witness);

  // The open one is A. Null while there is none, or while it is being made.
  const ComparedPointer& compared() const { return m_compared; }
  const ExecutionPointer& other() const { return m_other; }
  // The one that was open before, which can be chosen; null: nothing else was open yet.
  const ExecutionPointer& before() const { return m_before; }
  // "#3" of an execution of the same exploration; otherwise the name of its file.
  QString otherName() const;
  bool isBusy() const;

signals:
  void changed();
  void failed(const QString& message);
  // Of the other execution only the graph of the exploration is available.
  void witnessWanted(std::uint64_t number);

private:
  void executionChanged();
  void refresh();
  void seek();
  void fileRead();
  void nearestFound();
  void made();
  void stopSeeking();
  void setCompared(ComparedPointer compared);
  bool isWanted() const;

  SelectionModel& m_selection;
  Wanted m_wanted = Wanted::Nothing;
  ExecutionPointer m_open, m_before, m_other;
  bool m_isByUser = false; // whether the user chose the other execution
  ComparedPointer m_compared;
  QTimer m_starting; // seeking waits until the user stays at an execution
  std::shared_ptr<std::atomic<bool>> m_isSought;
  QFutureWatcher<Result<ExecutionPointer>> m_reading;
  QFutureWatcher<ExecutionPointer> m_seeking;
  QFutureWatcher<ComparedPointer> m_comparing;
};

} // namespace revisit::gui
