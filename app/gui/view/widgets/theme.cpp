#include "theme.h"

#include <array>

namespace revisit::gui {
namespace {

constexpr QRgb orange = 0xFFE69F00, green = 0xFF009E73, blue = 0xFF0072B2, vermillion = 0xFFD55E00;

struct Shades {
  QRgb window, base, alternate, text, faint, button, border, highlight, highlighted, link;
};

QPalette paletteOf(const Shades& shades) {
  QPalette palette;
  const QColor text(shades.text), faint(shades.faint), button(shades.button);
  palette.setColor(QPalette::Window, QColor(shades.window));
  palette.setColor(QPalette::WindowText, text);
  palette.setColor(QPalette::Base, QColor(shades.base));
  palette.setColor(QPalette::AlternateBase, QColor(shades.alternate));
  palette.setColor(QPalette::Text, text);
  palette.setColor(QPalette::Button, button);
  palette.setColor(QPalette::ButtonText, text);
  palette.setColor(QPalette::BrightText, QColor(vermillion));
  palette.setColor(QPalette::ToolTipBase, QColor(shades.base));
  palette.setColor(QPalette::ToolTipText, text);
  palette.setColor(QPalette::PlaceholderText, faint);
  palette.setColor(QPalette::Highlight, QColor(shades.highlight));
  palette.setColor(QPalette::HighlightedText, QColor(shades.highlighted));
  palette.setColor(QPalette::Link, QColor(shades.link));
  palette.setColor(QPalette::LinkVisited, QColor(shades.link));
  palette.setColor(QPalette::Light, button.lighter(120));
  palette.setColor(QPalette::Midlight, button.lighter(108));
  palette.setColor(QPalette::Mid, QColor(shades.border));
  palette.setColor(QPalette::Dark, QColor(shades.border).darker(115));
  palette.setColor(QPalette::Shadow, QColor(shades.border).darker(160));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
    palette.setColor(QPalette::Disabled, role, faint);
  return palette;
}

Theme makeLight() {
  Theme theme;
  theme.kind = ThemeKind::Light;
  theme.palette = paletteOf({0xFFF5F6F8, 0xFFFFFFFF, 0xFFF7F8FA, 0xFF1B1F24, 0xFF59636F, 0xFFE9EBEF, 0xFFD5D9E0,
                             0xFFE3EEFA, 0xFF1B1F24, 0xFF0B5CAD});
  theme.canvas = 0xFFFFFFFF;
  theme.canvasAhead = 0xFFF1F2F5;
  theme.text = 0xFF1B1F24;
  theme.faintText = 0xFF59636F;
  theme.surface = 0xFFF5F6F8;
  theme.separator = 0xFFD5D9E0;
  theme.edge = 0xFF7A8494;
  theme.bug = 0xFFB3261E;
  theme.selectionBand = 0xFFE3EEFA;
  theme.causeBand = 0xFFFBE9E7;
  theme.box = 0xFFF4F6F9;
  theme.boxBorder = 0xFFAEB6C2;
  theme.selected = 0xFF1F6FBF;
  theme.selectedText = 0xFFFFFFFF;
  theme.error = 0xFFC04F00;
  theme.errorText = 0xFFFFFFFF;
  theme.lit = 0xFFF0E442;
  theme.litText = 0xFF1B1F24;
  theme.match = 0xFF1B1F24;
  theme.comment = 0xFF4F6A52;
  theme.keyword = 0xFF0B4F9E;
  theme.literal = 0xFF9A3B00;
  theme.preprocessor = 0xFF7A3E7A;
  theme.currentLine = 0xFFDCEBFB;
  theme.litLine = 0xFFFBF5B0;
  theme.link = 0xFF0B5CAD;
  theme.warn = 0xFF8A5A00;
  theme.ok = 0xFF1F7A4D;
  theme.marks = {0xFF00805C, 0xFF0072B2, 0xFFA8487E, 0xFF2F86BB, 0xFF8A6A4A, 0xFFC04F00, 0xFFA8487E};
  return theme;
}

Theme makeDark() {
  Theme theme;
  theme.kind = ThemeKind::Dark;
  theme.palette = paletteOf({0xFF23262B, 0xFF1B1D21, 0xFF202328, 0xFFE4E7EB, 0xFFA3ACB8, 0xFF2E3238, 0xFF3A3F47,
                             0xFF2A3D55, 0xFFE4E7EB, 0xFF7DB8F0});
  theme.canvas = 0xFF1B1D21;
  theme.canvasAhead = 0xFF24272D;
  theme.text = 0xFFE4E7EB;
  theme.faintText = 0xFFA3ACB8;
  theme.surface = 0xFF23262B;
  theme.separator = 0xFF3A3F47;
  theme.edge = 0xFF7C8695;
  theme.bug = 0xFFFF8A80;
  theme.selectionBand = 0xFF2A3D55;
  theme.causeBand = 0xFF3A2324;
  theme.box = 0xFF2B2F36;
  theme.boxBorder = 0xFF5A626E;
  theme.selected = 0xFF4A9BEA;
  theme.selectedText = 0xFF0E1013;
  theme.error = 0xFFE87722;
  theme.errorText = 0xFF120A02;
  theme.lit = 0xFFF0E442;
  theme.litText = 0xFF1B1F24;
  theme.match = 0xFFE4E7EB;
  theme.comment = 0xFF8FAE92;
  theme.keyword = 0xFF7DB8F0;
  theme.literal = 0xFFF0A868;
  theme.preprocessor = 0xFFD9A0D0;
  theme.currentLine = 0xFF2A3D55;
  theme.litLine = 0xFF4D4A1A;
  theme.link = 0xFF7DB8F0;
  theme.warn = 0xFFF2B84B;
  theme.ok = 0xFF5FCB97;
  theme.marks = {0xFF2BBF95, 0xFF5AB0F0, 0xFFE095BE, 0xFF56B4E9, 0xFFC2A07C, 0xFFE87722, 0xFFE095BE};
  return theme;
}

struct RelationPen {
  QRgb light, dark; // by theme
  QList<qreal> dash;
};

const RelationPen& relationPen(Relation relation) {
  static const std::array<RelationPen, relationCount> pens = {{{0xFF6B7480, 0xFF8E98A6, {}},
                                                               {0xFF0072B2, 0xFF5AB0F0, {6, 3}},
                                                               {0xFF00805C, 0xFF2BBF95, {1.5, 2}},
                                                               {0xFFA8487E, 0xFFE095BE, {7, 2, 1.5, 2}},
                                                               {0xFF9A6700, 0xFFD9A441, {}},
                                                               {0xFF5B4FC4, 0xFFA79BF5, {1, 1.5}},
                                                               {0xFF5B4FC4, 0xFFA79BF5, {4, 2, 1, 2, 1, 2}},
                                                               {0xFF9A6700, 0xFFD9A441, {12, 2}},
                                                               {0xFF6B7480, 0xFF8E98A6, {9, 3}},
                                                               {0xFF6B7480, 0xFF8E98A6, {3, 2, 3, 5}},
                                                               {0xFFC04F00, 0xFFF08A3C, {2.5, 1.5}}}};
  return pens[indexOf(relation)];
}

struct PlotPen {
  QRgb colour;
  QList<qreal> dash;
};

} // namespace

const Theme& themeOf(ThemeKind kind) {
  static const Theme light = makeLight(), dark = makeDark();
  return kind == ThemeKind::Light ? light : dark;
}

QColor colourOf(Relation relation, const Theme& theme) {
  const RelationPen& pen = relationPen(relation);
  return QColor(theme.kind == ThemeKind::Light ? pen.light : pen.dark);
}

QColor textOn(const QColor& colour) {
  const qreal brightness = 0.30 * colour.redF() + 0.59 * colour.greenF() + 0.11 * colour.blueF();
  return brightness > 0.46 ? Qt::black : Qt::white;
}

QPen plotPen(std::size_t line, qreal width) {
  static const std::array<PlotPen, 4> pens = {
      {{blue, {}}, {vermillion, {5, 3}}, {orange, {1.5, 2}}, {green, {7, 2, 1.5, 2}}}};
  const PlotPen& chosen = pens[line % pens.size()];
  QPen pen(QColor(chosen.colour), width);
  pen.setCapStyle(Qt::FlatCap);
  if (!chosen.dash.isEmpty())
    pen.setDashPattern(chosen.dash);
  return pen;
}

QPen penOf(Relation relation, const Theme& theme, qreal width) {
  QPen pen(colourOf(relation, theme), width);
  pen.setCapStyle(Qt::FlatCap);
  if (const QList<qreal>& dash = relationPen(relation).dash; !dash.isEmpty())
    pen.setDashPattern(dash);
  return pen;
}

} // namespace revisit::gui
