// How Knowledge is written. Thread rule: stateless.
#pragma once

#include "check/knowledge.h"
#include "check/packing.h"

namespace revisit::packing {

template <> struct Custom<Knowledge> {
  static Json write(const Knowledge& known);
  // Throws where it is not as written.
  static Knowledge read(const Json& json);
};

} // namespace revisit::packing
