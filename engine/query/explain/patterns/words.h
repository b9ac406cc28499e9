// The words that patterns are told in.
#pragma once

#include "query/explain/patterns/pattern.h"

namespace revisit::patterns {

// "T1 pay"; only "T1" when the name is long. The second: the event's thread.
std::string who(const Timeline& timeline, unsigned thread);
std::string whoDoes(const Timeline& timeline, EventNumber number);

// A location's name. The middle of a very long one is left out.
std::string shortenedName(const std::string& name);
// The same of what the event is done to.
std::string nameOf(const WitnessEvent& event);
// The same in quotes: for headlines.
std::string quoted(const Timeline& timeline, EventNumber number);

// The event at its place, and `more` behind it: "reads x = 1", "updates x: 0 -> 1", "frees x", "locks m".
PatternStep step(const Timeline& timeline, EventNumber number, const std::string& more = "");
// The same with another verb.
PatternStep stepThat(const Timeline& timeline, EventNumber number, const std::string& act,
                     const std::string& more = "");

// The whole step: "T1 pay reads balance = 0 at pay.c:10, the check".
std::string stepText(const Timeline& timeline, const PatternStep& step);
// The same with the thread's number alone and without the value when it is wider. What does not fit even then has
// several lines.
std::string fittedText(const Timeline& timeline, const PatternStep& step, std::size_t width);
// The steps with "line 10" instead of "pay.c:10" in the file of the error, when one of them is wider.
std::vector<PatternStep> fittedPlaces(const Timeline& timeline, std::vector<PatternStep> steps, std::size_t width);

// In the order of the schedule.
Pattern inOrder(Pattern pattern);

} // namespace revisit::patterns
