// Words that a thread of a litmus test cannot use, and what to do instead. Stateless.
#pragma once

#include <string>
#include <string_view>

namespace revisit::litmus {

// Empty when the word is allowed. `isCalled`: an opening parenthesis follows.
std::string whyRefused(std::string_view word, bool isCalled);

} // namespace revisit::litmus
