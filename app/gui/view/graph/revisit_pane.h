// The algorithm's steps: its listing with the line of the step that led to the shown graph, what the step did and
// why, and its neighbours. Users who learn it open lessons by question marks, and guess a step before it is shown.
#pragma once

#include "model/tables/step_html.h"
#include "view/widgets/pane.h"
#include "view/widgets/step_actions.h"

class QLabel;
class QListWidget;
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
  void showLine(const std::string& key);
  QString branchHtml(const Step& step) const;
  void ask(std::uint64_t step);
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
  QListWidget* m_listing;
  QLabel* m_revisits = nullptr; // the name of that group of moves
  QTextBrowser* m_text;
  QTableView* m_list;
  EventRowDelegate* m_delegate;
  QToolButton* m_lessons;
  std::pair<LogPointer, std::uint64_t> m_guidedFrom; // what was shown when the tutorial started
  QString m_example;                                 // the program to explore, while the introduction is shown
  std::optional<LessonLink> m_lesson;                // the open one
  std::uint64_t m_toldStep = 0;                      // that the user guessed last
  QString m_told;                                    // whether that was right, above the step
};

} // namespace revisit::gui
