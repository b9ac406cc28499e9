// The numbers of the roles of the window's models. Each kind of row has numbers of its own, so that what is asked of
// another kind has no answer: one view's menu, mark or jump never takes a row of another for its own.
#pragma once

#include <Qt>

namespace revisit::gui {

enum FirstRole : int {
  eventRoles = Qt::UserRole + 100,
  stepRoles = Qt::UserRole + 200,
  nodeRoles = Qt::UserRole + 300,
  valueRoles = Qt::UserRole + 400,
  stackRoles = Qt::UserRole + 500,
  comparedRoles = Qt::UserRole + 600,
};

} // namespace revisit::gui
