#include "replay_actions.h"

#include "explained_action.h"
#include "model/text.h"

namespace revisit::gui {
namespace {

struct ReplayMoveText {
  const char* label;
  const char* tip;
  const char* shortcut; // in QKeySequence's syntax
};

const ReplayMoveText& textOf(ReplayMove move) {
  static const std::array<ReplayMoveText, replayMoveCount> texts = {{
      {"Start", "Start the program, up to the first line of main", "Shift+F4"},
      {"◀◀", "Back to the last stop: a breakpoint or the start", "Shift+F5"},
      {"◀ Line", "To the selected thread's previous line", "Shift+F10"},
      {"◀ Thread", "To the selected thread's previous event", "Ctrl+Shift+F11"},
      {"◀ Event", "One event back", "Shift+F11"},
      {"Event ▶", "One event on", "F11"},
      {"Thread ▶", "To the selected thread's next event", "Ctrl+F11"},
      {"Line ▶", "To the selected thread's next line, over calls", "F10"},
      {"▶▶", "On to the next stop: a breakpoint, the bug or the end", "F5"},
      {"Bug", "To the error", "F4"},
      {"End", "To the end of the execution", "Ctrl+F4"},
  }};
  return texts[static_cast<std::size_t>(move)];
}

} // namespace

ReplayActions::ReplayActions(ReplayLink& link, QObject* parent) : QObject(parent), m_link(link) {
  for (const ReplayMove move : allReplayMoves) {
    const ReplayMoveText& text = textOf(move);
    QAction* action = makeExplained(fromText(text.label), fromText(text.tip), QLatin1String(text.shortcut), this);
    connect(action, &QAction::triggered, this, [this, move] { m_link.move(move); });
    m_moves[static_cast<std::size_t>(move)] = action;
  }
  m_goHere =
      makeExplained(tr("Go here"), tr("Take the replay to the event looked at"), QStringLiteral("Ctrl+Return"), this);
  connect(m_goHere, &QAction::triggered, &link, &ReplayLink::goHere);
  m_follow = makeExplained(tr("Follow"), tr("The replay goes wherever the window looks"),
                           QStringLiteral("Ctrl+Shift+Return"), this);
  m_follow->setCheckable(true);
  connect(m_follow, &QAction::triggered, &link, &ReplayLink::setFollowing);
  m_interrupt = makeExplained(tr("Interrupt"), tr("End the move in progress where the program is"),
                              QStringLiteral("Ctrl+F5"), this);
  connect(m_interrupt, &QAction::triggered, &link.replay(), &Replay::interrupt);
  m_endProgram = makeExplained(tr("Kill"), tr("End the program"), QStringLiteral("Ctrl+Shift+F5"), this);
  connect(m_endProgram, &QAction::triggered, &link.replay(), &Replay::endProgram);
  connect(&link, &ReplayLink::followingChanged, this, [this] { m_follow->setChecked(m_link.isFollowing()); });
  connect(&link.replay(), &Replay::busyChanged, this, &ReplayActions::refresh);
  connect(&link.replay(), &Replay::snapshotChanged, this, &ReplayActions::refresh);
  refresh();
}

QString ReplayActions::whyNone() const {
  if (!m_link.replay().execution())
    return tr("No execution that can be replayed is open.");
  return m_link.replay().isBusy() ? tr("A move is in progress; Interrupt ends it.") : QString();
}

void ReplayActions::refresh() {
  const Replay& replay = m_link.replay();
  const QString none = whyNone();
  for (const ReplayMove move : allReplayMoves)
    allow(*action(move),
          !none.isEmpty() ? none : fromText(whyNot(move, replay.snapshot(), replay.execution()->timeline())));
  allow(*m_goHere, none);
  allow(*m_follow, replay.execution() ? QString() : none);
  allow(*m_interrupt, replay.isBusy() ? QString() : tr("No move is in progress."));
  allow(*m_endProgram, !none.isEmpty()                                ? none
                       : replay.snapshot().standing == Standing::Gone ? tr("The program does not run.")
                                                                      : QString());
}

QList<QAction*> ReplayActions::all() const {
  QList<QAction*> actions(m_moves.begin(), m_moves.end());
  actions << m_goHere << m_follow << m_interrupt << m_endProgram;
  return actions;
}

} // namespace revisit::gui
