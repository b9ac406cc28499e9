// Guesses what a user meant by an unknown word. Pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace revisit {

// The most similar known word: a few letters deleted, inserted, replaced or swapped. Empty when none is similar.
// O(known words * their lengths * the word's length).
std::string nearest(std::string_view word, const std::vector<std::string>& known);

// "; did you mean 'check'?", or empty.
std::string didYouMean(std::string_view word, const std::vector<std::string>& known);

} // namespace revisit
