// The arrangement of the window, which is always the same. A tab chooses the faces of the regions:
//
//   findings | stage      | inspector
//   ---------------------------------
//   source
//   ---------------------------------
//   time line
//
// Sizes are computed from the window's. What the user drags stays until another program is opened, or until usual().
// Each region can fill the window.
#pragma once

#include "layout/findings_frame.h"
#include "layout/region_frame.h"

#include <vector>

class QSplitter;
class QStackedWidget;
class QTabBar;

namespace revisit::gui {

enum class Region : std::uint8_t { Findings, Stage, Inspector, Source };
inline constexpr std::size_t regionCount = 4;

class PaneArea : public QWidget {
  Q_OBJECT

public:
  // Takes ownership of the time line. Its keyboard is `timeLineFocus`.
  PaneArea(QWidget* timeLine, QWidget* timeLineFocus, QWidget* parent = nullptr);

  // Takes ownership of these panes.
  void addFindings(FindingsPane* findings, TreePane* tree, LitmusPane* litmus);
  void add(Pane* pane, Region region, const std::set<WindowTab>& tabs);
  // Called after the last pane was added.
  void finish();

  const std::vector<Pane*>& panes() const { return m_panes; }
  // Null when no pane has that id.
  Pane* pane(const QString& id) const;
  // Shows the pane, in another tab if need be; raise() also gives it the keyboard.
  void bringToFront(Pane& pane);
  void raise(Pane& pane);

  // The tabs, for the top of the window. Their parent becomes whoever takes them.
  QTabBar* tabs() const { return m_tabs; }
  WindowTab tab() const { return m_tab; }
  void setTab(WindowTab tab);
  // The page that stands in the place of findings, stage and inspector. Takes ownership.
  void setPage(QWidget* page);
  // The tabs in which it is shown now. Without a source that region is hidden, and the time line.
  void showPage(const std::set<WindowTab>& tabs, bool hasSource);
  QWidget* region(Region region) const { return m_regions[static_cast<std::size_t>(region)]; }
  RegionFrame& frame(Region region) const { return *m_frames[static_cast<std::size_t>(region)]; }

  // The region with the keyboard fills the window, or goes back to its place.
  void toggleMaximised();
  void maximise(std::optional<Region> region);
  std::optional<Region> maximised() const { return m_maximised; }
  // The keyboard goes to the next region, or to the one before; to the stage.
  void goToRegion(int step);
  void goToStage();
  // All sizes as they are at first, and nothing maximised.
  void usual();

  // What the user has dragged, for the next session with the same program; empty: nothing.
  QVariantMap session() const;
  void restore(const QVariantMap& session);

protected:
  void resizeEvent(QResizeEvent* event) override;
  // Tab goes through the regions, in each from the top to the bottom.
  bool focusNextPrevChild(bool next) override;

private:
  void arrange();
  void showRegions();
  Region regionOf(const Pane& pane) const;
  std::optional<Region> regionWithFocus() const;
  std::vector<QWidget*> stops() const;

  std::vector<Pane*> m_panes;
  std::map<const Pane*, std::pair<Region, std::set<WindowTab>>> m_places;
  QTabBar* m_tabs;
  QSplitter *m_columns, *m_rows;
  QStackedWidget* m_top; // the columns, or the page
  FindingsFrame* m_findings = nullptr;
  std::array<RegionFrame*, regionCount> m_frames{}; // null for the findings
  std::array<QWidget*, regionCount> m_regions{};
  QWidget *m_timeLine, *m_timeLineFocus;
  WindowTab m_tab = WindowTab::Result;
  std::optional<Region> m_maximised;
  std::set<WindowTab> m_pageTabs;
  bool m_hasSource = false;
  bool m_isByUser = false; // the user dragged a line
};

} // namespace revisit::gui
