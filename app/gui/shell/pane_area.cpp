#include "pane_area.h"

#include "layout/split_line.h"

#include <QApplication>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace revisit::gui {
namespace {

const QString columnsKey = QStringLiteral("columns"), rowsKey = QStringLiteral("rows");

// Widths at 1280, 1440 and 1920 pixels.
using Widths = std::array<int, 3>;
constexpr Widths windowWidths{1280, 1440, 1920}, findingsWidths{200, 240, 280}, litmusWidths{420, 460, 560},
    inspectorWidths{300, 340, 400}, algorithmWidths{420, 480, 560};
constexpr int sourceLines = 8, sourceMargin = 8;

int widthAt(int window, const Widths& widths) {
  for (std::size_t i = 1; i < widths.size(); i++)
    if (window < windowWidths[i]) {
      const int part = std::max(0, window - windowWidths[i - 1]);
      return widths[i - 1] + (widths[i] - widths[i - 1]) * part / (windowWidths[i] - windowWidths[i - 1]);
    }
  return widths.back();
}

QVariantList sizeList(const QList<int>& sizes) {
  return {sizes.begin(), sizes.end()};
}

QList<int> sizesOf(const QVariant& list) {
  QList<int> sizes;
  for (const QVariant& size : list.toList())
    sizes << size.toInt();
  return sizes;
}

// What Tab stops at in the region, from the top to the bottom.
std::vector<QWidget*> fieldsOf(QWidget& region) {
  QList<QWidget*> all = region.findChildren<QWidget*>();
  all.push_front(&region);
  all.removeIf([](const QWidget* field) {
    return !(field->focusPolicy() & Qt::TabFocus) || field->focusProxy() || !field->isVisible() || !field->isEnabled();
  });
  std::ranges::stable_sort(all, {}, [&](const QWidget* field) {
    const QPoint place = field->mapTo(field->window(), QPoint());
    return std::pair(place.y(), place.x());
  });
  return {all.begin(), all.end()};
}

} // namespace

PaneArea::PaneArea(QWidget* timeLine, QWidget* timeLineFocus, QWidget* parent)
    : QWidget(parent), m_tabs(new QTabBar(this)), m_columns(new RegionSplitter(Qt::Horizontal)),
      m_rows(new RegionSplitter(Qt::Vertical)), m_top(new QStackedWidget), m_timeLine(timeLine),
      m_timeLineFocus(timeLineFocus) {
  m_tabs->setObjectName(QStringLiteral("windowTabs"));
  m_tabs->setDrawBase(false);
  m_tabs->setExpanding(false);
  m_tabs->setFocusPolicy(Qt::NoFocus);
  for (const QString& name : {tr("Result"), tr("Algorithm"), tr("Runs")})
    m_tabs->addTab(name);
  auto* rows = new QVBoxLayout(this);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  rows->addWidget(m_rows, 1);
  rows->addWidget(timeLine);
  m_top->addWidget(m_columns);
  m_rows->addWidget(m_top);
  m_columns->setObjectName(QStringLiteral("columns"));
  m_rows->setObjectName(QStringLiteral("rows"));
  const auto add = [this](Region region, const QString& name, QSplitter& splitter) {
    auto* frame = new RegionFrame(name);
    m_frames[static_cast<std::size_t>(region)] = frame;
    m_regions[static_cast<std::size_t>(region)] = frame;
    splitter.addWidget(frame);
    connect(frame, &RegionFrame::maximiseAsked, this,
            [this, region] { maximise(m_maximised ? std::nullopt : std::optional(region)); });
  };
  add(Region::Stage, QStringLiteral("stageRegion"), *m_columns);
  add(Region::Inspector, QStringLiteral("inspectorRegion"), *m_columns);
  add(Region::Source, QStringLiteral("sourceRegion"), *m_rows);
  for (const QSplitter* splitter : {m_columns, m_rows})
    connect(splitter, &QSplitter::splitterMoved, this, [this] { m_isByUser = true; });
  connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) { setTab(static_cast<WindowTab>(tab)); });
}

