#include "explained_action.h"

#include <QToolButton>

namespace revisit::gui {

QAction* makeExplained(const QString& text, const QString& tip, const QString& shortcut, QObject* owner) {
  auto* action = new QAction(text, owner);
  action->setShortcut(QKeySequence(shortcut));
  action->setData(
      QObject::tr("%1 (%2)").arg(tip, action->shortcut().toString(QKeySequence::NativeText))); // used by allow()
  return action;
}

void allow(QAction& action, const QString& whyNot) {
  const QString tip = action.data().toString();
  action.setEnabled(whyNot.isEmpty());
  action.setToolTip(whyNot.isEmpty() ? tip : tip + u'\n' + whyNot);
}

QToolButton* makeActionButton(QAction* action) {
  auto* button = new QToolButton;
  button->setDefaultAction(action);
  button->setAutoRaise(true);
  if (!action->shortcut().isEmpty()) // its key does the same
    button->setFocusPolicy(Qt::NoFocus);
  return button;
}

} // namespace revisit::gui
