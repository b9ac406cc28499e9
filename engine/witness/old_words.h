// The words with which files of versions 2 and 3 say what a kind says since version 4. Nothing but the reader of such
// files may use this. (Tests do, to say in short what threads do and wait for.) Stateless.
#pragma once

#include "witness/witness.h"

#include <optional>
#include <string_view>

namespace revisit::old_words {

// "try lock"
std::optional<ObjectOp> objectOp(std::string_view words);
// "fetch add", "fetch add without change"
std::optional<RmwOp> rmwOp(std::string_view words);
// Of a write: "write", "free", "allocate".
std::optional<Lifetime> lifetime(std::string_view words);
// What came of an operation on an object: "got it", "busy", or the number.
std::optional<std::uint64_t> result(std::string_view words);
// "lock of b, held by T2 (worker)", "the end of T1 (main)", "flag to change".
std::optional<Awaited> awaited(std::string_view words);

} // namespace revisit::old_words
