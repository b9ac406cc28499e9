// The source of the execution: the threads' positions, the values at the lines, and the events of a clicked line.
#pragma once

#include "model/replay/replay.h"
#include "model/source_files.h"
#include "view/widgets/pane.h"

class QComboBox;
class QLabel;

namespace revisit::gui {

class SourceEditor;

class SourcePane : public Pane {
  Q_OBJECT

public:
  SourcePane(SelectionModel& selection, SourceFiles& files, Replay& replay, QWidget* parent = nullptr);

  // Goes there, also while no execution is open.
  void showLine(const SourceLine& line);

  // The shown file and the line of its cursor. The name of the file is empty while no file is shown.
  SourceLine place() const;

  SourceEditor& editor() { return *m_editor; }

protected:
  void themeChanged() override;

private:
  void executionChanged();
  void lineChanged();
  void positionChanged();
  void litChanged();
  void messagesChanged();
  void fileChosen(int index);
  void showFile(const std::string& file);
  void showNotes();
  void showBreakpoints();

  SourceFiles& m_files;
  Replay& m_replay; // for breakpoints
  QComboBox* m_choice;
  SourceEditor* m_editor;
  QLabel* m_message; // shown instead of a file that cannot be read
  QLabel* m_warning; // shown above a file that differs from what was executed
  std::string m_file;
  QPoint m_hovered; // where the pointer rested last, on the screen
};

} // namespace revisit::gui
