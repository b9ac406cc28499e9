// The value of a name that the pointer rests on, at the selected position: of a replay of its own, which nobody sees
// and which starts with the first question. Thread rule: the window's thread.
#pragma once

#include "model/selection_model.h"
#include "replay.h"

namespace revisit::gui {

class HoverValues : public QObject {
  Q_OBJECT

public:
  // Keeps a reference.
  explicit HoverValues(SelectionModel& selection, QObject* parent = nullptr);

  // found() follows once the value is known, unless there is none or another name is asked for first.
  void ask(const QString& name);

signals:
  // "balance = 10"
  void found(const QString& words);

private:
  void answer();

  SelectionModel& m_selection;
  Replay m_replay;
  std::string m_asked; // empty: nothing is waited for
  std::string m_watched;
};

} // namespace revisit::gui
