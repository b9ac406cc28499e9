// Moves from the open execution to others: what could have happened at the selected event instead, and goals. The
// program runs for it unseen, on a thread of its own, one question after the other; a newer question stops an older
// one. An execution that was gone to is opened, and knows where it comes from (ExecutionOrigin::move).
// Thread rule: the window's thread; answers arrive there.
#pragma once

#include "model/selection_model.h"
#include "sideways/session/moves.h"
#include "sideways/session/outcome_text.h"

#include <QThreadPool>
#include <QTimer>

#include <atomic>

namespace revisit::gui {

// What could have happened at an event instead.
struct Otherwise {
  OutcomeList list;
  std::vector<OutcomeRow> rows;       // those that are not impossible
  std::vector<OutcomeRow> impossible; // one for each
  std::vector<InputRange> inputs;     // on which the event decides
  QString whyNot;                     // why it is not known; empty when it is
};

class Sideways : public QObject {
  Q_OBJECT

public:
  // Keeps a reference.
  explicit Sideways(SelectionModel& selection, QObject* parent = nullptr);
  // Stops the question in progress and waits until it has ended.
  ~Sideways() override;

  // Whether the outcomes at the selected event, or at the selected step that a thread waits to take, are asked for by
  // themselves: not while nobody sees them.
  void want(bool isWanted);
  // Null while it is not known, and where there is nothing to ask.
  const Otherwise* otherwise() const { return m_otherwise && isOfSelected() ? &*m_otherwise : nullptr; }
  // Whether the user has waited for it for a while, or for where an outcome leads.
  bool isAsking() const { return m_isSlow && isOfSelected() && m_asked != Asked::Nothing && !isFinding(); }
  // Shows on the stage what the outcome with this number in the list, from 0, would change; nothing: no outcome.
  void look(std::optional<std::size_t> outcome);
  // Goes to the nearest execution with that outcome, or with that value of the input with this number of those listed.
  // All three require otherwise().
  void take(std::size_t outcome);
  void takeInput(std::size_t input, std::uint64_t value);

  // Looks for an execution in which the goal holds; from here: among those that begin with what is done at the selected
  // position. Opens it, or says that there is none; goalEnded() comes in any case. Requires an execution that is a
  // witness.
  void find(const Goal& goal, bool fromHere);
  bool isFinding() const { return m_asked == Asked::Goal; }
  // Of find().
  void stop();

signals:
  void changed();
  // An outcome leads nowhere.
  void failed(const QString& sentence);
  // What was found, or why nothing was; empty after stop(), and if an execution was opened.
  void goalEnded(const QString& sentence);

private:
  enum class Asked : std::uint8_t { Nothing, Outcomes, Move, Goal };
  struct Reply;
  struct Work;
  using Question = std::function<Result<Reply>(Moves&, const ExecutionPointer&)>;
  using Place = std::pair<ExecutionPointer, std::optional<EventName>>;
  Place selected() const;
  void follow();
  void askOutcomes();
  void go(std::function<Result<ExecutionPointer>(Moves&, const ExecutionPointer&)> way);
  void ask(Asked what, Question question);
  void finish(unsigned number, const Result<Reply>& reply);
  void open(const ExecutionPointer& execution);
  void forget();
  bool isOfSelected() const { return m_of == selected(); }

  SelectionModel& m_selection;
  bool m_isWanted = false, m_isSlow = false;
  Asked m_asked = Asked::Nothing;
  std::optional<Otherwise> m_otherwise;
  Place m_of;                         // what was asked about last, except with goals
  QTimer m_delay, m_slow;             // going quickly through events asks nothing
  std::shared_ptr<Work> m_work;       // used by the other thread only
  std::atomic<unsigned> m_latest = 0; // number of the newest question
  QThreadPool m_thread;
};

} // namespace revisit::gui
