#include "scenes.h"

#include "log/state_log.h"
#include "shell/pane_area.h"
#include "view/stage/stage_pane.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QGuiApplication>
#include <QPixmap>
#include <QTemporaryDir>
#include <QThread>

#include <algorithm>
#include <array>

namespace revisit::gui::test {
namespace {

constexpr int patience = 60000; // ms

// Runs the event loop until the window has done everything that is queued.
void settle() {
  for (int i = 0; i < 10; i++)
    QGuiApplication::processEvents(QEventLoop::AllEvents, 50);
}

template <class Condition> bool waitUntil(Condition condition) {
  QElapsedTimer timer;
  for (timer.start(); timer.elapsed() < patience; QThread::msleep(5)) {
    QGuiApplication::processEvents(QEventLoop::AllEvents, 50);
    if (condition())
      return true;
  }
  return false;
}

// The window and its content.
class Stage {
public:
  Stage(MainWindow& window, const SceneOrder& order)
      : m_window(window), m_files(order.files), m_request(order.request) {}

  // Opens or explores the files, and waits until an execution can be replayed.
  Status open() {
    const bool isExplored = isExplorable(m_files.front().toStdString());
    if (isExplored)
      m_window.openFiles(m_files, m_request);
    else
      m_window.openFile(m_files.front());
    const auto isDone = [this] { return !m_window.isOpening() && !m_window.exploration().isActive(); };
    waitUntil(isDone);
    m_window.exploration().cancel(); // the results so far are enough
    waitUntil(isDone);
    settle();
    if (!shown())
      return Error{ErrorCode::BadFormat, "", m_window.message().toStdString()};
    waitUntil([this] { return shown()->isWitness(); });
    m_first = shown();
    return Done{};
  }

  bool isExplored() const { return m_window.exploration().log() != nullptr; }
  bool exploresStates() const { return isExplored() && m_window.exploration().log()->states(); }
  const ExecutionPointer& shown() const { return m_window.selection().execution(); }

  void atBug() {
    m_window.selection().open(m_first);
    m_window.selection().selectPosition(0);
    m_window.selection().selectPosition(m_first->timeline().subject());
  }

  // Selects the access before the bug, which every pane can show.
  void atAccess() {
    atBug();
    const Timeline& timeline = m_first->timeline();
    for (EventNumber event = timeline.bug(); event > 0; event--)
      if (timeline.rangeOf(event).size != 0 || !timeline.chainOf(event).empty())
        return m_window.selection().selectEvent(event);
  }

  // Selects the first condition on the inputs; without any, the first event.
  void atCondition() {
    atBug();
    const auto conditions = m_first->timeline().ofKind(EventKind::Branch);
    m_window.selection().selectEvent(conditions.empty() ? 1 : conditions.front());
  }

  // Takes the replay to the bug; if that fails, the pane says why.
  void replayToBug() {
    atBug();
    Replay& replay = m_window.replayActions().link().replay();
    if (replay.snapshot().standing == Standing::Gone)
      replay.move(ReplayMove::Bug);
    waitUntil([&] { return !replay.isBusy(); });
  }

  // Shows the revisit that deletes most events; if there is none, a displacement.
  void atRevisit() {
    const LogPointer& log = m_window.exploration().log();
    std::uint64_t best = 0;
    std::size_t most = 0;
    for (const Step& step : log->steps(1, stepsLookedAt)) {
      const bool isChange = step.kind == ActionKind::RevisitAllowed || step.kind == ActionKind::Displaced;
      if (isChange && (best == 0 || step.deleted.size() > most)) {
        best = step.number;
        most = step.deleted.size();
      }
    }
    if (const auto graph = graphAfterStep(log, best == 0 ? 1 : best))
      m_window.selection().open(graph.value());
  }

  // Shows the last judgement that leaves a thread out; if there is none, the last step.
  void atJudgement() {
    const StatesPointer states = m_window.exploration().log()->states();
    std::uint64_t best = std::min(states->stepCount(), stepsLookedAt);
    for (const StateStep& step : states->steps(1, stepsLookedAt))
      if (step.kind == StateStepKind::Judged && step.rule == SourceRule::Closed && step.sets.pruned() != 0)
        best = step.number;
    m_window.stepActions().goTo(best);
  }

