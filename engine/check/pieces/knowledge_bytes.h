// How Knowledge is written. Thread rule: stateless.
#pragma once

#include "check/pieces/packing.h"
#include "check/worker/knowledge.h"

namespace revisit::packing {

template <> struct Custom<Knowledge> {
  static Json write(const Knowledge& known);
  // Throws where it is not as written.
  static Knowledge read(const Json& json);
};

} // namespace revisit::packing
