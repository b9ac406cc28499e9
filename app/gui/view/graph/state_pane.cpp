#include "state_pane.h"

#include "model/tables/state_html.h"
#include "model/text.h"

#include <QAction>
#include <QLabel>
#include <QSplitter>
#include <QTextBrowser>
#include <QToolBar>
#include <QVBoxLayout>

namespace revisit::gui {

StatePane::StatePane(SelectionModel& selection, StepActions& steps, QWidget* parent)
    : Pane({QStringLiteral("states"), tr("States"), QKeySequence(tr("Alt+S"))}, selection, parent), m_steps(steps),
      m_scene(new StateScene(this)), m_view(new StateView(*m_scene)), m_size(new QLabel), m_text(new QTextBrowser) {
  auto* content = new QWidget;
  auto* rows = new QVBoxLayout(content);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  auto* parts = new QSplitter(Qt::Horizontal);
  parts->setChildrenCollapsible(false);
  parts->addWidget(m_view);
  parts->addWidget(m_text);
  parts->setStretchFactor(0, 4);
  parts->setStretchFactor(1, 1);
  parts->setSizes({600, 230});
  rows->addWidget(makeTools());
  rows->addWidget(parts, 1);
  m_text->setObjectName(QStringLiteral("stateText"));
  m_text->setAccessibleName(tr("The selected state"));
  m_text->setFrameShape(QFrame::NoFrame);
  m_text->setOpenLinks(false);
  m_text->document()->setDocumentMargin(10);
  setContent(content);
  setFocusProxy(m_view);
  connect(m_view, &StateView::stateChosen, this, &StatePane::select);
  connect(m_view, &StateView::stateActivated, this, &StatePane::goTo);
  connect(&m_steps, &StepActions::changed, this, &StatePane::follow);
  follow();
}

QWidget* StatePane::makeTools() {
  auto* bar = new QToolBar;
  bar->setObjectName(QStringLiteral("stateBar"));
  const auto add = [&](const QString& text, const QString& tip, auto slot) {
    QAction* action = bar->addAction(text);
    action->setToolTip(tip);
    connect(action, &QAction::triggered, this, slot);
    return action;
  };
  add(tr("Fit all"), tr("Show all that is drawn (0)"), [this] { m_view->zoomToFit(); });
  add(tr("Actual size"), tr("So that all can be read (1); + and - or Ctrl and the wheel zoom"),
      [this] { m_view->zoomToActual(); });
  m_around = add(tr("Around it"), tr("Draw the states around the selected one, where there are too many to draw all"),
                 [this] { draw(m_selected.value_or(0)); });
  m_size->setObjectName(QStringLiteral("stateCount"));
  m_size->setContentsMargins(8, 0, 8, 0);
  bar->addWidget(m_size);
  auto* legend = new QLabel(tr("── to a new state   ╌╌ to a known one   ┄┄| pruned or in vain"));
  legend->setObjectName(QStringLiteral("stateLegend"));
  bar->addWidget(legend);
  return bar;
}

void StatePane::themeChanged() {
  m_scene->setTheme(theme());
  showTexts();
}

void StatePane::inSightChanged() {
  if (isInSight())
    refresh();
}

// The algorithm's pane shows another step, or the log has grown.
void StatePane::follow() {
  const StepCursor& cursor = m_steps.cursor();
  if (!cursor.states()) {
    m_selected.reset();
    m_step = 0;
  } else if (cursor.step() != m_step || cursor.states() != m_drawn) {
    m_step = cursor.step();
    for (const StateStep& step : cursor.states()->steps(m_step, 1))
      m_selected = step.state != noLogEntry ? step.state : step.from;
  }
  refresh();
}

void StatePane::select(std::uint32_t state) {
  m_selected = state;
  m_scene->select(state);
  if (m_scene->picture().selected)
    m_view->reveal(*m_scene->picture().selected);
  showTexts();
}

// Goes to the step that entered the state.
void StatePane::goTo(std::uint32_t state) {
  if (m_steps.cursor().states())
    for (const LoggedState& found : m_steps.cursor().states()->states(state, 1))
      m_steps.goTo(found.step);
  select(state);
}

void StatePane::refresh() {
  const StatesPointer& states = m_steps.cursor().states();
  setNotice(states ? QString()
                   : tr("A search over states is drawn here. Choose one of its algorithms, such as dl-s-por, with "
                        "Explore > Explore with options."));
  if (!isInSight())
    return;
  const bool isWhole = m_scene->picture().graph.isWhole() || (states && states->stateCount() <= StateScene::mostStates);
  const bool hasGrown = states && isWhole && states->stepCount() != m_drawnSteps;
  const bool isMissing = states && m_selected && m_scene->picture().graph.nodeOf(*m_selected) == StateEdge::nowhere;
  if (states != m_drawn || hasGrown || isMissing)
    draw(m_selected.value_or(0));
  if (!states)
    return;
  for (const StateStep& step : states->steps(m_step, 1)) {
    const std::vector<std::uint32_t> stack =
        states->pathTo(step.kind == StateStepKind::Met || step.kind == StateStepKind::Vain ? step.from : step.state);
    m_scene->setStep(m_step, {stack.begin(), stack.end()});
  }
  select(m_selected.value_or(0));
}

void StatePane::draw(std::uint32_t centre) {
  const StepCursor& cursor = m_steps.cursor();
  const bool isFirst = cursor.states() != m_drawn;
  m_drawn = cursor.states();
  m_drawnSteps = m_drawn ? m_drawn->stepCount() : 0;
  m_scene->show(m_drawn ? cursor.log() : nullptr, centre);
  const StateGraph& graph = m_scene->picture().graph;
  m_size->setText(graph.isWhole()
                      ? tr("%1 states").arg(graph.states)
                      : tr("%1 of %2 states: those around s%3").arg(graph.nodes.size()).arg(graph.states).arg(centre));
  m_around->setEnabled(!graph.isWhole());
  if (m_selected)
    m_scene->select(*m_selected);
  if (isFirst)
    m_view->showStart();
}

void StatePane::showTexts() {
  const StatesPointer& states = m_steps.cursor().states();
  if (!states || !m_selected) {
    m_text->clear();
    return;
  }
  const QString style =
      QStringLiteral("<style>p { margin-top: 2px; margin-bottom: 2px } h3 { margin-bottom: 2px } h4 { margin-top: 8px; "
                     "margin-bottom: 2px } a { color: %1 }</style>")
          .arg(theme().link.name());
  m_text->setHtml(style + stateHtml(*states, *m_selected, m_step));
}

} // namespace revisit::gui
