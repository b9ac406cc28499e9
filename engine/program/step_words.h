// Names of steps in messages. Stateless.
#pragma once

#include "program/program.h"

namespace revisit {

// The operation alone: "fetch add", "try lock".
const char* wordsOf(RmwOp operation);
const char* wordsOf(ObjectOp operation);
// What stands between the old value and the operand: "+", "max". Empty where the operand is no part of the new value or
// all of it.
const char* operatorOf(RmwOp operation);

// "a read", "a compare and swap", "the creation of a thread".
const char* wordsOf(LabelKind kind);

// "a write of 1 to x", "unlock of m", "the creation of T1 (worker)".
std::string stepText(Program& program, const Label& label);

// "T1 (worker)", or "T1" when the thread has no name.
std::string threadText(ThreadId thread, const std::string& name);
std::string threadText(const ProgramNames& names, ThreadId thread);

// For errors about runs that differ: what the user can look for.
inline constexpr const char* whyRunsDiffer =
    "what it does depends on something that is not seen: look for local variables that are read before they are "
    "written, for objects and libraries that are not built with revisit-cc, and for what differs from run to run";

} // namespace revisit
