// The pane's parts, its tool bar, and the menu to choose the other execution.
#include "compare_pane.h"
#include "compared_side.h"
#include "compared_table.h"
#include "core/logged_execution.h"
#include "model/text.h"
#include "view/graph/relation_bar.h"
#include "view/widgets/linked_views.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QSplitter>
#include <QToolBar>
#include <QToolButton>

namespace revisit::gui {
namespace {

QString executionName(const Execution& execution) {
  return QFileInfo(fromText(execution.path())).fileName();
}

} // namespace

QSplitter* ComparePane::makeParts() {
  auto* graphs = new QSplitter;
  for (const Side place : bothSides) {
    m_sides[indexOf(place)] = new ComparedSide(place);
    graphs->addWidget(&side(place));
    connect(&side(place), &ComparedSide::eventChosen, this,
            [this, place](EventNumber event) { eventChosen(place, event); });
  }
  graphs->setChildrenCollapsible(false);
  m_links = new LinkedViews(side(Side::A).view(), side(Side::B).view(), this);
  connect(m_table, &ComparedTable::lineChosen, this, &ComparePane::showLine);
  auto* parts = new QSplitter(Qt::Vertical);
  parts->addWidget(graphs);
  parts->addWidget(m_table);
  parts->setStretchFactor(0, 3);
  parts->setStretchFactor(1, 2);
  parts->setSizes({300, 140});
  return parts;
}

QAction* ComparePane::addTool(QToolBar& tools, const QString& name, const QString& text, const QString& tip,
                              const QKeySequence& key, void (ComparePane::*slot)()) {
  QAction* action = tools.addAction(text);
  action->setObjectName(name);
  action->setToolTip(tr("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText)));
  action->setShortcut(key);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  addAction(action); // the shortcut works in the whole pane
  connect(action, &QAction::triggered, this, slot);
  m_comparedActions.push_back(action);
  return action;
}

QToolBar* ComparePane::makeTools() {
  auto* tools = new QToolBar;
  auto* choose = new QToolButton;
  choose->setObjectName(QStringLiteral("compareWith"));
  choose->setText(tr("Compare with…"));
  choose->setToolTip(tr("Choose the execution that is shown beside the one that is open"));
  choose->setPopupMode(QToolButton::InstantPopup);
  choose->setMenu(m_menu);
  m_menu->setToolTipsVisible(true);
  connect(m_menu, &QMenu::aboutToShow, this, &ComparePane::fillMenu);
  tools->addWidget(choose);
  addTool(*tools, QStringLiteral("swap"), tr("A ⇄ B"), tr("Swap A and B"), QKeySequence(tr("X")), &ComparePane::swap);
  addTool(*tools, QStringLiteral("previousDifference"), tr("◀"), tr("The previous difference"), QKeySequence(tr("P")),
          &ComparePane::goToPrevious);
  m_place = new QLabel;
  m_place->setObjectName(QStringLiteral("differencePlace"));
  tools->addWidget(m_place);
  addTool(*tools, QStringLiteral("nextDifference"), tr("▶"), tr("The next difference"), QKeySequence(tr("N")),
          &ComparePane::goToNext);
  QAction* table = tools->addAction(tr("Table"));
  table->setObjectName(QStringLiteral("showTable"));
  table->setToolTip(tr("Show both row by row"));
  table->setCheckable(true);
  table->setChecked(true);
  connect(table, &QAction::toggled, m_table, &QWidget::setVisible);
  tools->addSeparator();
  GraphScene& first = side(Side::A).scene();
  auto* relations = new RelationBar(first);
  tools->addWidget(relations);
  connect(&first, &GraphScene::shownChanged, this, [this] {
    for (const Relation relation : allRelations)
      side(Side::B).scene().setShown(relation, side(Side::A).scene().isShown(relation));
  });
  return tools;
}

void ComparePane::fillMenu() {
  m_menu->clear();
  const auto add = [this](const QString& name, const QString& text, const QString& whyNot, auto slot) {
    QAction* action = m_menu->addAction(text, this, slot);
    action->setObjectName(name);
    action->setEnabled(whyNot.isEmpty());
    action->setToolTip(whyNot);
  };
  add(QStringLiteral("withFile"), tr("A &file…"), {}, &ComparePane::askForFile);
  add(QStringLiteral("withBefore"),
      m_before ? tr("%1, which was open &before").arg(executionName(*m_before)) : tr("The one open &before"),
      m_before ? QString() : tr("Nothing else was open yet."), [this] { compareWith(m_before); });
  const bool isExplored = m_open && m_open->origin().log;
  add(QStringLiteral("withNumber"), tr("An execution of the exploration, by &number…"),
      isExplored ? QString() : tr("The execution that is open is not one of an exploration."),
      &ComparePane::askForNumber);
}

void ComparePane::askForFile() {
  const QString folder = m_open && m_open->isFile() ? QFileInfo(fromText(m_open->path())).absolutePath() : QString();
  const QString path = QFileDialog::getOpenFileName(this, tr("Compare with a witness"), folder,
                                                    tr("Witnesses (*.revisit);;All files (*)"));
  if (!path.isEmpty())
    compareWithFile(path);
}

void ComparePane::askForNumber() {
  const LogPointer log = m_open->origin().log;
  bool isChosen = false;
  const int number = QInputDialog::getInt(this, tr("Compare with an execution"), tr("Number of the execution"), 1, 1,
                                          static_cast<int>(log->executionCount()), 1, &isChosen);
  if (!isChosen)
    return;
  if (const Result<ExecutionPointer> found = executionOf(log, static_cast<std::uint64_t>(number)))
    compareWith(found.value());
  else
    emit failed(sentenceOf(found.error()));
}

} // namespace revisit::gui
