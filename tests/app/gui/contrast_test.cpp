// The contrast of the themes' colours, computed from their tokens as WCAG 2.1 does (relative luminance).
#include "view/widgets/theme.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace revisit::gui::test {
namespace {

constexpr double leastOfText = 4.5, leastOfLines = 3.0;

double linear(double part) {
  return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& colour) {
  return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

double contrast(const QColor& one, const QColor& other) {
  const double a = luminance(one), b = luminance(other);
  return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

class ContrastTest : public testing::TestWithParam<ThemeKind> {
protected:
  const Theme& theme() const { return themeOf(GetParam()); }
  // What text and lines stand on, rows that are selected or of the cause included.
  std::map<std::string, QColor> grounds() const {
    return {{"canvas", theme().canvas},
            {"surface", theme().surface},
            {"what is not done", theme().canvasAhead},
            {"selection", theme().selectionBand},
            {"cause", theme().causeBand}};
  }
  void expectReadable(const std::string& name, const QColor& colour, double least) const {
    for (const auto& [ground, under] : grounds())
      EXPECT_GE(contrast(colour, under), least) << name << " on " << ground;
  }
};

TEST_P(ContrastTest, Texts) {
  for (const auto& [name, colour] : std::map<std::string, QColor>{{"text", theme().text},
                                                                  {"quiet text", theme().faintText},
                                                                  {"bug", theme().bug},
                                                                  {"warning", theme().warn},
                                                                  {"ok", theme().ok},
                                                                  {"link", theme().link}})
    expectReadable(name, colour, leastOfText);
}

TEST_P(ContrastTest, TextsOfTheSource) {
  for (const auto& [name, colour] : std::map<std::string, QColor>{{"comment", theme().comment},
                                                                  {"keyword", theme().keyword},
                                                                  {"literal", theme().literal},
                                                                  {"preprocessor", theme().preprocessor}})
    for (const QColor& ground : {theme().canvas, theme().currentLine})
      EXPECT_GE(contrast(colour, ground), leastOfText) << name;
}

TEST_P(ContrastTest, TextsInColouredGrounds) {
  EXPECT_GE(contrast(theme().selectedText, theme().selected), leastOfText);
  EXPECT_GE(contrast(theme().errorText, theme().error), leastOfText);
  EXPECT_GE(contrast(theme().litText, theme().lit), leastOfText);
  EXPECT_GE(contrast(theme().text, theme().litLine), leastOfText);
}

TEST_P(ContrastTest, Lines) {
  for (std::size_t i = 0; i < relationCount; i++) {
    const auto relation = static_cast<Relation>(i);
    expectReadable(nameOf(relation), colourOf(relation, theme()), leastOfLines);
  }
  expectReadable("edge", theme().edge, leastOfLines);
  const MarkColours& marks = theme().marks;
  for (const QColor& mark :
       {marks.added, marks.next, marks.revisited, marks.candidate, marks.deleted, marks.culprit, marks.arrow})
    expectReadable("mark " + mark.name().toStdString(), mark, leastOfLines);
}

INSTANTIATE_TEST_SUITE_P(Themes, ContrastTest, testing::Values(ThemeKind::Light, ThemeKind::Dark),
                         [](const auto& info) { return info.param == ThemeKind::Light ? "Light" : "Dark"; });

} // namespace
} // namespace revisit::gui::test