  // Compares with the second witness, or with the first execution that ends differently.
  void compare() {
    atBug();
    Comparer& comparer = stage().comparer();
    stage().showComparison(true);
    if (!isExplored())
      comparer.compareWithFile(m_files.at(1));
  }
  bool canCompare() const {
    return isExplored() ? m_window.exploration().log()->executionCount() > 1 : m_files.size() == 2;
  }
  // What would be right is said above the stage.
  void waitForComparison() {
    settle();
    waitUntil([&] { return !stage().comparer().isBusy(); });
  }
  void asDrawing() {
    stage().showTable(false);
    stage().showComparison(false);
  }
  void asTable() {
    atBug();
    stage().showTable(true);
  }

private:
  static constexpr std::uint64_t stepsLookedAt = 5000;

  StagePane& stage() { return static_cast<StagePane&>(*m_window.panes().pane(QStringLiteral("stage"))); }

  MainWindow& m_window;
  QStringList m_files;
  ExplorationRequest m_request;
  ExecutionPointer m_first;
};

struct Scene {
  const char* name;
  std::initializer_list<const char*> inFront; // panes; the last one has the keyboard
  void (Stage::*prepare)();
  bool needsExploration = false;
  bool needsStates = false; // a search over states
  bool isAlone = false;     // the last pane fills the window
};

const std::array<Scene, 12>& scenes() {
  static const std::array<Scene, 12> all = {{{"overview", {"inspector", "stage"}, &Stage::atBug},
                                             {"tree", {"findings", "tree"}, &Stage::atBug, true},
                                             {"revisits", {"stage", "algorithm"}, &Stage::atRevisit, true},
                                             {"states", {"states", "algorithm"}, &Stage::atJudgement, true, true},
                                             {"stage", {"stage"}, &Stage::atBug, false, false, true},
                                             {"table", {"stage"}, &Stage::asTable, false, false, true},
                                             {"constraints", {"stage", "inspector"}, &Stage::atCondition},
                                             {"explanation", {"stage", "inspector"}, &Stage::atAccess},
                                             {"source", {"stage", "source"}, &Stage::atBug},
                                             {"replay", {"stage", "replay"}, &Stage::replayToBug},
                                             {"compare", {"inspector", "stage"}, &Stage::compare},
                                             {"runs", {"runs"}, &Stage::atBug, true}}};
  return all;
}

Pane* lastOf(MainWindow& window, const Scene& scene) {
  return window.panes().pane(QLatin1String(*(scene.inFront.end() - 1)));
}

void arrange(MainWindow& window, const Scene& scene) {
  window.panes().usual();
  for (const char* pane : scene.inFront)
    window.panes().raise(*window.panes().pane(QLatin1String(pane)));
  if (scene.isAlone)
    window.panes().toggleMaximised();
}

bool canShow(MainWindow& window, const Stage& stage, const Scene& scene) {
  if (!lastOf(window, scene) || (scene.needsExploration && !stage.isExplored()))
    return false;
  if (stage.exploresStates() != scene.needsStates && (scene.needsStates || scene.prepare == &Stage::atRevisit))
    return false;
  return scene.prepare != &Stage::compare || stage.canCompare();
}

} // namespace

Status visitScenes(const SceneOrder& order, const SceneVisitor& visit) {
  const QTemporaryDir settingsFolder;
  Settings settings(settingsFolder.filePath(QStringLiteral("settings.ini")));
  MainWindow window(settings);
  window.resize(order.size);
  window.show();
  Stage stage(window, order);
  if (const Status opened = stage.open(); !opened)
    return opened;
  for (const Scene& scene : scenes()) {
    if (!canShow(window, stage, scene))
      continue;
    arrange(window, scene); // called first, because it selects what the panes show
    stage.asDrawing();
    (stage.*scene.prepare)();
    stage.waitForComparison();
    for (const ThemeKind theme : {ThemeKind::Light, ThemeKind::Dark}) {
      window.setTheme(theme);
      settle();
      if (const Status visited = visit(window, QLatin1String(scene.name), theme); !visited)
        return visited;
    }
  }
  return Done{};
}

} // namespace revisit::gui::test
