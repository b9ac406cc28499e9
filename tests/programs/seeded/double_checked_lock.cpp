// Settings that are parsed when somebody first asks for them.
// BUG: the pointer that is tested without the lock is not atomic. The test races with the assignment, and a thread may
// see the pointer before the settings that it points to.
#include <atomic>
#include <cassert>
#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

class Settings {
public:
  static Settings parse(const std::string& text) {
    Settings settings;
    std::size_t begin = 0;
    while (begin < text.size()) {
      std::size_t end = text.find(';', begin);
      if (end == std::string::npos)
        end = text.size();
      settings.add(text.substr(begin, end - begin));
      begin = end + 1;
    }
    return settings;
  }

  int number(const std::string& key, int otherwise) const {
    auto found = m_values.find(key);
    return found == m_values.end() ? otherwise : std::stoi(found->second);
  }

private:
  void add(const std::string& line) {
    std::size_t equals = line.find('=');
    if (equals != std::string::npos)
      m_values[line.substr(0, equals)] = line.substr(equals + 1);
  }

  std::map<std::string, std::string> m_values;
};

class SettingsLoader {
public:
  explicit SettingsLoader(std::string text) : m_text(std::move(text)) {}
  ~SettingsLoader() { delete m_settings; }
  SettingsLoader(const SettingsLoader&) = delete;
  SettingsLoader& operator=(const SettingsLoader&) = delete;

  const Settings& get() {
    Settings* settings = m_settings;
    if (settings)
      return *settings;
    std::lock_guard lock(m_mutex);
    if (!m_settings) {
      m_settings = new Settings(Settings::parse(m_text));
      m_loads++;
    }
    return *m_settings;
  }

  int loads() const {
    std::lock_guard lock(m_mutex);
    return m_loads;
  }

private:
  const std::string m_text;
  mutable std::mutex m_mutex;
#ifdef BUG
  Settings* m_settings = nullptr;
#else
  std::atomic<Settings*> m_settings = nullptr;
#endif
  int m_loads = 0;
};

class Worker {
public:
  Worker(SettingsLoader& settings, int jobs) : m_settings(settings), m_jobs(jobs) {}

  void run() {
    const Settings& settings = m_settings.get();
    m_batches = (m_jobs + settings.number("batch", 1) - 1) / settings.number("batch", 1);
  }

  int batches() const { return m_batches; }

private:
  SettingsLoader& m_settings;
  const int m_jobs;
  int m_batches = 0;
};

int main() {
  SettingsLoader settings("batch=4;retries=2");
  Worker small(settings, 3), large(settings, 9);
  std::thread first([&small] { small.run(); });
  std::thread second([&large] { large.run(); });
  first.join();
  second.join();
  assert(small.batches() == 1 && large.batches() == 3);
  assert(settings.loads() == 1);
}
