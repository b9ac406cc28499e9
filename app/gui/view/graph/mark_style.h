// The appearance of a drawing's marks: each has its own colour, line and word. Stateless.
#pragma once

#include "query/relations/graph_marks.h"
#include "view/widgets/theme.h"

#include <QString>

namespace revisit::gui {

struct MarkStyle {
  QString badge;   // the word behind the event: "revisited"; may be empty
  QString meaning; // a sentence, for tool tips
  QPen outline;
  bool isDouble = false; // the outline is drawn twice
  bool isStruck = false; // the text is struck through
  bool isHollow = false; // the point on its thread is not filled
};

// `isObject`: the node is an operation on a lock or another object.
MarkStyle styleOf(NodeMark mark, bool isObject, const Theme& theme);

QPen penOf(const MarkedArrow& arrow, const Theme& theme);

} // namespace revisit::gui
