// The notes of a report in words: why not everything was explored, warnings, intended races. Thread rule: any thread.
#pragma once

#include "check/check.h"

#include <QString>
#include <QUrl>

namespace revisit::gui {

// "kind: detail (file.c:12)"
QString noteText(const CheckNote& note);
// All reasons, then all warnings, with links to their lines, then the intended races; empty when there are none.
QString notesHtml(const CheckReport& report);
// The note for a link of notesHtml(); null for other links.
const CheckNote* noteOfLink(const QUrl& link, const CheckReport& report);

} // namespace revisit::gui
