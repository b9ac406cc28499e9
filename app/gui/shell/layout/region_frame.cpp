#include "region_frame.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace revisit::gui {

RegionFrame::RegionFrame(const QString& name, QWidget* parent)
    : QWidget(parent), m_head(new QHBoxLayout), m_buttons(new QButtonGroup(this)), m_stack(new QStackedWidget),
      m_maximise(new QToolButton) {
  setObjectName(name);
  auto* head = new QWidget;
  head->setFixedHeight(headHeight);
  head->setLayout(m_head);
  m_head->setContentsMargins(4, 0, 2, 0);
  m_head->setSpacing(2);
  m_head->addStretch(1);
  m_head->addWidget(m_maximise);
  m_maximise->setObjectName(name + QStringLiteral("Maximise"));
  m_maximise->setAutoRaise(true);
  m_maximise->setFocusPolicy(Qt::NoFocus);
  connect(m_maximise, &QToolButton::clicked, this, &RegionFrame::maximiseAsked);
  setMaximised(false);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(head);
  rows->addWidget(m_stack, 1);
  setFocusProxy(m_stack);
}

void RegionFrame::add(Pane* pane, std::set<WindowTab> tabs, QWidget* face) {
  auto* button = new QToolButton;
  button->setText(pane->info().title);
  button->setObjectName(QStringLiteral("face-") + pane->info().id);
  button->setToolTip(tr("%1 (%2)").arg(pane->info().title, pane->info().shortcut.toString(QKeySequence::NativeText)));
  button->setCheckable(true);
  button->setAutoRaise(true);
  button->setFocusPolicy(Qt::NoFocus);
  m_buttons->addButton(button);
  m_head->insertWidget(static_cast<int>(m_faces.size()), button);
  QWidget* const widget = face ? face : pane;
  // The region decides how large a face is, not the face.
  widget->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
  widget->setMinimumSize(1, 1);
  m_stack->addWidget(widget);
  connect(button, &QToolButton::clicked, this, [this, pane] { bringToFront(*pane); });
  m_faces.push_back({pane, widget, button, std::move(tabs)});
}

bool RegionFrame::setTab(WindowTab tab) {
  m_tab = tab;
  const auto isThere = [tab](const Face& face) { return face.tabs.contains(tab); };
  const bool isChoice = std::ranges::count_if(m_faces, isThere) > 1;
  for (const Face& face : m_faces) {
    face.button->setVisible(isThere(face));
    face.button->setCheckable(isChoice); // the name of the only face is a title
  }
  const Pane* const pane = front();
  for (const Face& face : m_faces)
    if (face.pane == pane)
      show(face);
  return pane != nullptr;
}

Pane* RegionFrame::front() const {
  if (const auto known = m_fronts.find(m_tab); known != m_fronts.end())
    return known->second;
  const auto first = std::ranges::find_if(m_faces, [&](const Face& face) { return face.tabs.contains(m_tab); });
  return first != m_faces.end() ? first->pane : nullptr;
}

void RegionFrame::bringToFront(const Pane& pane) {
  for (const Face& face : m_faces)
    if (face.pane == &pane && face.tabs.contains(m_tab)) {
      m_fronts[m_tab] = face.pane;
      show(face);
    }
}

void RegionFrame::show(const Face& face) {
  m_stack->setCurrentWidget(face.widget);
  m_stack->setFocusProxy(face.pane);
  face.button->setChecked(true);
}

void RegionFrame::addToHead(QWidget* widget) {
  m_head->insertWidget(m_head->count() - 1, widget);
}

void RegionFrame::setMaximised(bool isMaximised) {
  m_maximise->setText(isMaximised ? QStringLiteral("▫") : QStringLiteral("▢"));
  m_maximise->setToolTip(isMaximised ? tr("Back to its place (M)") : tr("Fill the window (M)"));
  m_maximise->setAccessibleName(m_maximise->toolTip());
}

} // namespace revisit::gui
