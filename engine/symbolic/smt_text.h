// Expressions as SMT-LIB 2 terms over bit-vectors, for witnesses and other programs.
#pragma once

#include "symbolic/expression.h"

namespace revisit {

// A term without free names but the inputs': input (thread t, index i) is in_t_i. Width 1 is Bool, more is a
// bit-vector. Parts that occur more than once are bound by let, so the text is linear in the size of the expression
// seen as a graph.
std::string smtText(const ExpressionPool& pool, ExprId root);

} // namespace revisit
