// Actions whose tool tip says what they do, their keys, and why they are disabled. Stateless.
#pragma once

#include <QAction>

class QToolButton;

namespace revisit::gui {

// `owner` owns the action. The tip is a sentence without a full stop; the shortcut is appended.
QAction* makeExplained(const QString& text, const QString& tip, const QString& shortcut, QObject* owner);
// Enables an action of makeExplained if `whyNot` is empty; otherwise disables it and shows the reason.
void allow(QAction& action, const QString& whyNot);
// A flat button for the action.
QToolButton* makeActionButton(QAction* action);

} // namespace revisit::gui
