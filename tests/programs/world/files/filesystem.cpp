// What one thread sees of std::filesystem: -DCASE=... names the case. Each holds on Linux, too, in an empty folder.
#undef NDEBUG
#include <algorithm>
#include <cassert>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

namespace fs = std::filesystem;

static void make(const fs::path& p, const std::string& content = "x") {
  std::ofstream(p) << content;
}

static void files(void) {
  assert(!fs::exists("f"));
  make("f", "hello");
  assert(fs::exists("f") && fs::is_regular_file("f") && fs::file_size("f") == 5 && !fs::is_empty("f"));
  fs::resize_file("f", 2);
  fs::rename("f", "g");
  assert(!fs::exists("f") && fs::file_size("g") == 2 && fs::remove("g") && !fs::remove("g"));
}
static void folders(void) {
  assert(fs::create_directories("a/b/c") && !fs::create_directories("a/b/c") && !fs::create_directory("a"));
  make("a/b/f");
  make("a/g");
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator("a"))
    names.insert(entry.path().filename().string() + (entry.is_directory() ? "/" : ""));
  assert((names == std::set<std::string>{"b/", "g"}) && fs::is_empty("a/b/c") && !fs::is_empty("a"));
  assert(fs::remove_all("a") == 5 && !fs::exists("a") && fs::remove_all("a") == 0);
}
static void errors(void) {
  std::error_code problem;
  assert(!fs::create_directory("none/d", problem) && problem == std::errc::no_such_file_or_directory);
  assert(fs::file_size("none", problem) == std::uintmax_t(-1) && problem);
  assert(fs::status("none").type() == fs::file_type::not_found);
  try {
    fs::rename("none", "other");
    assert(false);
  } catch (const fs::filesystem_error& error) {
    assert(error.code() == std::errc::no_such_file_or_directory && error.path1() == "none" && error.path2() == "other");
  }
  make("f");
  assert(!fs::create_directory("f", problem) && problem == std::errc::file_exists);
  for (const auto& entry : fs::directory_iterator("f", problem))
    assert(entry.path().empty());
  assert(problem == std::errc::not_a_directory);
}
static void copies(void) {
  make("f", "one");
  assert(fs::copy_file("f", "g") && fs::file_size("g") == 3);
  std::error_code problem;
  assert(!fs::copy_file("f", "g", problem) && problem == std::errc::file_exists);
  make("f", "longer");
  assert(!fs::copy_file("f", "g", fs::copy_options::skip_existing) && fs::file_size("g") == 3);
  assert(fs::copy_file("f", "g", fs::copy_options::overwrite_existing) && fs::file_size("g") == 6);
}
static void links(void) {
  make("f", "one");
  fs::create_symlink("f", "l");
  fs::create_hard_link("f", "h");
  assert(fs::is_symlink("l") && fs::read_symlink("l") == "f" && fs::file_size("l") == 3 &&
         fs::hard_link_count("f") == 2);
  assert(fs::equivalent("f", "h") && fs::equivalent("f", "l") && fs::canonical("l").filename() == "f");
}
static void working_folder(void) {
  const fs::path before = fs::current_path();
  fs::create_directory("d");
  fs::current_path("d");
  assert(fs::current_path() == before / "d" && fs::absolute("x") == before / "d" / "x");
  make("f");
  assert(fs::exists(before / "d" / "f") && fs::exists("../d/f") && fs::is_directory(fs::temp_directory_path()));
}
static void permissions(void) {
  make("f");
  fs::permissions("f", fs::perms::owner_read);
  assert(fs::status("f").permissions() == fs::perms::owner_read);
  fs::permissions("f", fs::perms::owner_write, fs::perm_options::add);
  assert(fs::status("f").permissions() == (fs::perms::owner_read | fs::perms::owner_write));
}
static void parts(void) {
  const fs::path p("/a//b/c.tar.gz");
  assert(p.root_path() == "/" && p.filename() == "c.tar.gz" && p.stem() == "c.tar" && p.extension() == ".gz");
  assert(p.parent_path() == "/a//b" && p.parent_path().native() == "/a//b" && p.relative_path() == "a/b/c.tar.gz");
  assert(fs::path("a/").filename() == "" && fs::path("a/").parent_path() == "a" && fs::path("/").parent_path() == "/");
  assert(fs::path("a").parent_path().empty() && fs::path(".x").stem() == ".x" && fs::path("..").extension() == "");
  assert(fs::path("a/b") < fs::path("a/c") && fs::path("a") < fs::path("/a") && fs::path("a/b") != fs::path("a/b/"));
  assert(fs::path("x.c").replace_extension("o") == "x.o" && fs::path("x").replace_extension(".o") == "x.o");
  for (const auto& [given, normal] : {std::pair{"a/./b", "a/b"},
                                      {"a/../b", "b"},
                                      {"../a", "../a"},
                                      {"a/..", "."},
                                      {"/..", "/"},
                                      {"a/b/..", "a/"},
                                      {"a/b/.", "a/b/"},
                                      {"/a/../..", "/"},
                                      {"../..", "../.."},
                                      {"a//b/", "a/b/"},
                                      {"./a", "a"},
                                      {"a/../../b", "../b"}})
    assert(fs::path(given).lexically_normal().native() == normal);
  std::string all;
  for (const auto& part : fs::path("/a//b/"))
    all += "[" + part.string() + "]";
  assert(all == "[/][a][b][]");
}

