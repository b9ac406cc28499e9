// Colours: a light and a dark theme, the relations in the same colours in both. Those are Okabe and Ito's, which people
// with colour-blindness tell apart; each relation has a dash of its own besides. Stateless.
#pragma once

#include "model/relation.h"

#include <QColor>
#include <QList>
#include <QPalette>
#include <QPen>

namespace revisit::gui {

enum class ThemeKind : std::uint8_t { Light, Dark };

// Of what a step of the algorithm stresses.
struct MarkColours {
  QColor added, next, revisited, candidate, deleted, culprit, arrow;
};

struct Theme {
  ThemeKind kind = ThemeKind::Light;
  QPalette palette;
  QColor canvas, canvasAhead; // behind the graph: what is done, what is not yet
  QColor text, faintText;
  QColor box, boxBorder;                          // an event
  QColor selected, selectedText;                  // the event looked at
  QColor error, errorText;                        // an error, and what waits in a cycle
  QColor lit, litText;                            // part of an answer
  QColor match;                                   // around what the filter finds
  QColor comment, keyword, literal, preprocessor; // source
  QColor currentLine, litLine;
  QColor link;
  MarkColours marks;
};

const Theme& themeOf(ThemeKind kind);

QColor colourOf(Relation relation, const Theme& theme);
// Black or white, whichever reads better on the colour.
QColor textOn(const QColor& colour);
// A pen of `width` with the relation's colour and dash.
QPen penOf(Relation relation, const Theme& theme, qreal width);
// The same for the lines of a plot: each of the first four has a colour and a dash of its own.
QPen plotPen(std::size_t line, qreal width);

} // namespace revisit::gui
