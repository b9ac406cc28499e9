// The window as a program that a script can ask what it shows and where: `gui_probe`, with the command line of
// revisit-gui. Mouse and keys come from outside, as a user's do; a line of standard input is a question, a line of JSON
// on standard output its answer.
//
//   place NAME        the rectangle on the screen of the widget with that name
//   text WORDS        that of the button, tab, entry of an open menu or label with that text
//   event N           that of event N on the stage
//   fold              that of the first closed fold in sight
//   waiting N         that of the N-th thread that waits at the end, from 0
//   lane N            that of event N on the time line
//   cell NAME ROW COLUMN    that of a cell of the list, tree or table with that name
//   link NAME WORDS   that of the first link in that text whose words or address contain these
//   state             what the window shows: file, answer, message, selection, cause, focus ...
//   accents           the colours of the stage's accents by group, and the rectangle of the stage
//   faults            texts that are cut or overlap
//   picture FILE      writes what is on the screen
//   sheet FILE COLUMNS PICTURE...   writes the pictures as one, side by side
//
// A question that cannot be answered has the answer {"error": "why"}.
#include "base/error_text.h"
#include "shell/answer_line.h"
#include "shell/command_line.h"
#include "shell/main_window.h"
#include "shell/pane_area.h"
#include "shown_texts.h"
#include "view/lanes/lane_view.h"
#include "view/stage/stage_pane.h"
#include "view/stage/stage_view.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>
#include <QScreen>
#include <QScrollBar>
#include <QSocketNotifier>
#include <QStyleFactory>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTextBlock>
#include <QTextBrowser>
#include <QToolTip>

#include <nlohmann/json.hpp>

#include <iostream>
#include <stdexcept>

namespace revisit::gui::test {
namespace {

using Json = nlohmann::json;

Json rectangle(const QWidget& widget, const QRect& place) {
  const QPoint corner = widget.mapToGlobal(place.topLeft());
  return {{"x", corner.x()}, {"y", corner.y()}, {"width", place.width()}, {"height", place.height()}};
}

// The window that hears the keys: a menu, a dialog, or the main window.
QWidget& active(MainWindow& window) {
  if (QWidget* menu = QApplication::activePopupWidget())
    return *menu;
  for (QWidget* dialog : {QApplication::activeModalWidget(), QApplication::activeWindow()})
    if (dialog && dialog->isVisible() && dialog->windowType() == Qt::Dialog)
      return *dialog;
  return window;
}

class Probe {
public:
  explicit Probe(MainWindow& window) : m_window(window) {}

  Json answer(const QString& question) {
    const QString verb = question.section(QLatin1Char(' '), 0, 0), rest = question.section(QLatin1Char(' '), 1);
    if (verb == QLatin1String("place"))
      return rectangle(widget(rest), widget(rest).rect());
    if (verb == QLatin1String("text"))
      return placeOfText(rest);
    if (verb == QLatin1String("event"))
      return placeOfRow(stage().stage().rows().rowOf(rest.toULongLong()));
    if (verb == QLatin1String("fold"))
      return placeOfFold();
    if (verb == QLatin1String("waiting"))
      return placeOfRow(stage().stage().rows().rowOfWait(rest.toULongLong()));
    if (verb == QLatin1String("lane"))
      return placeOnLane(rest.toULongLong());
    if (verb == QLatin1String("cell"))
      return placeOfCell(rest.split(QLatin1Char('/')));
    if (verb == QLatin1String("link"))
      return placeOfLink(rest.section(QLatin1Char(' '), 0, 0), rest.section(QLatin1Char(' '), 1));
    if (verb == QLatin1String("state"))
      return state();
    if (verb == QLatin1String("accents"))
      return accents();
    if (verb == QLatin1String("faults")) {
      Json faults = Json::array();
      for (const QString& fault : faultsOf(active(m_window)))
        faults.push_back(fault.toStdString());
      return {{"faults", faults}};
    }
    if (verb == QLatin1String("picture"))
      return written(QApplication::primaryScreen()->grabWindow(0).save(rest));
    if (verb == QLatin1String("sheet"))
      return written(writeSheet(rest.split(QLatin1Char(' '))));
    throw std::runtime_error("unknown question");
  }

private:
  StagePane& stage() { return static_cast<StagePane&>(*m_window.panes().pane(QStringLiteral("stage"))); }
  StageView& stageView() { return stage().view().isVisible() ? stage().view() : stage().comparisonView(); }

