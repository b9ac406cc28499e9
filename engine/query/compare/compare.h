// Compares two executions: their common events, the first difference, and the events that only one of them has.
// Stateless functions on two timelines, called A and B.
//
// Threads correspond by their creation paths, events by thread and place in program order. An event is COMMON when it
// is the same step in both with the same causes: its thread did the same before, the event reads from a common write or
// the initial value, comes after the same operation on its object, and decided the same.
#pragma once

#include "query/timeline/path_condition.h"
#include "query/timeline/timeline.h"

#include <nlohmann/json_fwd.hpp>

namespace revisit {

enum class DifferenceKind : std::uint8_t {
  ReadsFrom, // it reads from another write
  Coherence, // two common writes are in another order
  Chain,     // it comes after another operation on its object
  Decision,  // another result: of a branch, a choice, a compare-and-swap or an object operation
  Step,      // the thread does something else, or nothing more
};

// A place where A and B differ although everything before it is common.
struct Difference {
  DifferenceKind kind = DifferenceKind::Step;
  std::optional<EventNumber> a, b; // the event in each; one may be missing for Step
  // ReadsFrom: the write that it reads from. Chain: the operation before it. Nothing stands for the initial value, or
  // for the first operation. Coherence: the other write, which comes before the event in A and after it in B.
  std::optional<EventNumber> otherA, otherB;
};

// The events of a thread at one place of its program order.
struct ComparedRow {
  std::optional<EventNumber> a, b;
  bool isCommon = false;
};

struct ComparedThread {
  std::optional<unsigned> a, b;
  std::vector<ComparedRow> rows; // in program order, the common ones first
};

// An input whose values differ; nothing where an execution does not ask for it.
struct ComparedInput {
  std::optional<InputValue> a, b;
};

struct Comparison {
  bool sameBuild = false;              // of the program; otherwise events may correspond by chance
  std::size_t common = 0;              // events
  std::optional<Difference> first;     // the first in A's schedule; differences of relations come before missing steps
  std::vector<Difference> ofRelations; // in A's schedule; of a thread the first one, apart from coherence
  std::vector<ComparedThread> threads; // A's, then those that only B has
  std::vector<ComparedInput> inputs;   // only those that differ
};

// O(n * (log n + accesses to the same bytes)).
Comparison compare(const Timeline& a, const Timeline& b);

// The first event in the schedule of A or of B, as `side` says (&ComparedRow::a), that is not common.
std::optional<EventNumber> firstNotCommon(const Comparison& comparison, std::optional<EventNumber> ComparedRow::* side);

// "in A, (2,1) R x reads from (1,0) W x = 1; in B it reads the initial value"
std::string differenceText(const Timeline& a, const Timeline& b, const Difference& difference);
// What B does where the two part, in a few words: "T0 signal c after T1 wait c", "T2 read x sees the initial value".
std::string partingText(const Timeline& a, const Timeline& b, const Difference& difference);
std::string_view nameOf(DifferenceKind kind);

// same_build, common, first (kind, text, a, b, other_a, other_b: events), threads: rows of a, b (events) and common,
// inputs: name, a, b.
nlohmann::ordered_json comparisonJson(const Timeline& a, const Timeline& b, const Comparison& comparison);

} // namespace revisit
