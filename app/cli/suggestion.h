// What a person most likely meant by a word that is not known. Pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace revisit::cli {

// The known word that is nearest to it: a few letters left out, added, changed or swapped. Empty when none is near.
// O(known words * their lengths * the word's length).
std::string nearest(std::string_view word, const std::vector<std::string>& known);

// "; did you mean 'check'?", or empty.
std::string didYouMean(std::string_view word, const std::vector<std::string>& known);

} // namespace revisit::cli
