// What one thread sees of patterns, walks and words: -DCASE=... names the case. Each holds on Linux, too.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <ftw.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wordexp.h>

#undef NDEBUG

static void touch(const char* path) {
  close(open(path, O_CREAT | O_WRONLY, 0644));
}
static void tree(void) {
  assert(mkdir("tree-of-a-test", 0755) == 0 && chdir("tree-of-a-test") == 0 && mkdir("a", 0755) == 0 &&
         mkdir("a/b", 0755) == 0 && mkdir("c", 0755) == 0);
  touch("a/one.c");
  touch("a/two.c");
  touch("a/three.h");
  touch("a/b/four.c");
  touch("a/.hidden.c");
  touch("five.c");
  touch("[x]");
}
static char text[1024];
static const char* joined(char** list, size_t count) {
  text[0] = 0;
  for (size_t i = 0; i < count; i++)
    strcat(strcat(text, i == 0 ? "" : " "), list[i]);
  return text;
}
static void finds(const char* pattern, int flags, const char* expected) {
  glob_t found;
  const int result = glob(pattern, flags, 0, &found);
  if (expected == NULL) {
    assert(result == GLOB_NOMATCH);
    return;
  }
  assert(result == 0);
  if (strcmp(joined(found.gl_pathv, found.gl_pathc), expected) != 0)
    fprintf(stderr, "%s: %s\n", pattern, text);
  assert(strcmp(text, expected) == 0 && found.gl_pathv[found.gl_pathc] == NULL);
  globfree(&found);
}

static void patterns(void) {
  tree();
  finds("a/*.c", 0, "a/one.c a/two.c");
  finds("*/*.c", 0, "a/one.c a/two.c");
  finds("a/*/*.c", 0, "a/b/four.c");
  finds("a/t*.?", 0, "a/three.h a/two.c");
  finds("a/[!t]*", 0, "a/b a/one.c");
  finds("five.c", 0, "five.c");
  finds("none*", 0, NULL);
  finds("none", 0, NULL);
  finds("none*", GLOB_NOCHECK, "none*");
  finds("none", GLOB_NOMAGIC, "none");
  finds("*", GLOB_MARK, "[x] a/ c/ five.c");
  finds("*", GLOB_ONLYDIR, "a c");
  finds("a/*.c", GLOB_PERIOD, "a/.hidden.c a/one.c a/two.c");
  finds("a/.*.c", 0, "a/.hidden.c");
  finds("\\[x\\]", 0, "[x]");
  finds("*/", 0, "a/ c/");
}
static void braces(void) {
  tree();
  finds("{c,a}", GLOB_BRACE, "c a");
  finds("a/{two,one}.c", GLOB_BRACE, "a/two.c a/one.c");
  finds("a/{t*,b/{four,five}.c}", GLOB_BRACE, "a/three.h a/two.c a/b/four.c");
  finds("{none,five}.c", GLOB_BRACE, "five.c");
  setenv("HOME", "/", 1);
  finds("~", GLOB_TILDE, "/");
}
static void appended(void) {
  tree();
  glob_t found = {.gl_offs = 2};
  assert(glob("a/*.c", GLOB_DOOFFS, 0, &found) == 0);
  assert(glob("*.c", GLOB_DOOFFS | GLOB_APPEND, 0, &found) == 0 && found.gl_pathc == 3);
  assert(found.gl_pathv[0] == NULL && found.gl_pathv[1] == NULL);
  assert(strcmp(joined(found.gl_pathv + 2, 3), "a/one.c a/two.c five.c") == 0);
  globfree(&found);
}

