#include "graph_pane.h"

#include "minimap.h"
#include "model/text.h"
#include "query/timeline/event_text.h"
#include "relation_bar.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolBar>
#include <QVBoxLayout>

namespace revisit::gui {
namespace {

const QString relationsKey = QStringLiteral("relations");

} // namespace

GraphPane::GraphPane(SelectionModel& selection, SourceFiles& files, QWidget* parent)
    : Pane({QStringLiteral("graph"), tr("Execution graph"), QKeySequence(tr("Alt+1"))}, selection, parent),
      m_files(files), m_scene(new GraphScene(selection, this)), m_view(new GraphView(*m_scene)),
      m_relations(new RelationBar(*m_scene)), m_description(new QLabel) {
  auto* content = new QWidget;
  auto* rows = new QVBoxLayout(content);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  auto* columns = new QHBoxLayout;
  columns->setSpacing(0);
  columns->addWidget(m_view);
  auto* overview = new QVBoxLayout;
  overview->setSpacing(0);
  overview->addWidget(makeZoomBar());
  overview->addWidget(new Minimap(*m_scene, *m_view), 1);
  columns->addLayout(overview);
  rows->addWidget(m_relations);
  rows->addLayout(columns, 1);
  rows->addWidget(m_description);
  m_description->setObjectName(QStringLiteral("description"));
  m_description->setContentsMargins(8, 3, 8, 3);
  m_description->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  setContent(content);
  setFocusProxy(m_view);
  connect(&selection, &SelectionModel::executionChanged, this, &GraphPane::executionChanged);
  connect(m_scene, &GraphScene::selectedNodeChanged, this, &GraphPane::followSelection);
  connect(m_scene, &GraphScene::hoveredChanged, this, &GraphPane::describe);
  executionChanged();
}

QWidget* GraphPane::makeZoomBar() {
  auto* bar = new QToolBar;
  bar->setObjectName(QStringLiteral("zoomBar"));
  const auto add = [&](const QString& text, const QString& tip, auto slot) {
    QAction* action = bar->addAction(text);
    action->setToolTip(tip);
    connect(action, &QAction::triggered, m_view, slot);
  };
  add(tr("Fit"), tr("Show the whole execution (0)"), &GraphView::zoomToFit);
  add(tr("1:1"), tr("Actual size (1); + and - or Ctrl and the wheel zoom"), &GraphView::zoomToActual);
  return bar;
}

void GraphPane::themeChanged() {
  m_scene->setTheme(theme());
  m_relations->refresh();
}

QVariantMap GraphPane::session() const {
  QVariantList shown;
  for (const Relation relation : allRelations)
    if (m_scene->isShown(relation))
      shown.push_back(QString(QLatin1String(labelOf(relation))));
  return {{relationsKey, shown}};
}

void GraphPane::restore(const QVariantMap& session) {
  if (!session.contains(relationsKey))
    return;
  const QStringList shown = session.value(relationsKey).toStringList();
  for (const Relation relation : allRelations)
    m_scene->setShown(relation, shown.contains(QLatin1String(labelOf(relation))));
}

void GraphPane::executionChanged() {
  setNotice(execution() ? QString() : tr("No execution is open."));
  describe();
}

void GraphPane::followSelection() {
  if (const auto node = m_scene->selectedNode())
    m_view->ensureVisible(*node);
  else if (execution() && selection().current().position == 0 && execution()->timeline().size() != 0)
    m_view->ensureVisible(nodeOf(1)); // scroll to the start if nothing is selected
  describe();
}

void GraphPane::describe() {
  const auto node = m_scene->state().hovered ? m_scene->state().hovered : m_scene->selectedNode();
  m_description->setText(node && execution() ? description(*node) : QString());
  m_description->setToolTip(m_description->text());
}

QString GraphPane::description(NodeIndex node) const {
  const Wait* wait = execution()->graph().waitOf(node);
  if (const FoldedRow row = wait ? FoldedRow() : selection().rowOf(*execution()->graph().eventOf(node)); row.fold)
    return tr("%1, a double click shows them").arg(fromText(foldText(row)));
  QString text = wait ? fromText(threadText(execution()->witness(), wait->thread) + " waits for " +
                                 awaitedText(execution()->timeline(), *wait))
                      : fromText(stopLine(execution()->timeline(), *execution()->graph().eventOf(node)));
  const auto line = wait ? std::optional(SourceLine{wait->position.file, wait->position.line})
                         : execution()->lineOf(*execution()->graph().eventOf(node));
  if (execution()->graph().next() == node)
    text = tr("not in the graph yet: %1").arg(fromText(eventText(execution()->timeline(), node + 1)));
  if (line)
    if (const auto source = m_files.line(fromText(line->file), line->line))
      text += QStringLiteral("    ") + *source;
  return text;
}

} // namespace revisit::gui
