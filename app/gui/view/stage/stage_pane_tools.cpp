// The line above the stage: how much it shows, what would be right, and the buttons.
#include "core/logged_execution.h"
#include "model/text.h"
#include "stage_pane.h"
#include "stage_view.h"
#include "view/widgets/explained_action.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

namespace revisit::gui {
namespace {

// A piece of the relation's line, for its entry in the menu.
QIcon sampleOf(Relation relation, const Theme& theme, qreal ratio) {
  constexpr QSize size(24, 14);
  QPixmap pixmap(size * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setPen(penOf(relation, theme, 2));
  painter.drawLine(QPointF(0, size.height() / 2.0), QPointF(size.width(), size.height() / 2.0));
  return pixmap;
}

QToolButton* makeMenuButton(const QString& name, const QString& text, const QString& tip, QMenu* menu) {
  auto* button = new QToolButton;
  button->setObjectName(name);
  button->setText(text);
  button->setToolTip(tip);
  button->setAutoRaise(true);
  button->setPopupMode(QToolButton::InstantPopup);
  button->setMenu(menu);
  menu->setToolTipsVisible(true);
  return button;
}

} // namespace

// A key that works in the whole pane, and a button.
QAction* StagePane::addTool(QHBoxLayout& row, const QString& name, const QString& text, const QString& tip,
                            const QString& key) {
  QAction* action = makeExplained(text, tip, key, this);
  allow(*action, {});
  action->setObjectName(name);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  addAction(action);
  row.addWidget(makeActionButton(action));
  return action;
}

QWidget* StagePane::makeTools() {
  auto* tools = new QWidget;
  auto* row = new QHBoxLayout(tools);
  row->setContentsMargins(8, 1, 4, 1);
  row->setSpacing(4);
  row->addWidget(m_count);
  m_marker->setObjectName(QStringLiteral("marker"));
  m_marker->setAutoRaise(true);
  m_marker->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  connect(m_marker, &QToolButton::clicked, this, [this] { showComparison(true); });
  row->addWidget(m_marker, 4);
  addComparisonTools(*row);
  row->addStretch(1);
  QAction* fit = addTool(*row, QStringLiteral("fit"), tr("Fit"), tr("Back to the cause, at 100 %"), tr("0"));
  connect(fit, &QAction::triggered, this, [this] { (m_compares->isChecked() ? m_comparisonView : m_view)->fit(); });
  m_relations = makeMenuButton(QStringLiteral("relationsMenu"), tr("Relations"),
                               tr("Which relations of the selected event are drawn"), m_relationsMenu);
  row->addWidget(m_relations);
  m_asTable = addTool(*row, QStringLiteral("showTable"), tr("Table"), tr("The same rows as a table"), tr("T"));
  m_compares =
      addTool(*row, QStringLiteral("compare"), tr("Compare"), tr("Where it parts from another execution"), tr("C"));
  for (QAction* action : {m_asTable, m_compares}) {
    action->setCheckable(true);
    connect(action, &QAction::toggled, this, &StagePane::showPage);
  }
  connect(m_compareMenu, &QMenu::aboutToShow, this, &StagePane::fillCompareMenu);
  fillRelations();
  return tools;
}

void StagePane::addComparisonTools(QHBoxLayout& row) {
  auto* with = makeMenuButton(QStringLiteral("compareWith"), tr("Compare with…"),
                              tr("Choose the execution that is shown beside the one that is open"), m_compareMenu);
  row.addWidget(with);
  QAction* previous =
      addTool(row, QStringLiteral("previousDifference"), tr("◀"), tr("The previous difference"), tr("P"));
  auto* back = row.itemAt(row.count() - 1)->widget();
  row.addWidget(m_place);
  QAction* next = addTool(row, QStringLiteral("nextDifference"), tr("▶"), tr("The next difference"), tr("N"));
  m_comparing = {with, back, m_place, row.itemAt(row.count() - 1)->widget()};
  const auto go = [this](std::size_t by) {
    const std::size_t count = m_comparison->compared()->differences().size();
    goToDifference((m_difference + by % count) % count);
  };
  connect(next, &QAction::triggered, this, [go] { go(1); });
  connect(previous, &QAction::triggered, this, [this, go] { go(m_comparison->compared()->differences().size() - 1); });
}

void StagePane::fillRelations() {
  m_relationsMenu->clear();
  for (const Relation relation : allRelations) {
    if (relation == Relation::ProgramOrder)
      continue;
    QAction* action = m_relationsMenu->addAction(
        sampleOf(relation, theme(), devicePixelRatioF()),
        tr("%1\t%2").arg(QLatin1String(nameOf(relation)), QString(QLatin1Char(keyOf(relation)))));
    action->setObjectName(QLatin1String("show-") + QLatin1String(labelOf(relation)));
    action->setToolTip(tr("The key %1 follows it").arg(QLatin1Char(keyOf(relation))));
    action->setCheckable(true);
    action->setChecked(m_stage->isShown(relation));
    connect(action, &QAction::triggered, m_stage, [this, relation](bool shown) { m_stage->setShown(relation, shown); });
  }
}

void StagePane::fillCompareMenu() {
  m_compareMenu->clear();
  const auto add = [this](const QString& name, const QString& text, const QString& whyNot, auto slot) {
    QAction* action = m_compareMenu->addAction(text, this, slot);
    action->setObjectName(name);
    action->setEnabled(whyNot.isEmpty());
    action->setToolTip(whyNot);
  };
  const ExecutionPointer& before = m_comparer->before();
  const QString notExplored = execution() && execution()->origin().log
                                  ? QString()
                                  : tr("The execution that is open is not one of an exploration.");
  add(QStringLiteral("withNearest"), tr("The &nearest execution that ends differently"), notExplored,
      [this] { m_comparer->compareWith({}); });
  add(QStringLiteral("withNumber"), tr("An execution of the exploration, by n&umber…"), notExplored,
      &StagePane::askForNumber);
  add(QStringLiteral("withFile"), tr("A &file…"), {}, &StagePane::askForFile);
  add(QStringLiteral("withBefore"),
      before ? tr("%1, which was open &before").arg(QFileInfo(fromText(before->path())).fileName())
             : tr("The one open &before"),
      before ? QString() : tr("Nothing else was open yet."), [this, before] { m_comparer->compareWith(before); });
}

void StagePane::askForFile() {
  const QString folder =
      execution() && execution()->isFile() ? QFileInfo(fromText(execution()->path())).absolutePath() : QString();
  const QString path = QFileDialog::getOpenFileName(this, tr("Compare with a witness"), folder,
                                                    tr("Witnesses (*.revisit);;All files (*)"));
  if (!path.isEmpty())
    m_comparer->compareWithFile(path);
}

void StagePane::askForNumber() {
  const LogPointer log = execution()->origin().log;
  bool isChosen = false;
  const int number = QInputDialog::getInt(this, tr("Compare with an execution"), tr("Number of the execution"), 1, 1,
                                          static_cast<int>(log->executionCount()), 1, &isChosen);
  if (!isChosen)
    return;
  if (const Result<ExecutionPointer> found = executionOf(log, static_cast<std::uint64_t>(number)))
    m_comparer->compareWith(found.value());
  else
    emit failed(sentenceOf(found.error()));
}

} // namespace revisit::gui