  static Json written(bool isWritten) {
    if (!isWritten)
      throw std::runtime_error("the picture cannot be written");
    return Json::object();
  }

  QWidget& widget(const QString& name) {
    for (QWidget* top : {&active(m_window), static_cast<QWidget*>(&m_window)})
      for (auto* found : top->findChildren<QWidget*>(name))
        if (found->isVisible())
          return *found;
    throw std::runtime_error("no widget in sight has that name");
  }

  Json placeOfText(const QString& text) {
    QWidget& top = active(m_window);
    if (const auto* menu = qobject_cast<QMenu*>(&top))
      for (QAction* action : menu->actions())
        if (withoutKeys(action->text()).startsWith(text))
          return rectangle(*menu, menu->actionGeometry(action));
    for (auto* button : top.findChildren<QAbstractButton*>())
      if (button->isVisible() && withoutKeys(button->text()) == text)
        return rectangle(*button, button->rect());
    for (auto* tabs : top.findChildren<QTabBar*>())
      for (int i = 0; i < tabs->count(); i++)
        if (tabs->isVisible() && withoutKeys(tabs->tabText(i)) == text)
          return rectangle(*tabs, tabs->tabRect(i));
    for (QAction* action : m_window.menuBar()->actions())
      if (withoutKeys(action->text()) == text)
        return rectangle(*m_window.menuBar(), m_window.menuBar()->actionGeometry(action));
    for (auto* label : top.findChildren<QLabel*>())
      if (label->isVisible() && withoutKeys(label->text()) == text)
        return rectangle(*label, label->rect());
    throw std::runtime_error("no text in sight is that");
  }

  Json placeOfRow(std::size_t row) {
    const QRect place = stage().view().textRectOf(row).toRect();
    if (!stage().view().isVisible() || !stage().view().viewport()->rect().intersects(place))
      throw std::runtime_error("the event is not in sight");
    return rectangle(*stage().view().viewport(), place);
  }

  Json placeOfFold() {
    const auto whole = stage().view().wholeRows();
    for (std::size_t row = whole ? whole->first : 0; whole && row <= whole->second; row++)
      if (stage().stage().rows().rows()[row].isFold())
        return placeOfRow(row);
    throw std::runtime_error("no closed fold is in sight");
  }

  Json placeOnLane(EventNumber event) {
    auto& lanes = static_cast<LaneView&>(widget(QStringLiteral("laneView")));
    return rectangle(lanes, QRect(lanes.placeOf(event).toPoint() - QPoint(1, 1), QSize(3, 3)));
  }

  Json placeOfCell(const QStringList& words) {
    auto* view = qobject_cast<QAbstractItemView*>(&widget(words.value(0)));
    if (!view)
      throw std::runtime_error("that is no table, list or tree");
    const QModelIndex cell = view->model()->index(words.value(1).toInt(), words.value(2).toInt(), view->rootIndex());
    if (!cell.isValid())
      throw std::runtime_error("there is no such cell");
    view->scrollTo(cell);
    Json place = rectangle(*view->viewport(), view->visualRect(cell));
    place["text"] = cell.data().toString().toStdString();
    return place;
  }

