// The words that patterns are told in.
#pragma once

#include "query/explain/patterns/pattern.h"

namespace revisit::patterns {

// "T1 pay"; only "T1" when the name is long. The second: the event's thread.
std::string who(const Timeline& timeline, unsigned thread);
std::string whoDoes(const Timeline& timeline, EventNumber number);

// The text, its middle left out when it is wider.
std::string brief(const std::string& text, std::size_t width);
// Of a location: in its short form before anything is cut.
std::string briefName(const std::string& name, std::size_t width);
// What the event is done to, in quotes and brief: for headlines.
std::string quoted(const Timeline& timeline, EventNumber number);

// The event at its place, and `more` behind it: "reads x = 1", "updates x: 0 -> 1", "frees x", "locks m".
PatternStep step(const Timeline& timeline, EventNumber number, const std::string& more = "");
// The same with another verb.
PatternStep stepThat(const Timeline& timeline, EventNumber number, const std::string& act,
                     const std::string& more = "");

// The whole step: "T1 pay reads balance = 0 at pay.c:10, the check". The second leaves out what is needless, then the
// middle of what is done, until it fits.
std::string stepText(const Timeline& timeline, const PatternStep& step);
std::string fittedText(const Timeline& timeline, const PatternStep& step, std::size_t width);

// In the order of the schedule.
Pattern inOrder(Pattern pattern);

} // namespace revisit::patterns
