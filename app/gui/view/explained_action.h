// Actions that say in their tool tip what they do, by which keys, and, while they are disabled, why. Stateless.
#pragma once

#include <QAction>

namespace revisit::gui {

// `owner` owns it. The tip is a sentence without a full stop; the shortcut is added to it.
QAction* makeExplained(const QString& text, const QString& tip, const QString& shortcut, QObject* owner);
// Enables an action of makeExplained unless there is a reason against it.
void allow(QAction& action, const QString& whyNot);

} // namespace revisit::gui
