#include "settings.h"

#include <QFileInfo>
#include <QJsonDocument>

namespace revisit::gui {
namespace {

constexpr int recentLimit = 10;
const QString themeKey = QStringLiteral("theme"), recentKey = QStringLiteral("recent"),
              geometryKey = QStringLiteral("window/geometry"), sessionKey = QStringLiteral("session"),
              bookmarksKey = QStringLiteral("bookmarks/"), librariesKey = QStringLiteral("libraries");

} // namespace

Settings::Settings() : m_settings(QStringLiteral("revisit"), QStringLiteral("revisit-gui")) {}

Settings::Settings(const QString& file) : m_settings(file, QSettings::IniFormat) {}

ThemeKind Settings::theme() const {
  return m_settings.value(themeKey).toString() == QLatin1String("dark") ? ThemeKind::Dark : ThemeKind::Light;
}

void Settings::setTheme(ThemeKind kind) {
  m_settings.setValue(themeKey, kind == ThemeKind::Dark ? QStringLiteral("dark") : QStringLiteral("light"));
}

bool Settings::showsLibraries() const {
  return m_settings.value(librariesKey).toBool();
}

void Settings::setShowsLibraries(bool shows) {
  m_settings.setValue(librariesKey, shows);
}

QStringList Settings::recentFiles() const {
  return m_settings.value(recentKey).toStringList();
}

void Settings::addRecentFile(const QString& path) {
  const QString whole = QFileInfo(path).absoluteFilePath();
  QStringList files = recentFiles();
  files.removeAll(whole);
  files.prepend(whole);
  while (files.size() > recentLimit)
    files.removeLast();
  m_settings.setValue(recentKey, files);
}

QByteArray Settings::geometry() const {
  return m_settings.value(geometryKey).toByteArray();
}

void Settings::setGeometry(const QByteArray& geometry) {
  if (this->geometry() != geometry) // an unchanged value is not written
    m_settings.setValue(geometryKey, geometry);
}

// Stored as JSON, so that the file is readable.
QVariantMap Settings::session() const {
  return QJsonDocument::fromJson(m_settings.value(sessionKey).toString().toUtf8()).toVariant().toMap();
}

void Settings::setSession(const QVariantMap& session) {
  m_settings.setValue(sessionKey,
                      QString::fromUtf8(QJsonDocument::fromVariant(session).toJson(QJsonDocument::Compact)));
}

QVariantList Settings::bookmarks(const QString& buildId) const {
  return QJsonDocument::fromJson(m_settings.value(bookmarksKey + buildId).toString().toUtf8()).toVariant().toList();
}

void Settings::setBookmarks(const QString& buildId, const QVariantList& bookmarks) {
  if (bookmarks.isEmpty())
    m_settings.remove(bookmarksKey + buildId);
  else
    m_settings.setValue(bookmarksKey + buildId,
                        QString::fromUtf8(QJsonDocument::fromVariant(bookmarks).toJson(QJsonDocument::Compact)));
}

} // namespace revisit::gui
