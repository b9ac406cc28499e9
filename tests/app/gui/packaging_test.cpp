// What a desktop shows of the program before it runs: its entry and its icon.
#include "window_test.h"

#include <QIcon>
#include <QSettings>

#include <set>

namespace revisit::gui::test {
namespace {

const QString resources = QStringLiteral(SOURCES "/resources/");

TEST(PackagingTest, TheIconIsPaintedAtEverySize) {
  const QIcon icon(QStringLiteral(":/revisit.svg"));
  ASSERT_FALSE(icon.isNull());
  for (const int size : {16, 32, 128}) {
    const QImage picture = icon.pixmap(size).toImage();
    EXPECT_EQ(picture.size(), QSize(size, size));
    std::set<QRgb> colours;
    for (int y = 0; y < picture.height(); y++)
      for (int x = 0; x < picture.width(); x++)
        colours.insert(picture.pixel(x, y));
    EXPECT_GT(colours.size(), 10u) << size;
    EXPECT_EQ(qAlpha(picture.pixel(0, 0)), 0) << "the corners are round";
  }
}

TEST(PackagingTest, TheDesktopEntryStartsTheProgramWithItsIcon) {
  QSettings entry(resources + QStringLiteral("revisit.desktop"), QSettings::IniFormat);
  entry.beginGroup(QStringLiteral("Desktop Entry"));
  EXPECT_EQ(entry.value(QStringLiteral("Type")).toString(), QStringLiteral("Application"));
  EXPECT_EQ(entry.value(QStringLiteral("Exec")).toString(), QStringLiteral("revisit-gui %f"));
  const QString icon = entry.value(QStringLiteral("Icon")).toString();
  EXPECT_TRUE(QFile::exists(resources + icon + QStringLiteral(".svg"))) << icon.toStdString();
  for (const char* key : {"Name", "Comment", "Categories"})
    EXPECT_FALSE(entry.value(QLatin1String(key)).toString().isEmpty()) << key;
}

} // namespace
} // namespace revisit::gui::test
