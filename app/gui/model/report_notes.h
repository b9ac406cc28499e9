// What a report says besides its errors, in words: why not everything was explored, its warnings, intended races.
// Thread rule: any thread.
#pragma once

#include "session/check.h"

#include <QString>
#include <QUrl>

namespace revisit::gui {

// "kind: detail (file.c:12)"
QString noteText(const CheckNote& note);
// All reasons, then all warnings, with links to their lines, then the races that are intended; empty without any.
QString notesHtml(const CheckReport& report);
// The note of a link of notesHtml(); null: it is none.
const CheckNote* noteOfLink(const QUrl& link, const CheckReport& report);

} // namespace revisit::gui
