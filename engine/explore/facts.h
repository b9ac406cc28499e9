// What an exploration has learnt of the program that changes how it explores: a set of facts that only grows. Restarts
// keep it; workers, checkpoints and ranks exchange it (check/knowledge.h). A kind of facts is one row of factRows, and
// nothing else has to be told of it. What threads have done to memory is no fact: two workers that have seen different
// owners of a byte know together that it is shared (target/memory_knowledge.h). Two kinds come from the oracle and the
// cache, which check/knowledge.cpp asks: distrusts_runs and unmerged. Thread rule: belongs to one worker.
#pragma once

#include "base/ids.h"
#include "graph/section_conflicts.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <ranges>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <vector>

namespace revisit {

// What a fact is about. Other workers have other numbers for locations and objects.
enum class FactSubject : std::uint8_t { Program, Location, Object, Thread, Sections };

// Whether the program is explored in another way by a worker that is told of the fact: never, always, or if the fact
// `partner` is known of the same subject, too. What it has explored before is void then. The worker that notes the fact
// decides for itself whether it begins again: the fact may come to light before anything relied on its absence.
enum class FactChanges : std::uint8_t { Nothing, Exploration, WithPartner };

struct FactRow {
  std::string_view name; // in the code and in bytes
  FactSubject subject;
  FactChanges changes;
  std::string_view partner = {}; // of WithPartner
};

inline constexpr FactRow factRows[] = {
    // There are atomic sections; some of them contain a wait (sections.h, condpor/condpor.cpp).
    {"sections", FactSubject::Program, FactChanges::Nothing},
    {"sections_wait", FactSubject::Program, FactChanges::Nothing},
    // Some store changes a part of its location (findings/weak_limits.h).
    {"stores_to_parts", FactSubject::Program, FactChanges::Nothing},
    // Some update counts as a read if it changes nothing (silent_updates.h).
    {"silent_updates", FactSubject::Program, FactChanges::Nothing},
    // A thread took a read-write lock for reading that was held for reading; an attempt to lock for reading failed
    // because of a waiting writer (waiting_writers.h).
    {"reads_together", FactSubject::Program, FactChanges::Nothing},
    {"made_way", FactSubject::Program, FactChanges::Nothing},
    // Every run has to be a process of its own (target/native_oracle.h).
    {"distrusts_runs", FactSubject::Program, FactChanges::Exploration},
    // The states of the thread are not merged (program/behaviour_cache.h).
    {"unmerged", FactSubject::Thread, FactChanges::Exploration},
    // Some thread accesses the location, to which a round of a waiting loop stores, out of order with the round, or at
    // which another one looks before it waits, without the mutex (reductions/idle_waits.h); some thread tries to take
    // the mutex, so that it can tell whether another one has it (thread_endings.h, spurious.h).
    {"contended", FactSubject::Location, FactChanges::Exploration},
    {"tried", FactSubject::Object, FactChanges::Exploration},
    // A thread can observe the order of the arrivals at the barrier (unordered_arrivals.h), or of operations on the
    // lock
    // or the once object (reductions/shared_operations.h).
    {"ordered", FactSubject::Object, FactChanges::Exploration},
    // The object is a read-write lock; a thread locks it for writing; a thread that holds it for reading may have to
    // wait (reductions/shared_operations.h).
    {"rwlock", FactSubject::Object, FactChanges::Nothing},
    {"write_locked", FactSubject::Object, FactChanges::WithPartner, "held_for_reading"},
    {"held_for_reading", FactSubject::Object, FactChanges::WithPartner, "write_locked"},
    // Something reads the location; stores to it could have been placed otherwise in coherence; the contents of memory
    // at the end matter (reductions/free_accesses.h).
    {"read", FactSubject::Location, FactChanges::WithPartner, "reordered"},
    {"reordered", FactSubject::Location, FactChanges::WithPartner, "read"},
    {"memory_counts", FactSubject::Program, FactChanges::Exploration},
    // The location has blind updates; they are ordered (reductions/free_accesses.h).
    {"blindly_updated", FactSubject::Location, FactChanges::Nothing},
    {"ordered_updates", FactSubject::Location, FactChanges::Exploration},
    // All sections of the mutex are ordered; two sections of it are (reductions/free_sections.h).
    {"ordered_sections", FactSubject::Object, FactChanges::Exploration},
    {"conflict", FactSubject::Sections, FactChanges::Exploration},
    // The thread is not equal to the one created before it (reductions/equal_threads.h).
    {"distinct", FactSubject::Thread, FactChanges::Exploration},
};

inline constexpr std::size_t factRowCount = std::size(factRows);

// Throws out_of_range if there is no such row.
constexpr std::size_t factRowNamed(std::string_view name) {
  for (std::size_t row = 0; row < factRowCount; row++)
    if (factRows[row].name == name)
      return row;
  throw std::out_of_range("an unknown kind of facts");
}

static_assert(std::ranges::all_of(factRows, [](const FactRow& row) {
  if (std::ranges::count(factRows, row.name, &FactRow::name) != 1)
    return false;
  if (row.changes != FactChanges::WithPartner)
    return row.partner.empty();
  const FactRow& partner = factRows[factRowNamed(row.partner)];
  return partner.partner == row.name && partner.subject == row.subject;
}));
static_assert(std::ranges::count(factRows, FactSubject::Sections, &FactRow::subject) == 1); // see Facts::m_sections

struct WholeProgram {}; // the subject of facts about the program

template <class Subject> inline constexpr FactSubject factSubject = FactSubject::Program;
template <> inline constexpr FactSubject factSubject<LocationId> = FactSubject::Location;
template <> inline constexpr FactSubject factSubject<ObjectId> = FactSubject::Object;
template <> inline constexpr FactSubject factSubject<ThreadId> = FactSubject::Thread;
template <> inline constexpr FactSubject factSubject<SectionConflicts::Conflict> = FactSubject::Sections;

// A kind of facts about subjects of one type. Made of a name in quotes: it does not compile if no row has this name, or
// the row is about subjects of another type.
template <class SubjectType> class FactOf {
public:
  using Subject = SubjectType;
  consteval FactOf(const char* name) : m_row(factRowNamed(name)) {
    if (factRows[m_row].subject != factSubject<Subject>)
      throw std::invalid_argument("facts about something else");
  }
  std::size_t row() const { return m_row; }
  std::string_view name() const { return factRows[m_row].name; }

private:
  friend class Facts;
  explicit FactOf(std::size_t row) : m_row(row) {}
  std::size_t m_row;
};

class Facts {
public:
  // Whether the fact is known. O(1), of sections O(log sections).
  template <class Subject> bool has(FactOf<std::type_identity_t<Subject>> kind, const Subject& subject) const {
    if constexpr (factSubject<Subject> == FactSubject::Sections)
      return m_sections.has(subject);
    else
      return m_kinds[kind.row()].has(numberOf(subject));
  }
  bool has(FactOf<WholeProgram> kind) const { return has(kind, WholeProgram()); }