  Json placeOfLink(const QString& name, const QString& words) {
    auto* text = qobject_cast<QTextBrowser*>(&widget(name));
    if (!text)
      throw std::runtime_error("that is no text with links");
    for (QTextBlock block = text->document()->begin(); block.isValid(); block = block.next())
      for (auto part = block.begin(); !part.atEnd(); ++part) {
        const QTextFragment fragment = part.fragment();
        if (!fragment.charFormat().isAnchor() ||
            !(fragment.text() + u' ' + fragment.charFormat().anchorHref()).contains(words))
          continue;
        QTextCursor cursor(text->document());
        cursor.setPosition(fragment.position());
        const QTextCursor before = text->textCursor();
        text->setTextCursor(cursor);
        text->ensureCursorVisible();
        const QRect place = text->cursorRect(cursor);
        text->setTextCursor(before);
        return rectangle(*text->viewport(), QRect(place.left() + 2, place.top(), 6, place.height()));
      }
    throw std::runtime_error("no link begins with these words");
  }

  Json accents() {
    const Theme& theme = stage().theme();
    const auto names = [](std::initializer_list<QColor> colours) {
      Json all = Json::array();
      for (const QColor& colour : colours)
        all.push_back(colour.name().toStdString());
      return all;
    };
    Json relations = Json::array();
    for (const Relation relation : allRelations)
      if (relation != Relation::ProgramOrder && relation != Relation::Create && relation != Relation::Join)
        relations.push_back(colourOf(relation, theme).name().toStdString());
    return {{"place", rectangle(stage(), stage().rect())},
            {"groups",
             {{"bug", names({theme.bug})},
              {"selection", names({theme.selected, theme.link})},
              {"relations of the selected event", relations},
              {"warning", names({theme.warn})},
              {"ok", names({theme.ok})},
              {"part of an answer", names({theme.lit, theme.litLine})}}}};
  }

  Json state() {
    const Selection& now = m_window.selection().current();
    const ExecutionPointer execution = m_window.selection().execution();
    const auto rows = stageView().wholeRows();
    const QWidget* focus = QApplication::focusWidget();
    Json state{
        {"file", execution ? execution->path() : std::string()},
        {"execution", execution ? execution->origin().execution : 0},
        {"size", execution ? execution->timeline().size() : 0},
        {"cause", execution ? Json(execution->cause()) : Json::array()},
        {"trail", execution ? trailOf(execution).size() : 0},
        {"event", now.event ? *now.event : 0},
        {"position", now.position},
        {"word", labelText("answerWord")},
        {"sentence", labelText("answerSentence")},
        {"message", m_window.message().toStdString()},
        {"tab", static_cast<int>(m_window.panes().tab())},
        {"isMaximised", m_window.panes().maximised().has_value()},
        {"isBusy", m_window.isOpening() || m_window.exploration().isActive()},
        {"preview", m_window.selection().preview() ? m_window.selection().preview()->words : std::string()},
        {"lanes", lanes()},
        {"heads", heads()},
        {"isDark", m_window.palette().window().color().lightness() < 128},
        {"filter", m_window.selection().filter().toStdString()},
        {"matches", m_window.selection().matchingEvents().size()},
        {"bookmarks", m_window.selection().bookmarked()},
        {"rows", rows ? Json{rows->first, rows->second} : Json::array()},
        {"view", stage().view().isVisible()             ? "stage"
                 : stage().comparisonView().isVisible() ? "comparison"
                                                        : "table"},
        {"sideways", stageView().horizontalScrollBar()->maximum()},
        {"focus", focus ? focus->objectName().toStdString() + '/' + focus->metaObject()->className() : std::string()},
        {"region", region(focus)},
        {"dialog", &active(m_window) == &m_window ? std::string() : active(m_window).objectName().toStdString()},
        {"size of the window", rectangle(m_window, m_window.rect())},
    };
    if (execution && rows)
      state["cause in view"] = causeInView(*execution, rows->first, rows->second);
    for (const char* name : {"causeText", "eventText", "stepText", "goalAnswer", "stepPosition", "replayStatus",
                             "replayPlace", "positionText", "answer"})
      state[name] = labelText(name);
    return state;
  }

