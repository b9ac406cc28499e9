// Expressions as SMT-LIB 2 terms over bit-vectors, for witnesses and other tools.
#pragma once

#include "expression/expression.h"

namespace revisit {

// A term whose only free names are the inputs: the input with thread t and index i is in_t_i. Width 1 is Bool,
// otherwise a bit-vector. Subterms that occur more than once are bound by let, so the text is linear in the number of
// distinct subexpressions.
std::string smtText(const ExpressionPool& pool, ExprId root);

} // namespace revisit
