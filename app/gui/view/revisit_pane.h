// The algorithm at work: the step that led to the graph that is shown, in words, with what else could have been done,
// what was refused and why, and the steps around it. For people who learn the algorithm there is a lesson behind each
// question mark.
#pragma once

#include "model/step_html.h"
#include "pane.h"
#include "step_actions.h"

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

  // How the algorithm works, for beginners: an introduction with a link that asks for the example to be explored, and
  // from then on every lesson is open. `example`: the path of a program's source.
  void startGuide(const QString& example);
  bool isGuided() const;

signals:
  // The user wants the program explored with a log of the steps, and its first step or execution opened.
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
  void showRow();
  void showIntroduction();
  void follow(const QUrl& link);
  QString styleSheetText() const;

  StepActions& m_steps;
  StepsModel* m_model;
  QLabel* m_position;
  QLabel* m_branch;
  QTextBrowser* m_text;
  QTableView* m_list;
  EventRowDelegate* m_delegate;
  QToolButton* m_lessons;
  std::pair<LogPointer, std::uint64_t> m_guidedFrom; // what was shown when the guide started
  QString m_example;                                 // to be explored, while the introduction is shown
  std::optional<LessonLink> m_lesson;                // open
};

} // namespace revisit::gui