  Json lanes() {
    Json titles = Json::array();
    const auto* view = m_window.findChild<LaneView*>();
    for (std::size_t lane = 0; view && lane < view->laneCount(); lane++)
      titles.push_back(view->titleOf(lane));
    return titles;
  }

  // The columns of the stage, or of the comparison.
  Json heads() {
    Json titles = Json::array();
    const bool isStage = stage().view().isVisible();
    for (const QString& head : isStage ? stage().stage().heads() : stage().comparison().heads())
      titles.push_back(head.toStdString());
    return titles;
  }

  // Of the label, text or field with that name; empty when there is none.
  std::string labelText(const char* name) {
    for (QWidget* top : {&active(m_window), static_cast<QWidget*>(&m_window)})
      for (const auto* found : top->findChildren<QWidget*>(QLatin1String(name)))
        if (const auto* label = qobject_cast<const QLabel*>(found))
          return label->text().toStdString();
        else if (const auto* text = qobject_cast<const QTextEdit*>(found))
          return text->toPlainText().toStdString();
        else if (const auto* field = qobject_cast<const QLineEdit*>(found))
          return field->text().toStdString();
    return {};
  }

  std::string region(const QWidget* focus) {
    static constexpr std::array names = {"findings", "stage", "inspector", "source"};
    for (std::size_t i = 0; focus && i < names.size(); i++)
      if (m_window.panes().region(static_cast<Region>(i))->isAncestorOf(focus))
        return names[i];
    return focus && m_window.findChild<LaneView*>() == focus ? "time line" : "";
  }

  Json causeInView(const Execution& execution, std::size_t first, std::size_t last) {
    Json seen = Json::array();
    for (const EventNumber event : execution.cause())
      if (const std::size_t row = stage().stage().rows().rowOf(event); row >= first && row <= last)
        seen.push_back(event);
    return seen;
  }

  static bool writeSheet(const QStringList& words) {
    constexpr int width = 640, gap = 8;
    const int columns = std::max(1, words.value(1).toInt());
    std::vector<QImage> pictures;
    int height = 0;
    for (const QString& file : words.mid(2)) {
      pictures.push_back(QImage(file).scaledToWidth(width, Qt::SmoothTransformation));
      height = std::max(height, pictures.back().height());
    }
    const int rows = (static_cast<int>(pictures.size()) + columns - 1) / columns;
    QImage sheet(columns * (width + gap), rows * (height + gap), QImage::Format_RGB32);
    sheet.fill(Qt::darkGray);
    QPainter painter(&sheet);
    for (int i = 0; i < static_cast<int>(pictures.size()); i++)
      painter.drawImage(i % columns * (width + gap), i / columns * (height + gap), pictures[i]);
    painter.end();
    return sheet.save(words.value(0));
  }

  MainWindow& m_window;
};

int run(int argc, char** argv) {
  Result<CommandLine> line = parseCommandLine({argv + 1, argv + argc});
  if (!line) {
    std::cerr << errorText(line.error()) << '\n';
    return 2;
  }
  int ownWords = 1;
  QApplication application(ownWords, argv);
  QApplication::setApplicationName(QStringLiteral("revisit-gui"));
  QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  Settings settings;
  MainWindow window(settings);
  Probe probe(window);
  window.show();
  if (!line->files.isEmpty())
    window.openFiles(line->files, line->request);
  QSocketNotifier input(0, QSocketNotifier::Read);
  QObject::connect(&input, &QSocketNotifier::activated, &window, [&] {
    std::string line;
    if (!std::getline(std::cin, line)) {
      input.setEnabled(false);
      return;
    }
    Json answer;
    try {
      answer = probe.answer(QString::fromStdString(line));
    } catch (const std::exception& error) {
      answer = {{"error", error.what()}};
    }
    std::cout << answer.dump() << std::endl;
  });
  return QApplication::exec();
}

} // namespace
} // namespace revisit::gui::test

int main(int argc, char** argv) {
  return revisit::gui::test::run(argc, argv);
}
