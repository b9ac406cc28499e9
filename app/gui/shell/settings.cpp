#include "settings.h"

#include <QFileInfo>

namespace revisit::gui {
namespace {

constexpr int recentLimit = 10;
const QString themeKey = QStringLiteral("theme"), recentKey = QStringLiteral("recent"),
              geometryKey = QStringLiteral("window/geometry"), layoutKey = QStringLiteral("window/layout"),
              relationsKey = QStringLiteral("graph/relations");

} // namespace

Settings::Settings() : m_settings(QStringLiteral("revisit"), QStringLiteral("revisit-gui")) {}

Settings::Settings(const QString& file) : m_settings(file, QSettings::IniFormat) {}

ThemeKind Settings::theme() const {
  return m_settings.value(themeKey).toString() == QLatin1String("dark") ? ThemeKind::Dark : ThemeKind::Light;
}

void Settings::setTheme(ThemeKind kind) {
  m_settings.setValue(themeKey, kind == ThemeKind::Dark ? QStringLiteral("dark") : QStringLiteral("light"));
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

QByteArray Settings::layout() const {
  return m_settings.value(layoutKey).toByteArray();
}

void Settings::setGeometry(const QByteArray& geometry) {
  m_settings.setValue(geometryKey, geometry);
}

void Settings::setLayout(const QByteArray& layout) {
  m_settings.setValue(layoutKey, layout);
}

std::optional<QStringList> Settings::shownRelations() const {
  const QVariant value = m_settings.value(relationsKey);
  return value.isValid() ? std::optional(value.toStringList()) : std::nullopt;
}

void Settings::setShownRelations(const QStringList& names) {
  m_settings.setValue(relationsKey, names);
}

} // namespace revisit::gui
