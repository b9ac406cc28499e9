// The panes that lead to events by rows and links: events, and the inspector.
#include "model/tables/events_model.h"
#include "model/tables/inspector_html.h"
#include "model/text.h"
#include "query/explain/explain.h"
#include "query/rows/cause.h"
#include "query/timeline/event_text.h"
#include "query/timeline/position_state.h"
#include "text_links.h"
#include "view/widgets/table_fit.h"
#include "window_test.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QTableView>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextFragment>

#include <algorithm>
#include <array>

namespace revisit::gui::test {
namespace {

class PanesTest : public WindowTest {};

TEST_F(PanesTest, AClickOnARowOfEventsLooksAtIt) {
  open(Example::Queue);
  QTableView& table = raiseTable();
  for (const int row : {0, table.model()->rowCount() - 1, 3}) {
    clickRow(table, row);
    EXPECT_EQ(selection().current().event, static_cast<EventNumber>(row) + 1);
  }
  press(Qt::Key_Down);
  EXPECT_EQ(selection().current().event, 5u);
  press(Qt::Key_Up);
  EXPECT_EQ(selection().current().event, 4u);
}

TEST_F(PanesTest, TheRowOfEventsFollowsWhatIsLookedAtElsewhere) {
  open(Example::Queue);
  QTableView& table = raiseTable();
  EXPECT_EQ(table.currentIndex().row() + 1, static_cast<int>(timeline().bug()));
  selection().selectEvent(2);
  EXPECT_EQ(table.currentIndex().row(), 1);
  EXPECT_TRUE(table.viewport()->rect().intersects(table.visualRect(table.currentIndex())));
  selection().selectPosition(0);
  EXPECT_FALSE(table.currentIndex().isValid());
}

TEST(TableFit, ColumnsShareTheRoomThatThereIs) {
  using Widths = std::vector<int>;
  EXPECT_EQ(sharedWidths({20, 70, 100}, 2, 300, 40), (Widths{20, 70, 210})) << "there is room for all";
  EXPECT_EQ(sharedWidths({20, 1500, 400, 100}, 2, 600, 40), (Widths{20, 210, 270, 100})) << "the widest gives way";
  EXPECT_EQ(sharedWidths({20, 70, 100, 50, 90}, 2, 200, 40), (Widths{20, 40, 100, 40, 40})) << "more than the table";
  EXPECT_EQ(sharedWidths({500, 60}, 1, 200, 40), (Widths{140, 60}));
}

TEST_F(PanesTest, ANarrowTableLeavesItsTextReadable) {
  open(Example::Sensor);
  raise("constraints");
  auto& table = find<QTableView>("conditions table");
  table.window()->resize(1280, 800);
  const QFontMetrics metrics(table.font());
  ASSERT_TRUE(waitFor([&] { return table.isVisible(); }));
  EXPECT_GE(table.columnWidth(2), metrics.horizontalAdvance(QStringLiteral("reading > 85")));
  auto& inputs = find<QTableView>("inputs table");
  EXPECT_GE(inputs.columnWidth(0), metrics.horizontalAdvance(QStringLiteral("reading")));
}

TEST_F(PanesTest, LargeNumbersAreWhole) {
  constexpr unsigned events = 12000;
  openFile(QString::fromStdString(longWitness(inFolder(QString()).toStdString(), events)));
  QTableView& table = raiseTable();
  const QModelIndex last = table.model()->index(table.model()->rowCount() - 1, EventsModel::Number);
  ASSERT_GE(last.data().toString().size(), 5);
  const int wanted = QFontMetrics(table.font()).horizontalAdvance(last.data().toString());
  EXPECT_GE(table.columnWidth(EventsModel::Number), wanted + 4);
  EXPECT_GE(table.columnWidth(EventsModel::Id),
            QFontMetrics(table.font()).horizontalAdvance(last.siblingAtColumn(EventsModel::Id).data().toString()));
}

TEST_F(PanesTest, EventsHaveTheirNumberAndTheirId) {
  open(Example::LostUpdate);
  const EventNumber read = timeline().bug() - 1;
  const QString id = fromText(referenceText(timeline().event(read)));
  auto& events = find<QTableView>("events table");
  const auto cell = [&](int column) { return events.model()->index(static_cast<int>(read) - 1, column).data(); };
  EXPECT_EQ(cell(EventsModel::Number).toString(), QString::number(read));
  EXPECT_EQ(cell(EventsModel::Id).toString(), id);
  const EventNumber source = *timeline().readsFrom(read);
  const QString from = QString::number(source) + u' ' + fromText(referenceText(timeline().event(source)));
  EXPECT_TRUE(cell(EventsModel::Source).toString().startsWith(from))
      << cell(EventsModel::Source).toString().toStdString();
  selection().selectEvent(read);
  EXPECT_TRUE(find<QLabel>("positionEvent").text().startsWith(id));
  EXPECT_TRUE(find<QTextBrowser>("eventText").toPlainText().contains(QString::number(read) + u' ' + id));
}

TEST_F(PanesTest, AColumnThatTheUserHasSetStays) {
  open(Example::Queue);
  QTableView& table = raiseTable();
  const int before = table.columnWidth(EventsModel::Text);
  table.window()->resize(table.window()->width() + 1200, 800);
  ASSERT_TRUE(waitFor([&] { return table.columnWidth(EventsModel::Text) > before; })) << "it takes what is left";
  table.horizontalHeader()->resizeSection(EventsModel::Thread, 33);
  open(Example::LostUpdate);
  EXPECT_EQ(table.columnWidth(EventsModel::Thread), 33);
}

TEST_F(PanesTest, TheRowLookedAtStaysInSightWhenItsTableGetsSmaller) {
  open(Example::Queue);
  QTableView& table = raiseTable();
  table.window()->resize(1280, 1000);
  QTest::qWait(50);
  const auto isInSight = [&] { return table.viewport()->rect().contains(table.visualRect(table.currentIndex())); };
  const int last = table.rowAt(table.viewport()->height() - table.rowHeight(0) - 2);
  ASSERT_GE(last, 3);
  clickRow(table, last);
  QTest::qWait(QApplication::doubleClickInterval() + 100); // then a table scrolls to what was clicked, by itself
  ASSERT_TRUE(isInSight());
  const int height = table.viewport()->height();
  table.window()->resize(1280, 760);
  ASSERT_TRUE(waitFor([&] { return table.viewport()->height() < height - table.rowHeight(0); }));
  EXPECT_TRUE(waitFor(isInSight, 2000));
}

TEST_F(PanesTest, TheTableOfEventsHasWhatTheFilterFinds) {
  open(Example::Queue);
  QTableView& table = raiseTable();
  auto& filter = find<QLineEdit>("filter");
  typeInto(filter, QStringLiteral("T1"));
  ASSERT_EQ(static_cast<std::size_t>(table.model()->rowCount()), timeline().eventsOf(1).size());
  clickRow(table, 1);
  EXPECT_EQ(selection().current().event, timeline().eventsOf(1)[1]);
  typeInto(filter, QStringLiteral("nosuchthing"));
  EXPECT_EQ(table.model()->rowCount(), 0);
  const QString said = find<QLabel>("stageCount").text();
  EXPECT_TRUE(said.contains(QLatin1String("nosuchthing"))) << said.toStdString();
  filter.clear();
  EXPECT_FALSE(find<QLabel>("stageCount").text().contains(QLatin1String("nosuchthing")));
  EXPECT_EQ(static_cast<std::size_t>(table.model()->rowCount()), timeline().size());
}

// The inspector, whose links lead to events.
class InspectorTest : public WindowTest {
protected:
  QTextBrowser& cause() { return find<QTextBrowser>("causeText"); }
  QTextBrowser& event() { return find<QTextBrowser>("eventText"); }
};

TEST_F(InspectorTest, EveryLinkOfTheCauseLeadsToItsEventAndTheCauseStays) {
  open(Example::LostUpdate);
  const Explanation bug = whyBug(timeline());
  const QString told = cause().toPlainText();
  EXPECT_TRUE(told.contains(fromText(bug.headline))) << told.toStdString();
  const std::size_t count = links(cause()).size();
  ASSERT_GE(count, 2u);
  for (std::size_t i = 0; i < count; i++) {
    selection().selectPosition(timeline().bug());
    const QTextFragment link = links(cause())[i];
    const QString address = link.charFormat().anchorHref();
    click(cause(), link.position());
    const EventNumber expected =
        address.startsWith(QStringLiteral("event:")) ? address.mid(6).toULongLong() : timeline().bug();
    EXPECT_EQ(selection().current().event, expected) << address.toStdString();
    EXPECT_EQ(cause().toPlainText(), told);
  }
}

TEST_F(InspectorTest, EventsOfTheCauseAreNumberedInTheirOrder) {
  for (const Example example : {Example::LostUpdate, Example::Transfer, Example::Queue}) {
    open(example);
    const std::vector<EventNumber> events = causeEvents(timeline(), whyBug(timeline()));
    ASSERT_FALSE(events.empty());
    std::map<unsigned, EventNumber> numbered;
    for (const QTextFragment& link : links(cause()))
      if (const unsigned number = link.text().toUInt(); number != 0)
        numbered[number] = link.charFormat().anchorHref().mid(6).toULongLong();
    EXPECT_EQ(numbered.size(), events.size()) << cause().toPlainText().toStdString();
    for (const auto& [number, event] : numbered)
      EXPECT_EQ(event, events[number - 1]);
  }
}

TEST_F(InspectorTest, TheSelectedEventIsExplainedBelow) {
  open(Example::LostUpdate);
  selection().selectEvent(3);
  EXPECT_TRUE(event().toPlainText().contains(fromText(why(timeline(), 3).headline)));
  EXPECT_TRUE(event().toPlainText().contains(fromText(eventText(timeline(), 3))));
  clickOn(cause(), QStringLiteral("the error shows here"));
  EXPECT_EQ(selection().current().position, timeline().bug());
}

TEST_F(InspectorTest, TheValuesOfALocationLeadToItsWriters) {
  open(Example::LostUpdate);
  const EventNumber last = timeline().bug() - 1; // the read that the assertion is about
  ASSERT_EQ(eventText(timeline(), last), "read balance = 20");
  selection().selectEvent(last);
  const QString text = event().toPlainText();
  EXPECT_TRUE(text.contains(QStringLiteral("balance, 4 bytes"))) << text.toStdString();
  for (const EventNumber access : timeline().touching(timeline().rangeOf(last)))
    EXPECT_TRUE(text.contains(fromText(eventText(timeline(), access)))) << access;
  EXPECT_FALSE(text.contains(QStringLiteral("next writer")));
  clickOn(event(), QStringLiteral("previous writer"));
  EXPECT_EQ(eventText(timeline(), *selection().current().event), "write balance = 20");
  event().setFocus();
  press(Qt::Key_P);
  EXPECT_EQ(eventText(timeline(), *selection().current().event), "write balance = 10");
  press(Qt::Key_P);
  EXPECT_EQ(eventText(timeline(), *selection().current().event), "write balance = 10") << "there is none before";
  press(Qt::Key_N);
  EXPECT_EQ(eventText(timeline(), *selection().current().event), "write balance = 20");
}

TEST_F(InspectorTest, TheOperationsOnALockLeadAlong) {
  open(Example::Queue);
  EventNumber lock = 1;
  while (timeline().event(lock).objectOp != ObjectOp::MutexLock || !writerAfter(timeline(), lock))
    lock++;
  selection().selectEvent(lock);
  EXPECT_TRUE(event().toPlainText().contains(QStringLiteral("object ")));
  event().setFocus();
  press(Qt::Key_N);
  const auto chain = timeline().chainOf(lock);
  EXPECT_EQ(selection().current().event, *std::ranges::upper_bound(chain, lock));
}

TEST_F(InspectorTest, TheStateIsThatOfThePosition) {
  open(Example::LostUpdate);
  const auto variable = [&] {
    const auto all = variablesAt(timeline(), selection().current().position, 10, [](EventNumber) { return true; });
    const auto found = std::ranges::find(all, "balance", &KnownVariable::name);
    return found == all.end() ? std::string() : found->value;
  };
  for (EventNumber position = 1; position <= timeline().size(); position++) {
    selection().selectPosition(position);
    std::string newest; // without the indices
    for (EventNumber number = 1; number <= position; number++)
      if (timeline().event(number).writes && timeline().event(number).what == "balance")
        newest = std::to_string(*timeline().event(number).written);
    EXPECT_EQ(variable(), newest) << position;
    EXPECT_TRUE(newest.empty() || event().toPlainText().contains(QStringLiteral("= ") + fromText(newest))) << position;
  }
  selection().selectPosition(1);
  EXPECT_TRUE(event().toPlainText().contains(QStringLiteral("not created yet"))) << event().toPlainText().toStdString();
  EXPECT_TRUE(event().toPlainText().contains(QStringLiteral("0/%1 done").arg(timeline().eventsOf(1).size())));
}

TEST_F(InspectorTest, LocksHaveHoldersAndThreadsThatWantThem) {
  open(Example::Transfer); // a deadlock of two locks
  selection().selectPosition(timeline().size());
  const std::vector<KnownLock> locks = locksAt(timeline(), timeline().size());
  ASSERT_EQ(locks.size(), 2u);
  for (const KnownLock& lock : locks) {
    EXPECT_EQ(lock.waiting.size(), 1u) << lock.name;
    EXPECT_NE(lock.waiting, std::vector<std::string>{lock.holder});
    EXPECT_TRUE(event().toPlainText().contains(QStringLiteral("held by ") + fromText(lock.holder)));
  }
  selection().selectPosition(0);
  EXPECT_TRUE(locksAt(timeline(), 0).empty());
  EXPECT_FALSE(event().toPlainText().contains(QStringLiteral("held by")));
}

// Also where the window has its size only after the execution was opened.
TEST_F(InspectorTest, TheCauseNeedsNoScrolling) {
  for (const Example example : {Example::Sensor, Example::LostUpdate, Example::Transfer}) {
    open(example);
    for (const QSize size : {QSize(1280, 800), QSize(1920, 1080), QSize(1280, 800)}) {
      window().resize(size);
      QTest::qWait(50);
      EXPECT_EQ(cause().verticalScrollBar()->maximum(), 0) << cause().toPlainText().toStdString();
      EXPECT_GT(event().height(), 60);
    }
  }
}

TEST_F(InspectorTest, ConditionsAreThereOnlyWithInputs) {
  open(Example::Sensor);
  EXPECT_TRUE(find<QWidget>("constraints").isVisible());
  open(Example::LostUpdate);
  EXPECT_FALSE(find<QWidget>("constraints").isVisible());
}

TEST_F(PanesTest, WithoutAnExecutionEachSaysSo) {
  constexpr std::array ids = {"stage", "inspector", "source", "replay"};
  const auto expectNotices = [&] {
    for (const char* id : ids)
      EXPECT_FALSE(pane(id).notice().isEmpty()) << id;
  };
  expectNotices();
  open(Example::Sensor);
  for (const char* id : ids)
    EXPECT_EQ(pane(id).notice(), QString()) << id;
  action(QStringLiteral("Close the execution")).trigger();
  EXPECT_EQ(selection().execution(), nullptr);
  expectNotices();
}

} // namespace
} // namespace revisit::gui::test
