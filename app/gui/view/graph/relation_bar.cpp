#include "relation_bar.h"

#include "query/axioms/happens_before.h"

#include <QAction>
#include <QPainter>
#include <QPixmap>

#include <algorithm>

namespace revisit::gui {
namespace {

constexpr QSize sampleSize(20, 14);

QIcon sampleOf(Relation relation, const Theme& theme, qreal ratio) {
  QPixmap pixmap(sampleSize * ratio);
  pixmap.setDevicePixelRatio(ratio);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setPen(penOf(relation, theme, 2));
  painter.drawLine(QPointF(0, sampleSize.height() / 2.0), QPointF(sampleSize.width(), sampleSize.height() / 2.0));
  return pixmap;
}

// For the tooltip: which pairs of the relation are drawn, and when.
QString whereFrom(Relation relation) {
  if (relation == Relation::HappensBefore)
    return RelationBar::tr(" Between threads, without what follows from other edges; under weak memory models, in "
                           "graphs of at most %1 events.")
        .arg(maxEventsOfAxioms);
  if (relation == Relation::PartialSc)
    return RelationBar::tr(" Between threads, without what follows from other edges; under rc11, in graphs of at most "
                           "%1 events.")
        .arg(maxEventsOfAxioms);
  return {};
}

// Relations of weak memory models take room that the others need in small windows.
bool isOfWeakModels(Relation relation) {
  return relation == Relation::SynchronizesWith || relation == Relation::HappensBefore ||
         relation == Relation::PartialSc;
}

} // namespace

RelationBar::RelationBar(GraphScene& scene, QWidget* parent) : QToolBar(parent), m_scene(scene) {
  setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  setIconSize(sampleSize);
  for (const Relation relation : allRelations) {
    QAction* action = addAction(QLatin1String(labelOf(relation)));
    action->setCheckable(true);
    action->setObjectName(QLatin1String("show-") + QLatin1String(labelOf(relation)));
    const QString key =
        keyOf(relation) == '\0' ? tr("Up and Down follow it") : tr("%1 follows it").arg(QLatin1Char(keyOf(relation)));
    action->setToolTip(tr("Show %1. %2.").arg(QLatin1String(nameOf(relation)), key) + whereFrom(relation));
    connect(action, &QAction::toggled, &scene, [&scene, relation](bool shown) { scene.setShown(relation, shown); });
    m_actions[indexOf(relation)] = action;
  }
  connect(&scene, &GraphScene::shownChanged, this, &RelationBar::refresh);
  connect(&scene, &GraphScene::rebuilt, this, &RelationBar::refresh);
  refresh();
}

void RelationBar::refresh() {
  const std::vector<EventEdge>& edges = m_scene.state().edges;
  for (const Relation relation : allRelations) {
    m_actions[indexOf(relation)]->setChecked(m_scene.isShown(relation));
    m_actions[indexOf(relation)]->setVisible(!isOfWeakModels(relation) ||
                                             std::ranges::find(edges, relation, &EventEdge::relation) != edges.end());
    m_actions[indexOf(relation)]->setIcon(sampleOf(relation, *m_scene.state().theme, devicePixelRatioF()));
  }
}

} // namespace revisit::gui
