// The relations of a witness as edges of the drawing.
#include "query/relations/event_graph.h"
#include "witness_builder.h"

#include <gtest/gtest.h>

namespace revisit::gui {
namespace {

// Store buffering with seq_cst accesses, under a memory model.
EventGraph buffering(ModelKind model) {
  WitnessBuilder builder;
  builder.witness().options.memoryModel = model;
  builder.variable("x");
  builder.variable("y");
  builder.create(0, "first");
  builder.create(0, "second");
  builder.write(1, "x", 1);
  builder.read(1, "y");
  builder.write(2, "y", 1);
  builder.read(2, "x");
  for (WitnessEvent& event : builder.witness().schedule)
    if (isMemory(event.kind)) {
      event.order = MemoryOrder::SeqCst;
      if (event.writes)
        event.coherence = 1;
    }
  return EventGraph(Timeline::make(builder.witness()).value());
}

std::vector<EventEdge> edgesOf(const EventGraph& graph, Relation relation) {
  std::vector<EventEdge> found;
  for (const EventEdge& edge : graph.edges())
    if (edge.relation == relation)
      found.push_back(edge);
  return found;
}

TEST(EventGraph, HasHappensBeforeAndPscUnderRc11) {
  const EventGraph graph = buffering(ModelKind::Rc11);
  // The second thread's load of x synchronises with the store.
  EXPECT_EQ(edgesOf(graph, Relation::HappensBefore),
            (std::vector<EventEdge>{
                {Relation::HappensBefore, 0, 2}, {Relation::HappensBefore, 1, 4}, {Relation::HappensBefore, 2, 5}}));
  EXPECT_EQ(edgesOf(graph, Relation::PartialSc), (std::vector<EventEdge>{{Relation::PartialSc, 3, 4}}));
  EXPECT_EQ(graph.neighbours(3, Relation::PartialSc, Direction::Forward), std::vector<NodeIndex>{4});
}

TEST(EventGraph, HasThemWhereTheModelHasThem) {
  EXPECT_EQ(edgesOf(buffering(ModelKind::Ra), Relation::HappensBefore).size(), 3u);
  EXPECT_TRUE(edgesOf(buffering(ModelKind::Ra), Relation::PartialSc).empty());
  EXPECT_TRUE(edgesOf(buffering(ModelKind::Sc), Relation::HappensBefore).empty());
  EXPECT_TRUE(edgesOf(buffering(ModelKind::Sc), Relation::PartialSc).empty());
}

} // namespace
} // namespace revisit::gui
