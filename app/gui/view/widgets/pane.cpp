#include "pane.h"

#include <QLabel>
#include <QStackedLayout>

namespace revisit::gui {

Pane::Pane(PaneInfo info, SelectionModel& selection, QWidget* parent)
    : QWidget(parent), m_info(std::move(info)), m_selection(selection), m_theme(&themeOf(ThemeKind::Light)),
      m_layout(new QStackedLayout(this)), m_notice(new QLabel(this)) {
  setObjectName(m_info.id);
  m_notice->setWordWrap(true);
  m_notice->setMargin(16);
  m_notice->setAlignment(Qt::AlignCenter);
  m_notice->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored); // so that a long path does not widen the window
  m_notice->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_notice->setObjectName(QStringLiteral("notice"));
  m_layout->addWidget(m_notice);
}

void Pane::setTheme(const Theme& theme) {
  m_theme = &theme;
  themeChanged();
}

void Pane::setInSight(bool isInSight) {
  if (isInSight == m_isInSight)
    return;
  m_isInSight = isInSight;
  inSightChanged();
}

void Pane::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  setInSight(true);
}

void Pane::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  setInSight(false);
}

QString Pane::notice() const {
  return m_layout->currentWidget() == m_notice ? m_notice->text() : QString();
}

void Pane::setContent(QWidget* content) {
  m_layout->addWidget(content);
  m_layout->setCurrentWidget(content);
  setFocusProxy(content);
}

void Pane::setNotice(const QString& text) {
  m_notice->setText(text);
  m_layout->setCurrentIndex(text.isEmpty() ? 1 : 0);
}

} // namespace revisit::gui