  // Notes the fact. Whether it is new.
  template <class Subject> bool note(FactOf<std::type_identity_t<Subject>> kind, const Subject& subject) {
    if constexpr (factSubject<Subject> == FactSubject::Sections)
      return m_sections.add(subject);
    else
      return m_kinds[kind.row()].add(numberOf(subject));
  }
  bool note(FactOf<WholeProgram> kind) { return note(kind, WholeProgram()); }
  // Notes the fact. Whether it is new and the program is explored in another way with it: FactChanges.
  template <class Subject> bool noteChange(FactOf<std::type_identity_t<Subject>> kind, const Subject& subject) {
    const FactRow& row = factRows[kind.row()];
    if (!note(kind, subject) || row.changes == FactChanges::Nothing)
      return false;
    return row.changes == FactChanges::Exploration || has(FactOf<Subject>(factRowNamed(row.partner)), subject);
  }
  // Notes all that the other set has, about the same numbers. Whether the program is explored in another way then.
  bool join(const Facts& other) {
    bool isMore = false;
    other.forEach([&](auto kind, const auto& subject) { isMore |= noteChange(kind, subject); });
    return isMore;
  }

  // All locations, objects or threads of which this is known, in the order in which they were noted.
  template <class Subject> auto of(FactOf<Subject> kind) const {
    return std::views::transform(m_kinds[kind.row()].all, [](std::uint32_t number) { return Subject(number); });
  }
  // Calls visit(kind, subject) for each fact.
  template <class Visit> void forEach(Visit&& visit) const {
    forEachKind([&]<class Subject>(FactOf<Subject> kind) {
      if constexpr (factSubject<Subject> == FactSubject::Sections)
        for (const Subject& conflict : m_sections.all())
          visit(kind, conflict);
      else if constexpr (factSubject<Subject> == FactSubject::Program) {
        if (has(kind))
          visit(kind, Subject());
      } else
        for (const Subject subject : of(kind))
          visit(kind, subject);
    });
  }
  // Calls visit(kind) for each row, with the FactOf that belongs to its subject.
  template <class Visit> static void forEachKind(Visit&& visit) {
    for (std::size_t row = 0; row < factRowCount; row++)
      switch (factRows[row].subject) {
      case FactSubject::Program:
        visit(FactOf<WholeProgram>(row));
        break;
      case FactSubject::Location:
        visit(FactOf<LocationId>(row));
        break;
      case FactSubject::Object:
        visit(FactOf<ObjectId>(row));
        break;
      case FactSubject::Thread:
        visit(FactOf<ThreadId>(row));
        break;
      case FactSubject::Sections:
        visit(FactOf<SectionConflicts::Conflict>(row));
        break;
      }
  }

  // How many facts are known. O(rows).
  std::size_t count() const {
    std::size_t all = m_sections.count();
    for (const Kind& kind : m_kinds)
      all += kind.all.size();
    return all;
  }

  // The facts about sections, which also gives numbers to sections.
  SectionConflicts& sections() { return m_sections; }
  const SectionConflicts& sections() const { return m_sections; }

private:
  struct Kind {
    std::vector<bool> isKnown; // by number
    std::vector<std::uint32_t> all;

    bool has(std::uint32_t number) const { return number < isKnown.size() && isKnown[number]; }
    bool add(std::uint32_t number) {
      if (has(number))
        return false;
      if (number >= isKnown.size())
        isKnown.resize(number + std::size_t{1});
      isKnown[number] = true;
      all.push_back(number);
      return true;
    }
  };

  static std::uint32_t numberOf(WholeProgram /*subject*/) { return 0; }
  template <class Tag> static std::uint32_t numberOf(Id<Tag> id) { return id.value(); }

  std::array<Kind, factRowCount> m_kinds; // by row; that of sections is empty
  SectionConflicts m_sections;
};

} // namespace revisit
