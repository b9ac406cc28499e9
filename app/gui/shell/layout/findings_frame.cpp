#include "findings_frame.h"

#include "region_frame.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QToolButton>

namespace revisit::gui {
namespace {

QToolButton* makeButton(const QString& name) {
  auto* button = new QToolButton;
  button->setObjectName(name);
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::NoFocus);
  return button;
}

} // namespace

FindingsFrame::FindingsFrame(FindingsPane* findings, TreePane* tree, LitmusPane* litmus, QWidget* parent)
    : QWidget(parent), m_findings(findings), m_tree(tree), m_litmus(litmus), m_title(new QLabel), m_column(new QWidget),
      m_rail(makeButton(QStringLiteral("findingsRail"))), m_toRail(makeButton(QStringLiteral("findingsToRail"))),
      m_fold(makeButton(QStringLiteral("executionsFold"))) {
  setObjectName(QStringLiteral("findingsRegion"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  row->addWidget(m_rail, 0, Qt::AlignTop);
  row->addWidget(m_column, 1);
  auto* rows = new QVBoxLayout(m_column);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  auto* head = new QHBoxLayout;
  head->setContentsMargins(8, 0, 2, 0);
  m_title->setFixedHeight(RegionFrame::headHeight);
  head->addWidget(m_title, 1);
  head->addWidget(m_toRail);
  rows->addLayout(head);
  rows->addWidget(litmus, 2);
  rows->addWidget(findings, 1);
  m_fold->setFixedHeight(RegionFrame::headHeight);
  rows->addWidget(m_fold, 0, Qt::AlignLeft);
  rows->addWidget(tree, 2);
  tree->hide();
  m_rail->setText(QStringLiteral("▸"));
  m_rail->setFixedSize(railWidth, RegionFrame::headHeight);
  m_rail->setToolTip(tr("Show the findings and the executions"));
  m_rail->setAccessibleName(m_rail->toolTip());
  m_toRail->setText(QStringLiteral("◂"));
  m_toRail->setToolTip(tr("Fold the findings to a rail"));
  m_toRail->setAccessibleName(m_toRail->toolTip());
  for (QWidget* pane : std::initializer_list<QWidget*>{findings, tree, litmus}) {
    pane->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    pane->setMinimumSize(1, 1);
  }
  const auto choose = [this](bool isRail) {
    m_isByUser = true;
    setRail(isRail);
  };
  connect(m_rail, &QToolButton::clicked, this, [choose] { choose(false); });
  connect(m_toRail, &QToolButton::clicked, this, [choose] { choose(true); });
  connect(m_fold, &QToolButton::clicked, this, [this] { setUnfolded(m_tree->isHidden()); });
  connect(findings, &FindingsPane::countChanged, this, &FindingsFrame::showLitmus);
  connect(litmus, &LitmusPane::usefulnessChanged, this, &FindingsFrame::showLitmus);
  connect(tree, &TreePane::countChanged, this, &FindingsFrame::refreshTexts);
  m_column->hide();
  showLitmus();
  reset();
}

void FindingsFrame::reset() {
  m_isByUser = false;
  setUnfolded(false);
  chooseByItself();
}

void FindingsFrame::chooseByItself() {
  if (!m_isByUser)
    setRail(m_findings->findings().rowCount() <= 1 && !isLitmus());
}

// An empty list of findings says nothing that the verdict does not.
void FindingsFrame::showLitmus() {
  const bool isLitmus = this->isLitmus();
  m_litmus->setVisible(isLitmus);
  m_findings->setVisible(!isLitmus || m_findings->findings().rowCount() != 0);
  m_title->setText(isLitmus ? m_litmus->info().title : m_findings->info().title);
  setFocusProxy(isLitmus ? static_cast<QWidget*>(m_litmus) : m_findings);
  chooseByItself();
  emit railChanged(); // it is wider
}

void FindingsFrame::setRail(bool isRail) {
  if (isRail == m_isRail)
    return;
  m_isRail = isRail;
  m_rail->setVisible(isRail);
  m_column->setVisible(!isRail);
  emit railChanged();
}

void FindingsFrame::setUnfolded(bool isUnfolded) {
  m_tree->setVisible(isUnfolded);
  refreshTexts();
}

void FindingsFrame::bringToFront(const Pane& pane) {
  if (m_isRail)
    m_isByUser = true;
  setRail(false);
  if (&pane == m_tree)
    setUnfolded(true);
  if (&pane == m_litmus)
    m_litmus->setVisible(true); // it says what it is for
}

void FindingsFrame::refreshTexts() {
  m_fold->setText(
      tr("%1 Executions %2")
          .arg(m_tree->isHidden() ? QStringLiteral("▸") : QStringLiteral("▾"),
               m_tree->executions() == 0 ? QString() : QLocale().toString(qulonglong(m_tree->executions()))));
  m_fold->setToolTip(tr("All executions, and on request what was refused (%1)")
                         .arg(m_tree->info().shortcut.toString(QKeySequence::NativeText)));
}

} // namespace revisit::gui
