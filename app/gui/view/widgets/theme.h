// Colours: a light and a dark theme. Those of relations are Okabe and Ito's, which are distinguishable with
// colour-blindness, as dark or as light as the canvas needs; each relation also has its own dash pattern. Stateless.
#pragma once

#include "query/relations/relation.h"

#include <QColor>
#include <QList>
#include <QPalette>
#include <QPen>

namespace revisit::gui {

enum class ThemeKind : std::uint8_t { Light, Dark };

// For the marks of a step of the algorithm.
struct MarkColours {
  QColor added, next, revisited, candidate, deleted, culprit, arrow;
};

struct Theme {
  ThemeKind kind = ThemeKind::Light;
  QPalette palette;
  QColor canvas, canvasAhead; // the background of the graph: done and not done
  QColor text, faintText;
  QColor surface, separator, edge;                // beside the canvas, between regions, lines
  QColor bug, selectionBand, causeBand;           // the cause of an error, and rows
  QColor box, boxBorder;                          // an event
  QColor selected, selectedText;                  // the selected event
  QColor error, errorText;                        // an error, and threads that wait in a cycle
  QColor lit, litText;                            // part of an answer
  QColor match;                                   // around matches of the filter
  QColor comment, keyword, literal, preprocessor; // source
  QColor currentLine, litLine;
  QColor link;
  QColor warn, ok; // what was found, beside a bug
  MarkColours marks;
};

const Theme& themeOf(ThemeKind kind);

QColor colourOf(Relation relation, const Theme& theme);
// Black or white, whichever is more readable on the colour.
QColor textOn(const QColor& colour);
// A pen of `width` with the relation's colour and dash.
QPen penOf(Relation relation, const Theme& theme, qreal width);
// The same for the lines of a plot: the first four have different colours and dashes.
QPen plotPen(std::size_t line, qreal width);

} // namespace revisit::gui
