#include "message_bar.h"

#include "view/widgets/message_text.h"

#include <QHBoxLayout>
#include <QToolButton>

namespace revisit::gui {
namespace {

constexpr int maxLines = 6;

} // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), m_text(new MessageText(maxLines)), m_action(new QToolButton),
      m_theme(&themeOf(ThemeKind::Light)) {
  setObjectName(QStringLiteral("messageBar"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 6, 6, 6);
  row->addWidget(m_text, 1);
  row->addWidget(m_action, 0, Qt::AlignTop);
  m_action->setObjectName(QStringLiteral("messageAction"));
  auto* close = new QToolButton;
  close->setText(tr("Close"));
  close->setObjectName(QStringLiteral("closeMessage"));
  row->addWidget(close, 0, Qt::AlignTop);
  m_text->setObjectName(QStringLiteral("messageText"));
  setAutoFillBackground(true);
  connect(close, &QToolButton::clicked, this, &QWidget::hide);
  hide();
}

void MessageBar::say(Kind kind, const QString& text, QAction* action) {
  m_action->setVisible(action);
  if (action)
    m_action->setDefaultAction(action);
  m_kind = kind;
  m_text->setText(text);
  m_text->setAccessibleName(tr("Message"));
  refresh();
  show();
}

QString MessageBar::text() const {
  return isHidden() ? QString() : m_text->text();
}

void MessageBar::setTheme(const Theme& theme) {
  m_theme = &theme;
  refresh();
}

void MessageBar::refresh() {
  QPalette palette = m_theme->palette;
  const bool isError = m_kind == Kind::Error;
  palette.setColor(QPalette::Window, isError ? m_theme->error : m_theme->litLine);
  palette.setColor(QPalette::WindowText, isError ? m_theme->errorText : m_theme->text);
  setPalette(palette);
  setColours(*m_text, palette.color(QPalette::Window), palette.color(QPalette::WindowText));
}

} // namespace revisit::gui
