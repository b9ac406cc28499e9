// The final states of a litmus test under every memory model. When its exploration has ended, all models are explored
// in the background, that of the exploration first. Thread rule: the window's thread.
#pragma once

#include "exploration_run.h"
#include "litmus/answer.h"
#include "litmus/outcome_collector.h"

namespace revisit::gui {

class LitmusStates : public QObject {
  Q_OBJECT

public:
  // What one model allows.
  struct Allowed {
    ModelKind model = ModelKind::Sc;
    std::shared_ptr<const litmus::OutcomeCollector> found;
    bool isAll = false;
    std::string trouble; // why nothing is known; empty: something is
    // The number of executions that end in the state.
    std::uint64_t count(const litmus::State& state) const;
  };

  // Keeps the reference.
  explicit LitmusStates(ExplorationRun& run, QObject* parent = nullptr);
  // Stops, and waits for the end.
  ~LitmusStates() override;

  // Of the exploration that is shown; null: that is no litmus test, or it has not ended.
  const litmus::Test* test() const;
  // Null: not explored yet.
  const Allowed* allowed(ModelKind model) const;
  bool isComplete() const { return m_allowed.size() == allModels.size(); }
  ModelKind shownModel() const { return m_run.shownRequest().check.search.model; }
  // That any model allows, in order.
  std::vector<litmus::State> states() const;
  // Of the model that is shown; nothing while it is not known.
  std::optional<litmus::TestAnswer> answer() const;

  struct Shown {
    ExecutionPointer execution; // null: there is none to show
    std::uint64_t number = 0;   // in the log of the exploration; 0: it is not in it
    QString words;              // about it, as HTML
  };
  // An execution that ends in the state under the model. If there is none, one of another model, with the cycle for
  // which this model forbids it. Fails as Timeline::make.
  Result<Shown> show(const litmus::State& state, ModelKind model) const;

signals:
  // Other states, another test, or another model is known.
  void changed();

private:
  struct Job;
  void follow();
  void stop();
  const Allowed* other(const litmus::State& state, ModelKind model) const;
  Result<Shown> showForbidden(const litmus::State& state, const Allowed& reaching, ModelKind model) const;

  ExplorationRun& m_run;
  std::shared_ptr<Job> m_job; // null: no litmus test
  std::vector<Allowed> m_allowed;
  QThreadPool m_thread;
};

} // namespace revisit::gui
