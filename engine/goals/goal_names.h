// What the names of a goal mean in one program: lines, threads, variables, inputs, objects. Remembers what it was asked
// and what it has met. Belongs to one worker.
#pragma once

#include "goals/goal.h"
#include "graph/graph.h"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace revisit {

class GoalNames {
public:
  // A shared variable as an access to it.
  struct Variable {
    Label access; // a read
    bool isSigned = false;
    bool isNumber = true; // false: of a floating type
  };

  GoalNames(const Goal& goal, Program& program) : m_goal(goal), m_program(program) {}

  // The program's states became void: positions and locations may have other numbers now.
  void forget();
  // Forgets if the program has.
  void follow() {
    if (m_program.generation() != m_generation)
      forget();
  }

  // Whether the position, or a call site of it outside system headers, is at the line.
  bool isAt(PositionId position, const GoalLine& line);
  bool isThread(ThreadId thread, const GoalThread& wanted) const;
  // Whether the event is what the goal describes. An event of a thread of its own.
  bool isEvent(const Event& event, const GoalEvent& wanted);
  // The same of a step that a thread has not taken: whether the event may be what the goal describes.
  bool isStep(ThreadId thread, const Label& label, const GoalEvent& wanted);
  // Whether the event is a source of the read that the atom describes.
  bool isSource(const Event& event, const GoalAtom& atom);
  // Whether the access is to the location or object of this name, or to a part of it.
  bool isNamed(const Label& label, const std::string& name);
  // Whether the access is to a local variable that has this name in its scope: "sum" of "worker::sum of T2".
  bool isLocalNamed(const Label& label, const std::string& name) { return isLocalName(nameOf(label), name); }
  // Of the variable that the label accesses.
  const Variable* variable(const Label& label) { return variable(nameOf(label)); }
  // The same, and it may write: a write or an update.
  bool mayWriteTo(const std::string& name, const Label& label) {
    return isMemory(label.kind) && label.kind != LabelKind::Read && isNamed(label, name);
  }

  // Notes the names of what the label accesses.
  void note(const Label& label);
  void noteThread(ThreadId thread) { m_threads.emplace(thread.value(), m_program.names().threadName(thread)); }
  // Null: no access to it was noted.
  const Variable* variable(const std::string& name) const;
  // The inputs of this name, in the order of threads: "reading", "reading#1", "reading@T1".
  std::vector<SymbolId> inputs(const std::string& name) const;

  // What was met in all executions. Lines that have an event, by file.
  const std::map<std::string, std::set<unsigned>>& linesMet() const { return m_lines; }
  std::vector<std::string> namesMet() const;
  // By number, their names.
  const std::map<std::uint32_t, std::string>& threadsMet() const { return m_threads; }
  bool wasAt(const GoalLine& line) const;
  bool wasNamed(const std::string& name) const;
  // Whether a local variable has this name.
  bool wasLocal(const std::string& name) const;

private:
  // The last part: what begins or ends the life of memory is named by all of it.
  using Access = std::tuple<LocationId, ObjectId, std::uint16_t, std::uint16_t, bool>;
  static Access accessOf(const Label& label) {
    return {label.location, label.object, label.offset, label.size, isMemory(label.kind) && changesLife(label)};
  }
  static bool isLocalName(const std::string& full, const std::string& name);
  const std::string& nameOf(const Label& label);
  void noteVariable(const Label& label, const std::string& name);

  const Goal& m_goal;
  Program& m_program;
  std::uint64_t m_generation = 0;
  std::map<std::pair<std::string, unsigned>, std::unordered_map<PositionId, bool>> m_isAt; // by line
  std::map<Access, std::string> m_names;
  std::map<std::string, Variable> m_variables;
  std::map<std::string, std::set<unsigned>> m_lines;
  std::set<std::string> m_met;
  std::map<std::uint32_t, std::string> m_threads;
};

} // namespace revisit
