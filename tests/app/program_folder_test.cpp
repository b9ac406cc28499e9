// The cache of compiled programs: what is cleaned up and what stays.
#include "prepare/program_folder.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <thread>

namespace revisit::program_folder_test {
namespace {

namespace fs = std::filesystem;
using std::chrono::hours;

class ProgramFolders : public ::testing::Test {
protected:
  ProgramFolders() {
    std::string folder = (fs::temp_directory_path() / "revisit-cache-XXXXXX").string();
    m_cache = mkdtemp(folder.data());
  }
  ~ProgramFolders() override { fs::remove_all(m_cache); }

  // A program of 64 KiB that was last used some time ago.
  fs::path add(const std::string& name, hours ago) {
    const fs::path folder = m_cache / name;
    fs::create_directory(folder);
    std::ofstream(folder / "program") << std::string(1 << 16, 'x');
    age(folder / "program", ago);
    age(folder, ago);
    return folder;
  }

  static void age(const fs::path& path, hours ago) {
    const auto then = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now() - ago);
    const timespec times[] = {{then, 0}, {then, 0}};
    ASSERT_EQ(utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
  }

  fs::path m_cache;
};

TEST_F(ProgramFolders, TheUnusedGo) {
  const fs::path old = add("aaaaaa", hours(24 * 40)), young = add("bbbbbb", hours(24 * 20));
  cleanProgramFolders(m_cache);
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(young / "program"));
}

TEST_F(ProgramFolders, WhatWasUsedLastStaysWithinTheSize) {
  const fs::path oldest = add("aaaaaa", hours(30)), older = add("bbbbbb", hours(20)), newer = add("cccccc", hours(10));
  cleanProgramFolders(m_cache, {.bytes = 150'000});
  EXPECT_FALSE(fs::exists(oldest));
  EXPECT_TRUE(fs::exists(older));
  EXPECT_TRUE(fs::exists(newer));
  cleanProgramFolders(m_cache, {.bytes = 0, .youngest = hours(15)});
  EXPECT_FALSE(fs::exists(older));
  EXPECT_TRUE(fs::exists(newer)) << "used not long ago";
}

TEST_F(ProgramFolders, OnlyWhatWasMadeHereGoes) {
  const fs::path other = add("not ours", hours(24 * 400)), longer = add("aaaaaaa", hours(24 * 400));
  std::ofstream(m_cache / "bbbbbb") << "a file";
  age(m_cache / "bbbbbb", hours(24 * 400));
  const fs::path elsewhere = add("elsewhere", hours(24 * 400));
  fs::create_symlink(elsewhere, m_cache / "cccccc");
  cleanProgramFolders(m_cache);
  for (const fs::path& path : {other, longer, m_cache / "bbbbbb", elsewhere / "program", m_cache / "cccccc"})
    EXPECT_TRUE(fs::exists(path)) << path;
  cleanProgramFolders(m_cache / "nowhere"); // does nothing
}

TEST_F(ProgramFolders, WhatIsHeldStays) {
  setenv("XDG_CACHE_HOME", m_cache.c_str(), 1);
  std::string path;
  {
    const Result<ProgramFolder> held = ProgramFolder::make();
    ASSERT_TRUE(held.ok()) << held.error().what;
    path = held.value().path();
    age(path, hours(24 * 400));
    cleanProgramFolders(m_cache / "revisit");
    EXPECT_TRUE(fs::exists(path));
  }
  EXPECT_TRUE(fs::exists(path));
  cleanProgramFolders(m_cache / "revisit");
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(ProgramFolders, ManyAtOnce) {
  setenv("XDG_CACHE_HOME", m_cache.c_str(), 1);
  for (char c = 'a'; c <= 'z'; c++)
    add(std::string("old") + c + c + c, hours(24 * 400));
  std::vector<std::thread> all;
  for (int i = 0; i < 8; i++)
    all.emplace_back([&] {
      const Result<ProgramFolder> own = ProgramFolder::make();
      cleanProgramFolders(m_cache);
      cleanProgramFolders(m_cache / "revisit", {.bytes = 0});
      EXPECT_TRUE(own.ok() && fs::exists(own.value().path()));
    });
  for (std::thread& thread : all)
    thread.join();
  EXPECT_FALSE(fs::exists(m_cache / "oldaaa"));
}

} // namespace
} // namespace revisit::program_folder_test
