// What one thread sees of std::filesystem: -DCASE=... names the case. Each holds on Linux, too, in an empty folder.
#undef NDEBUG
#include <cassert>
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

int main() {
  CASE();
}
