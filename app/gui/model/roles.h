// The role numbers of the window's models. Each kind of row has different numbers, so a role of one kind has no value
// in another. A view's menu, mark or jump therefore never takes a row of another view for its own.
#pragma once

#include <Qt>

namespace revisit::gui {

enum FirstRole : int {
  eventRoles = Qt::UserRole + 100,
  stepRoles = Qt::UserRole + 200,
  nodeRoles = Qt::UserRole + 300,
  valueRoles = Qt::UserRole + 400,
  stackRoles = Qt::UserRole + 500,
  findingRoles = Qt::UserRole + 600,
};

} // namespace revisit::gui
