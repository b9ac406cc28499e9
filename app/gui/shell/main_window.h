// The main window: the panes, the actions, and the open execution. It knows panes only by their base class.
#pragma once

#include "model/exploration/answer.h"
#include "model/exploration/litmus_states.h"
#include "model/source_files.h"
#include "shell/dialogs/settings.h"
#include "shell/session/bookmark_actions.h"
#include "view/widgets/exploration_actions.h"
#include "view/widgets/replay_actions.h"
#include "view/widgets/step_actions.h"

#include <QFileSystemWatcher>
#include <QFutureWatcher>
#include <QMainWindow>
#include <QTimer>

class QLineEdit;
class QStackedWidget;

namespace revisit::gui {

class AnswerLine;
class AnswerPage;
class MessageBar;
class PaneArea;
class Session;
class StartPage;
class TimeLine;

class MainWindow : public QMainWindow {
  Q_OBJECT

public:
  // Keeps a reference to `settings`.
  explicit MainWindow(Settings& settings, QWidget* parent = nullptr);
  ~MainWindow() override;

  SelectionModel& selection() { return m_selection; }
  BookmarkActions& bookmarks() { return m_bookmarks; }
  PaneArea& panes() { return *m_panes; }
  ReplayActions& replayActions() { return m_replayActions; }
  ExplorationActions& explorationActions() { return m_explorationActions; }
  StepActions& stepActions() { return m_stepActions; }
  ExplorationRun& exploration() { return m_run; }
  const LitmusStates& litmus() const { return m_litmus; }
  Session& session() { return *m_session; }
  const AnswerLine& answerLine() const { return *m_answer; }

  // Opens a witness on another thread, then shows it; the present one stays open until then. Programs and sources are
  // explored. Errors are shown in the window.
  void openFile(const QString& path);
  // Opens one witness, one program, or several sources of one program; anything else is an error shown in the window.
  void openFiles(const QStringList& paths);
  // The same; files that are explored use this request.
  void openFiles(const QStringList& paths, const ExplorationRequest& request);
  static bool canOpenTogether(const QStringList& paths);
  bool isOpening() const { return m_opening.isRunning(); }

  // The default request for files.
  static ExplorationRequest requestFor(const QStringList& files);
  // Explores; `stepwise` pauses after the first execution.
  void explore(ExplorationRequest request, bool stepwise = false);

  void setTheme(ThemeKind kind);
  // What went wrong with something that the user asked for: the text of the bar above the panes; empty when it is
  // hidden.
  QString message() const;

signals:
  // Emitted when openFile is complete, successfully or not.
  void openingEnded();

protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

private:
  struct Opened { // result of the other thread
    QString path;
    ExecutionPointer execution; // null: `error` says why
    QString error;
    QString warning; // it is open, but something about it does not work
  };
  static Opened open(const QString& path);

  // In main_window_tools.cpp.
  void connectStart();
  void exploreWords(const QStringList& words);
  void askForProject();
  void openProject(const QString& path);
  void watchSources();
  void openInEditor();
  void chooseEditor();
  void copyCommand();
  void showShortcuts();
  // In main_window_actions.cpp.
  void addActions();
  void addFileMenu();
  void addViewMenu();
  void addLibrariesAction(QMenu& menu);
  void addMainAction(QMenu& menu);
  void addGoMenu();
  void addCopyAction(QMenu& menu, const QString& name, std::string (*note)(const Timeline&));
  void addRegionActions(QMenu& menu);
  void addReplayMenu();
  void addAlgorithmMenu();
  void addHelpMenu();
  void addFilter();
  void askForFile();
  void exportGraph();
  void fillRecentMenu();
  void opened();
  void executionChanged();
  void closeExecution();
  void refreshStartPage();
  void goToMatch(Direction direction);
  // In main_window_exploration.cpp.
  void addExploreMenu();
  ExplorationRequest requestForOpen() const;
  void askHowToExplore();
  void connectCompare();
  void connectAnswer();
  void explorationChanged();
  void showPage();
  void help(const Answer& answer);
  void saveWitness();
  void startGuide();
  void forgetLayout();
  void leaveMainOut();
  void keep();
  void about();

  Settings& m_settings;
  SourceFiles m_files;
  SelectionModel m_selection;
  BookmarkActions m_bookmarks{m_settings, m_selection, *this};
  Replay m_replay;
  ReplayLink m_replayLink{m_selection, m_replay};
  ReplayActions m_replayActions{m_replayLink};
  ExplorationRun m_run;
  ExplorationBrowser m_browser{m_run, m_selection};
  LitmusStates m_litmus{m_run};
  ExplorationActions m_explorationActions{m_browser};
  StepActions m_stepActions{m_selection};
  QString m_program; // to which the layout belongs
  QFutureWatcher<Opened> m_opening;
  QFileSystemWatcher m_sources;
  QStringList m_watched; // by m_sources, until a change was told
  QTimer m_keeping;      // saves the session
  QStackedWidget* m_pages;
  StartPage* m_start;
  TimeLine* m_timeLine;
  PaneArea* m_panes;
  AnswerLine* m_answer;
  AnswerPage* m_page;
  bool m_isEarlierShown = false; // though the newest exploration failed
  MessageBar* m_message;
  std::unique_ptr<Session> m_session;
  QLineEdit* m_filter = nullptr;
  QMenu* m_recent = nullptr;
  QAction* m_dark = nullptr;
  QAction* m_main = nullptr; // shows main in a litmus test, too
};

} // namespace revisit::gui