void PaneArea::addFindings(FindingsPane* findings, TreePane* tree, LitmusPane* litmus) {
  m_findings = new FindingsFrame(findings, tree, litmus);
  m_regions[static_cast<std::size_t>(Region::Findings)] = m_findings;
  m_columns->insertWidget(0, m_findings);
  for (Pane* pane : std::initializer_list<Pane*>{litmus, findings, tree}) {
    m_panes.push_back(pane);
    m_places[pane] = {Region::Findings, {WindowTab::Result, WindowTab::Algorithm}};
  }
  connect(m_findings, &FindingsFrame::railChanged, this, &PaneArea::arrange);
}

void PaneArea::add(Pane* pane, Region region, const std::set<WindowTab>& tabs) {
  m_panes.push_back(pane);
  m_places[pane] = {region, tabs};
  frame(region).add(pane, tabs);
}

void PaneArea::finish() {
  m_columns->setStretchFactor(m_columns->indexOf(region(Region::Stage)), 1);
  m_rows->setStretchFactor(0, 1);
  showRegions();
  usual();
}

Pane* PaneArea::pane(const QString& id) const {
  const auto found = std::ranges::find_if(m_panes, [&](const Pane* pane) { return pane->info().id == id; });
  return found != m_panes.end() ? *found : nullptr;
}

Region PaneArea::regionOf(const Pane& pane) const {
  return m_places.at(&pane).first;
}

void PaneArea::bringToFront(Pane& pane) {
  const auto& [region, tabs] = m_places.at(&pane);
  if (!tabs.contains(m_tab))
    setTab(*tabs.begin());
  if (m_maximised && *m_maximised != region)
    maximise(std::nullopt);
  if (region == Region::Findings)
    m_findings->bringToFront(pane);
  else
    frame(region).bringToFront(pane);
}

void PaneArea::raise(Pane& pane) {
  bringToFront(pane);
  pane.setFocus();
}

void PaneArea::setTab(WindowTab tab) {
  if (tab == m_tab)
    return;
  m_tab = tab;
  m_maximised.reset();
  m_tabs->setCurrentIndex(static_cast<int>(tab));
  showRegions();
  arrange();
}

void PaneArea::setPage(QWidget* page) {
  m_top->addWidget(page);
}

void PaneArea::showPage(const std::set<WindowTab>& tabs, bool hasSource) {
  if (tabs == m_pageTabs && hasSource == m_hasSource)
    return;
  m_pageTabs = tabs;
  m_hasSource = hasSource;
  showRegions();
  arrange();
}

void PaneArea::showRegions() {
  const bool isPage = m_pageTabs.contains(m_tab);
  m_top->setCurrentIndex(isPage ? 1 : 0);
  for (std::size_t i = 0; i < regionCount; i++) {
    const auto region = static_cast<Region>(i);
    const bool isThere = region == Region::Findings ? m_tab != WindowTab::Runs : frame(region).setTab(m_tab);
    const bool isEmpty = region == Region::Source && !m_hasSource;
    m_regions[i]->setVisible(isThere && !isEmpty && (!m_maximised || *m_maximised == region));
    if (m_frames[i])
      m_frames[i]->setMaximised(m_maximised.has_value());
  }
  m_top->setVisible(!m_maximised || *m_maximised != Region::Source);
  m_timeLine->setVisible(!m_maximised && !isPage && m_hasSource && m_tab != WindowTab::Runs);
}

void PaneArea::maximise(std::optional<Region> region) {
  m_maximised = region;
  showRegions();
  if (!region)
    arrange();
}

void PaneArea::toggleMaximised() {
  maximise(m_maximised ? std::nullopt : std::optional(regionWithFocus().value_or(Region::Stage)));
}

std::optional<Region> PaneArea::regionWithFocus() const {
  const QWidget* const focus = QApplication::focusWidget();
  for (std::size_t i = 0; i < regionCount; i++)
    if (focus && (m_regions[i] == focus || m_regions[i]->isAncestorOf(focus)))
      return static_cast<Region>(i);
  return std::nullopt;
}

