// What a few typed words may mean in the window: a command of its menus, an event, a variable. Stateless.
#pragma once

#include "model/selection_model.h"

#include <QAction>
#include <QList>

#include <functional>
#include <vector>

namespace revisit::gui {

struct FoundThing {
  QString kind, text; // "event", "17  T1 write x = 1  main.c:22"
  std::function<void()> go;
};

// Commands that can be used now and have all words in their names; events of the open execution that match as in the
// filter; variables, by a part of their names, whose events the filter then keeps. At most `most` of each. Empty for an
// empty text. `selection` must outlive the results. O(events * words).
std::vector<FoundThing> findThings(const QString& text, const QList<QAction*>& commands, SelectionModel& selection,
                                   std::size_t most);

} // namespace revisit::gui
