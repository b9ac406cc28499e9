// Explanations as rich text whose events are links: "event:17". Stateless.
#pragma once

#include "query/explain/explain.h"

#include <QString>
#include <QUrl>

namespace revisit::gui {

// The sentence of a reason, with a link to the cycle that it is about. `isStep`: all of it is a link to its event.
QString reasonHtml(const Timeline& timeline, const Reason& reason, bool isStep);

// A plain sentence as rich text in which event references such as "(1,3)" are links. `about`: the event to which the
// other words lead, by links of class "step"; nothing: they lead nowhere.
QString sentenceHtml(const Timeline& timeline, const std::string& sentence, std::optional<EventNumber> about = {});

// The event of a link; nothing for other links.
std::optional<EventNumber> eventOfLink(const QUrl& link);

// The events of the cycle that the link shows; empty for other links.
std::vector<EventNumber> cycleOfEventsLink(const QUrl& link);

} // namespace revisit::gui
