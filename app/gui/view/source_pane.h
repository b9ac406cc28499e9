// The source of what happened: where each thread stands, the values at the lines, and the events of a line by a click.
#pragma once

#include "model/source_files.h"
#include "pane.h"

class QComboBox;
class QLabel;

namespace revisit::gui {

class SourceEditor;

class SourcePane : public Pane {
  Q_OBJECT

public:
  SourcePane(SelectionModel& selection, SourceFiles& files, QWidget* parent = nullptr);

  SourceEditor& editor() { return *m_editor; }

protected:
  void themeChanged() override;

private:
  void executionChanged();
  void lineChanged();
  void positionChanged();
  void litChanged();
  void fileChosen(int index);
  void showFile(const std::string& file);
  void showNotes();

  SourceFiles& m_files;
  QComboBox* m_choice;
  SourceEditor* m_editor;
  QLabel* m_message; // in place of a file that cannot be shown
  std::string m_file;
};

} // namespace revisit::gui
