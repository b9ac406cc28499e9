// The panes that lead to events by rows and links: events, threads, location, explanation.
#include "model/tables/events_model.h"
#include "model/text.h"
#include "query/explain/explain.h"
#include "query/timeline/event_text.h"
#include "view/widgets/table_fit.h"
#include "window_test.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextFragment>
#include <QToolButton>

#include <array>

namespace revisit::gui::test {
namespace {

class PanesTest : public WindowTest {
protected:
  // The event of a row of a table; nothing for a row that leads nowhere.
  static std::optional<EventNumber> eventOf(const QTableView& table, int row) {
    const QVariant event = table.model()->index(row, 0).data(EventsModel::EventRole);
    return event.isValid() ? std::optional<EventNumber>(event.toULongLong()) : std::nullopt;
  }
};

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
  auto& location = find<QTableView>("location table");
  const int last = location.model()->rowCount() - 1;
  EXPECT_EQ(location.model()->index(last, 0).data().toString(), QString::number(read));
  EXPECT_EQ(location.model()->index(last, 1).data().toString(), id);
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

TEST_F(PanesTest, ThreadsTellHowFarEachIsAndLeadToItsLastEvent) {
  open(Example::LostUpdate);
  raise("threads");
  auto& table = find<QTableView>("threads table");
  ASSERT_EQ(table.model()->rowCount(), 3);
  for (int thread = 0; thread < 3; thread++) {
    selection().selectPosition(timeline().bug());
    clickRow(table, thread);
    EXPECT_EQ(selection().current().event, timeline().lastOf(static_cast<unsigned>(thread), timeline().bug()));
  }
  selection().selectPosition(1);
  EXPECT_EQ(table.model()->index(1, 1).data().toString(), QStringLiteral("0/%1").arg(timeline().eventsOf(1).size()));
  EXPECT_TRUE(table.model()->index(2, 3).data().toString().startsWith(QLatin1String("not created yet")));
}

TEST_F(PanesTest, LocationShowsEveryValueAndLeadsToTheWriters) {
  open(Example::LostUpdate);
  raise("location");
  const EventNumber last = timeline().bug() - 1; // the read that the assertion is about
  ASSERT_EQ(eventText(timeline(), last), "read balance = 20");
  selection().selectEvent(last);
  EXPECT_TRUE(find<QLabel>("locationTitle").text().startsWith(QLatin1String("balance, 4 bytes")));
  auto& table = find<QTableView>("location table");
  EXPECT_EQ(table.model()->rowCount(), 5) << "three reads and two writes";
  auto& previous = find<QToolButton>("previousWriter");
  auto& next = find<QToolButton>("nextWriter");
  EXPECT_FALSE(next.isEnabled());
  EXPECT_FALSE(next.toolTip().isEmpty()) << "a button is grey without a reason";
  QTest::mouseClick(&previous, Qt::LeftButton);
  EXPECT_EQ(eventText(timeline(), *selection().current().event), "write balance = 20");
  QTest::mouseClick(&previous, Qt::LeftButton);
  EXPECT_EQ(eventText(timeline(), *selection().current().event), "write balance = 10");
  EXPECT_FALSE(previous.isEnabled());
  QTest::mouseClick(&next, Qt::LeftButton);
  EXPECT_EQ(eventText(timeline(), *selection().current().event), "write balance = 20");
  clickRow(table, 0);
  EXPECT_EQ(selection().current().event, eventOf(table, 0));
}

TEST_F(PanesTest, LocationOfALockLeadsAlongItsOperations) {
  open(Example::Transfer);
  raise("location");
  const auto chain = timeline().chainOf(timeline().bug() != 0 ? timeline().bug() : timeline().size());
  EventNumber lock = 1;
  while (timeline().event(lock).objectOp != ObjectOp::MutexLock)
    lock++;
  selection().selectEvent(lock);
  EXPECT_TRUE(find<QLabel>("locationTitle").text().startsWith(QLatin1String("object ")));
  EXPECT_EQ(find<QTableView>("location table").model()->rowCount(), static_cast<int>(timeline().chainOf(lock).size()));
  EXPECT_EQ(find<QToolButton>("nextWriter").text(), QStringLiteral("Next operation"));
}

TEST_F(PanesTest, LocationOfAnEventWithoutOneSaysWhatToChoose) {
  open(Example::LostUpdate);
  raise("location");
  selection().selectEvent(1); // a creation
  EXPECT_TRUE(pane("location").notice().contains(QLatin1String("Choose a read")));
}

TEST_F(PanesTest, EveryLinkOfAnExplanationLeadsToItsEvent) {
  open(Example::LostUpdate);
  raise("explanation");
  auto& text = find<QTextBrowser>("explanationText");
  EXPECT_TRUE(text.toPlainText().contains(fromText(whyBug(timeline()).headline))) << text.toPlainText().toStdString();
  const auto links = [&] {
    std::vector<QTextFragment> found;
    for (QTextBlock block = text.document()->begin(); block.isValid(); block = block.next())
      for (auto part = block.begin(); !part.atEnd(); ++part)
        if (part.fragment().charFormat().isAnchor())
          found.push_back(part.fragment());
    return found;
  };
  const std::size_t count = links().size();
  ASSERT_GE(count, 2u);
  for (std::size_t i = 0; i < count; i++) {
    selection().selectPosition(timeline().bug());
    const QString address = links()[i].charFormat().anchorHref();
    QTextCursor cursor(text.document());
    cursor.setPosition(links()[i].position() + 1);
    text.setTextCursor(cursor);
    text.ensureCursorVisible();
    QTest::mouseClick(text.viewport(), Qt::LeftButton, {}, text.cursorRect(cursor).center());
    EXPECT_EQ(QStringLiteral("event:%1").arg(*selection().current().event), address);
  }
}

TEST_F(PanesTest, AnExplanationOfAnotherEventLeadsBackToTheError) {
  open(Example::LostUpdate);
  raise("explanation");
  auto& text = find<QTextBrowser>("explanationText");
  selection().selectEvent(3);
  EXPECT_FALSE(text.toPlainText().contains(fromText(whyBug(timeline()).headline)));
  EXPECT_TRUE(text.toPlainText().contains(fromText(why(timeline(), 3).headline)));
  QTextCursor cursor = text.document()->find(QStringLiteral("Why does the error show?"));
  ASSERT_FALSE(cursor.isNull());
  text.setTextCursor(cursor);
  text.ensureCursorVisible();
  QTest::mouseClick(text.viewport(), Qt::LeftButton, {}, text.cursorRect(cursor).center() - QPoint(20, 0));
  EXPECT_EQ(selection().current().position, timeline().bug());
}

TEST_F(PanesTest, WithoutAnExecutionEachSaysSo) {
  constexpr std::array ids = {"stage", "explanation", "constraints", "source", "threads", "replay"};
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
