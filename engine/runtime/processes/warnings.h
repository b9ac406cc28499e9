// Warnings about processes. Thread rule: called by the thread that has the baton, during a run.
#pragma once

#include "runtime/trace/recorder.h"

namespace revisit::runtime {

// Makes a new record a warning.
inline void warn(RevisitRecord& record, const char* text, std::uint32_t chain) {
  record.op = REVISIT_EXTERNAL_WARNING;
  record.extra = internString(text);
  record.chain = chain;
}

} // namespace revisit::runtime