static int visited, deepest;
static char last[PATH_MAX];
static int visit(const char* path, const struct stat* status, int type, struct FTW* where) {
  visited += type == FTW_F ? 1 : type == FTW_D ? 100 : type == FTW_DP ? 10000 : type == FTW_SL ? 1000000 : 50000000;
  deepest = where->level > deepest ? where->level : deepest;
  assert(type == FTW_SL || (type == FTW_F) == S_ISREG(status->st_mode));
  if (strcmp(path + where->base, "four.c") == 0)
    assert(strcmp(path, "a/b/four.c") == 0 && where->level == 2);
  strcpy(last, path);
  return 0;
}
static int stops(const char* path, const struct stat* status, int type, struct FTW* where) {
  return strcmp(path, "a/b") == 0 ? 7 : 0;
}
static int skips(const char* path, const struct stat* status, int type, struct FTW* where) {
  visited++;
  return strcmp(path, "a/b") == 0 ? FTW_SKIP_SUBTREE : FTW_CONTINUE;
}
static void walks(void) {
  tree();
  assert(symlink("one.c", "a/link") == 0);
  assert(nftw("a", visit, 4, FTW_PHYS) == 0 && visited == 1000000 + 200 + 5 && deepest == 2);
  visited = 0;
  assert(nftw("a", visit, 4, FTW_DEPTH) == 0 && visited == 20000 + 6 && strcmp(last, "a") == 0);
  visited = 0;
  assert(nftw("a/", stops, 4, 0) == 7);
  assert(nftw("a", skips, 4, FTW_ACTIONRETVAL) == 0 && visited == 7);
  assert(nftw("none", visit, 4, 0) == -1 && errno == ENOENT);
  visited = 0;
  assert(nftw("a", visit, 4, FTW_PHYS | FTW_CHDIR) == 0 && visited == 1000000 + 200 + 5);
  assert(access("a/one.c", F_OK) == 0);
}
static int plain(const char* path, const struct stat* status, int type) {
  visited += type == FTW_F ? 1 : type == FTW_D ? 100 : 10000;
  return 0;
}
static void plainly(void) {
  tree();
  assert(ftw(".", plain, 4) == 0 && visited == 400 + 7);
}
static int isSource(const struct dirent* entry) {
  return fnmatch("*.c", entry->d_name, FNM_PERIOD) == 0;
}
static void lists(void) {
  tree();
  struct dirent** list;
  assert(scandir("a", &list, isSource, alphasort) == 2);
  assert(strcmp(list[0]->d_name, "one.c") == 0 && strcmp(list[1]->d_name, "two.c") == 0);
  assert(scandir("none", &list, 0, alphasort) == -1 && errno == ENOENT);
}

static void expands(const char* given, int flags, const char* expected) {
  wordexp_t words;
  assert(wordexp(given, &words, flags) == 0);
  text[0] = 0;
  for (size_t i = 0; i < words.we_wordc; i++)
    strcat(strcat(strcat(text, "<"), words.we_wordv[i]), ">");
  if (strcmp(text, expected) != 0)
    fprintf(stderr, "%s: %s\n", given, text);
  assert(strcmp(text, expected) == 0);
  wordfree(&words);
}
static void words(void) {
  tree();
  setenv("X", "one  two", 1);
  setenv("HOME", "/home", 1);
  unsetenv("Y");
  expands("a  b\tc", 0, "<a><b><c>");
  expands("'a b' \"c $X\" d\\ e", 0, "<a b><c one  two><d e>");
  expands("$X-${X}", 0, "<one><two-one><two>");
  expands("${Y:-other} ${X:+set} ${Y} \"\"", 0, "<other><set><>");
  expands("~ ~/x a~", 0, "</home></home/x><a~>");
  expands("a/*.c '*' *.none", 0, "<a/one.c><a/two.c><*><*.none>");
  expands("${#X}", 0, "<8>");
  wordexp_t none;
  assert(wordexp("a|b", &none, 0) == WRDE_BADCHAR && wordexp("'a", &none, 0) == WRDE_SYNTAX);
  assert(wordexp("$(ls)", &none, WRDE_NOCMD) == WRDE_CMDSUB && wordexp("$Y", &none, WRDE_UNDEF) == WRDE_BADVAL);
}
static void unique(void) {
  char one[] = "fileXXXXXX", other[] = "fileXXXXXX.txt", folder[] = "dirXXXXXX", wrong[] = "file";
  char whole[PATH_MAX], here[PATH_MAX];
  const int first = mkstemp(one), second = mkstemps(other, 4);
  assert(first >= 0 && second >= 0 && memcmp(one, other, 10) != 0 && strcmp(other + 10, ".txt") == 0);
  assert(mkdtemp(folder) == folder && mkstemp(wrong) == -1 && errno == EINVAL);
  assert(getcwd(here, sizeof here) != NULL && realpath("./", whole) != NULL && strcmp(here, whole) == 0);
  assert(symlink(folder, "link") == 0 && realpath("link/../link", whole) != NULL);
  assert(strcmp(whole + strlen(here) + 1, folder) == 0 && realpath("none", whole) == NULL && errno == ENOENT);
}

int main(void) {
  CASE();
  return 0;
}
