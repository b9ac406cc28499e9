// The algorithm's steps: describes the step that led to the shown graph, with alternatives, refusals and their reasons,
// and lists the neighbouring steps. Each question mark opens a lesson for users who learn the algorithm.
#pragma once

#include "model/tables/step_html.h"
#include "view/widgets/pane.h"
#include "view/widgets/step_actions.h"

class QLabel;
class QTableView;
class QTextBrowser;
class QToolButton;
class QUrl;

namespace revisit::gui {

class EventRowDelegate;
class StepsModel;

class RevisitPane : public Pane {
  Q_OBJECT

public:
  RevisitPane(SelectionModel& selection, StepActions& steps, QWidget* parent = nullptr);

  // Starts the tutorial: an introduction with a link that explores the example; afterwards every lesson is open.
  // `example`: the path of the program's source.
  void startGuide(const QString& example);
  bool isGuided() const;

signals:
  // The user wants to explore the program with a log of steps and to open its first step or execution.
  void exploreAsked(const QString& path);

protected:
  void themeChanged() override;

private:
  void setUpTexts();
  QWidget* makeMoves();
  QWidget* makeLessons();
  QWidget* makeList();
  void refresh();
  void showPosition(const Step& step);
  void showStep();
  void showStateStep();
  void goToState(std::uint32_t state);
  void showRow();
  void showIntroduction();
  void showCycle(std::size_t candidate);
  void follow(const QUrl& link);
  QString styleSheetText() const;

  StepActions& m_steps;
  StepsModel* m_model;
  QLabel* m_position;
  QLabel* m_branch;
  QLabel* m_revisits = nullptr; // the name of that group of moves
  QTextBrowser* m_text;
  QTableView* m_list;
  EventRowDelegate* m_delegate;
  QToolButton* m_lessons;
  std::pair<LogPointer, std::uint64_t> m_guidedFrom; // what was shown when the tutorial started
  QString m_example;                                 // the program to explore, while the introduction is shown
  std::optional<LessonLink> m_lesson;                // the open one
};

} // namespace revisit::gui