static void recursive_lists(void) {
  fs::create_directories("a/b/c");
  make("a/b/f");
  make("a/g");
  fs::create_directory_symlink("b", "a/l");
  std::set<std::string> names;
  int deepest = 0;
  for (auto it = fs::recursive_directory_iterator("a"); it != fs::recursive_directory_iterator(); ++it) {
    names.insert(it->path().string());
    deepest = std::max(deepest, it.depth());
  }
  assert((names == std::set<std::string>{"a/b", "a/b/c", "a/b/f", "a/g", "a/l"}) && deepest == 1);
  int count = 0;
  for (auto it = fs::recursive_directory_iterator("a"); it != fs::recursive_directory_iterator(); ++it, count++)
    it.disable_recursion_pending();
  assert(count == 3);
  const auto follows = fs::directory_options::follow_directory_symlink;
  for (const auto& entry : fs::recursive_directory_iterator("a", follows))
    count += !entry.path().empty();
  assert(count == 3 + 7);
  std::error_code problem;
  assert(fs::recursive_directory_iterator("none", problem) == fs::recursive_directory_iterator() && problem);
}
static void copies_of_folders(void) {
  fs::create_directories("a/b");
  make("a/b/f", "one");
  make("a/g");
  fs::create_symlink("g", "a/l");
  fs::copy("a", "flat");
  assert(fs::exists("flat/g") && !fs::exists("flat/b") && fs::is_regular_file(fs::symlink_status("flat/l")));
  fs::copy("a", "deep", fs::copy_options::recursive | fs::copy_options::copy_symlinks);
  assert(fs::file_size("deep/b/f") == 3 && fs::is_symlink("deep/l") && fs::read_symlink("deep/l") == "g");
  fs::copy("a/g", "flat/again");
  fs::copy_symlink("a/l", "m");
  std::error_code problem;
  fs::copy("a/g", "flat/again", problem);
  assert(fs::is_symlink("m") && problem == std::errc::file_exists);
  fs::copy("none", "x", problem);
  assert(problem == std::errc::no_such_file_or_directory);
}
static void times_and_space(void) {
  make("f");
  using Clock = fs::file_time_type::clock;
  const fs::file_time_type time(std::chrono::floor<std::chrono::seconds>(Clock::now().time_since_epoch()) -
                                std::chrono::hours(24));
  fs::last_write_time("f", time);
  assert(fs::last_write_time("f") == time && time < Clock::now());
  assert(fs::space(".").capacity >= fs::space(".").available);
}
static void relative_paths(void) {
  assert(fs::path("/a/d").lexically_relative("/a/b/c") == "../../d" && fs::path("a").lexically_relative("a") == ".");
  assert(fs::path("a/b/c").lexically_relative("a") == "b/c" && fs::path("a").lexically_relative("/") == "");
  assert(fs::path("a/b").lexically_proximate("c") == "../a/b" && fs::hash_value("a//b") == fs::hash_value("a/b"));
  fs::create_directories("d/e");
  assert(fs::relative("d/e", "d") == "e" && fs::weakly_canonical("d/e/../none/x").filename() == "x");
  assert(fs::weakly_canonical("d/./none") == fs::current_path() / "d" / "none");
  const fs::path p("/a/b/");
  auto it = p.end();
  std::string all;
  while (it != p.begin())
    all += "[" + (--it)->string() + "]";
  assert(all == "[][b][a][/]");
}

int main() {
  CASE();
}