// The widgets at which F6 stops, in the order of reading.
std::vector<QWidget*> PaneArea::stops() const {
  std::vector<QWidget*> stops;
  for (QWidget* region : m_regions)
    if (region->isVisible() && (region != m_findings || !m_findings->isRail()))
      stops.push_back(region);
  if (m_timeLineFocus->isVisible())
    stops.push_back(m_timeLineFocus);
  return stops;
}

// The order in which Qt has the widgets depends on when they were put into their regions.
bool PaneArea::focusNextPrevChild(bool next) {
  std::vector<QWidget*> fields;
  for (QWidget* stop : stops())
    std::ranges::copy(fieldsOf(*stop), std::back_inserter(fields));
  const auto now = std::ranges::find(fields, QApplication::focusWidget());
  if (now == fields.end())
    return QWidget::focusNextPrevChild(next);
  const std::size_t place = static_cast<std::size_t>(now - fields.begin()) + (next ? 1 : fields.size() - 1);
  fields[place % fields.size()]->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
  return true;
}

void PaneArea::goToRegion(int step) {
  const std::vector<QWidget*> all = stops();
  const QWidget* const focus = QApplication::focusWidget();
  const auto now = std::ranges::find_if(
      all, [&](const QWidget* stop) { return focus && (stop == focus || stop->isAncestorOf(focus)); });
  const auto count = static_cast<int>(all.size());
  const int place = now == all.end() ? (step > 0 ? -1 : count) : static_cast<int>(now - all.begin());
  QWidget* const next = all[static_cast<std::size_t>((place + step + count) % count)];
  next->setFocus(Qt::TabFocusReason);
}

void PaneArea::goToStage() {
  if (m_maximised && *m_maximised != Region::Stage)
    maximise(std::nullopt);
  if (m_pageTabs.contains(m_tab))
    m_top->currentWidget()->setFocus(Qt::OtherFocusReason);
  else if (Pane* const front = frame(Region::Stage).front())
    front->setFocus(Qt::OtherFocusReason);
}

void PaneArea::usual() {
  m_isByUser = false;
  if (m_findings)
    m_findings->reset();
  maximise(std::nullopt);
}

void PaneArea::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

void PaneArea::arrange() {
  if (!m_findings || m_maximised)
    return;
  const bool isRail = m_findings->isRail();
  m_findings->setMinimumWidth(isRail ? FindingsFrame::railWidth : findingsWidths[0] / 2);
  m_findings->setMaximumWidth(isRail ? FindingsFrame::railWidth : QWIDGETSIZE_MAX);
  if (m_isByUser)
    return;
  for (QSplitter* splitter : {m_columns, m_rows})
    splitter->refresh(); // a region that was hidden has its line again
  const int all = m_columns->width(), wide = widthAt(width(), m_findings->isLitmus() ? litmusWidths : findingsWidths);
  const int left = isRail ? FindingsFrame::railWidth : wide;
  const int right = widthAt(width(), m_tab == WindowTab::Algorithm ? algorithmWidths : inspectorWidths);
  m_columns->setSizes({left, std::max(1, all - left - right - 2), right});
  const int lines = RegionFrame::headHeight + sourceMargin + sourceLines * (fontMetrics().height() + 2);
  const int source = m_pageTabs.contains(m_tab) ? std::max(lines, m_rows->height() / 2) : lines;
  m_rows->setSizes({std::max(1, m_rows->height() - source - 1), source});
}

QVariantMap PaneArea::session() const {
  if (!m_isByUser)
    return {};
  return {{columnsKey, sizeList(m_columns->sizes())}, {rowsKey, sizeList(m_rows->sizes())}};
}

void PaneArea::restore(const QVariantMap& session) {
  const QList<int> columns = sizesOf(session.value(columnsKey)), rows = sizesOf(session.value(rowsKey));
  if (columns.size() != m_columns->count() || rows.size() != m_rows->count())
    return;
  m_isByUser = true;
  m_columns->setSizes(columns);
  m_rows->setSizes(rows);
}

} // namespace revisit::gui
