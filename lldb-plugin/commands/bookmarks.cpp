// Names for positions: revisit bookmark add, list, delete.
#include "command.h"
#include "places.h"
#include "query/timeline/event_text.h"

#include <fmt/format.h>

namespace revisit::commands {

namespace {

struct AddOptions {
  std::string name;
  std::vector<std::string> place;
};

Action addBookmark(CLI::App& options) {
  const auto given = std::make_shared<AddOptions>();
  options.add_option("NAME", given->name, "what to call it; 'revisit goto @NAME' comes back")->required();
  options.add_option("E", given->place, "an event; where the program stands when left out");
  return onSession([given](Workspace&, ReplaySession& session) -> Result<Answer> {
    Result<SchedulePosition> position =
        given->place.empty() ? currentPosition(session) : positionNamed(session, joined(given->place));
    if (!position)
      return position.error();
    session.bookmarks()[given->name] = position.value();
    return Answer{fmt::format("@{}: {}", given->name, stopLine(session.timeline(), position.value())), {}};
  });
}

Action listBookmarks(CLI::App& options) {
  return onSession([json = addJson(options)](Workspace&, ReplaySession& session) -> Result<Answer> {
    Table table;
    Json bookmarks = Json::object();
    for (const auto& [name, position] : session.bookmarks()) {
      table.add({"@" + name, stopLine(session.timeline(), position)});
      bookmarks[name] = position;
    }
    if (*json)
      return Answer{"", Json{{"bookmarks", std::move(bookmarks)}}};
    return Answer{table.empty() ? "No bookmarks; 'revisit bookmark add NAME' sets one." : table.text(), {}};
  });
}

Action deleteBookmark(CLI::App& options) {
  const auto name = std::make_shared<std::string>();
  options.add_option("NAME", *name, "which")->required();
  return onSession([name](Workspace&, ReplaySession& session) -> Result<Answer> {
    const std::string plain = name->starts_with('@') ? name->substr(1) : *name;
    if (session.bookmarks().erase(plain) == 0)
      return Error{ErrorCode::BadUsage, "",
                   fmt::format("there is no bookmark '{}'; 'revisit bookmark list' shows them", plain)};
    return Answer{fmt::format("Bookmark @{} deleted.", plain), {}};
  });
}

} // namespace

std::vector<Command> bookmarkCommands() {
  return {
      {"bookmark add", "NAME [E]", "Give the position a name.", noRepeat, addBookmark},
      {"bookmark list", "[--json]", "List the bookmarks.", noRepeat, listBookmarks},
      {"bookmark delete", "NAME", "Forget a bookmark.", noRepeat, deleteBookmark},
  };
}

} // namespace revisit::commands
