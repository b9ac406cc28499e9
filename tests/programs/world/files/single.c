// What one thread sees of files: -DCASE=... names the case. Each holds on Linux, too, in an empty folder.
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#undef NDEBUG
#define FAILS(call, error) (errno = 0, assert((call) == -1), assert(errno == (error)))

static char text[64];
static struct stat status;

static int make(const char* path, const char* content) {
  const int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0644);
  assert(file >= 0 && write(file, content, strlen(content)) == (ssize_t)strlen(content));
  return file;
}
static void expect(const char* path, const char* content) {
  const int file = open(path, O_RDONLY);
  const ssize_t bytes = read(file, text, sizeof text);
  assert(file >= 0 && bytes == (ssize_t)strlen(content) && memcmp(text, content, (size_t)bytes) == 0);
  assert(read(file, text, 9) == 0 && close(file) == 0);
}

static void write_read(void) {
  const int file = make("f", "hello");
  assert(lseek(file, 1, SEEK_SET) == 1 && read(file, text, 3) == 3 && memcmp(text, "ell", 3) == 0);
  assert(write(file, "O!", 2) == 2 && lseek(file, 0, SEEK_CUR) == 6 && close(file) == 0);
  expect("f", "hellO!");
}
static void open_errors(void) {
  FAILS(open("none", O_RDONLY), ENOENT);
  FAILS(open("none/f", O_RDWR | O_CREAT, 0600), ENOENT);
  FAILS(open("", O_RDONLY), ENOENT);
  close(make("f", "x"));
  FAILS(open("f", O_RDWR | O_CREAT | O_EXCL, 0600), EEXIST);
  FAILS(open("f/g", O_RDONLY), ENOTDIR);
  FAILS(open("f/", O_RDONLY), ENOTDIR);
  FAILS(open("f", O_RDONLY | O_DIRECTORY), ENOTDIR);
  FAILS(open(".", O_RDWR), EISDIR);
  FAILS(open("new/", O_RDWR | O_CREAT, 0600), EISDIR);
  FAILS(read(-1, text, 1), EBADF);
}
static void wrong_access(void) {
  close(make("f", "x"));
  const int reader = open("f", O_RDONLY), writer = open("f", O_WRONLY), folder = open(".", O_RDONLY);
  FAILS(write(reader, "x", 1), EBADF);
  FAILS(read(writer, text, 1), EBADF);
  FAILS(ftruncate(reader, 0), EINVAL);
  FAILS(read(folder, text, 1), EISDIR);
  FAILS(lseek(reader, -1, SEEK_SET), EINVAL);
  FAILS(lseek(reader, 0, 99), EINVAL);
  assert((fcntl(reader, F_GETFL) & O_ACCMODE) == O_RDONLY && (fcntl(writer, F_GETFL) & O_ACCMODE) == O_WRONLY);
}
static void truncates(void) {
  close(make("f", "hello"));
  const int file = open("f", O_RDWR | O_TRUNC);
  assert(fstat(file, &status) == 0 && status.st_size == 0);
  assert(write(file, "abcdef", 6) == 6 && ftruncate(file, 2) == 0 && ftruncate(file, 4) == 0);
  assert(pread(file, text, 9, 0) == 4 && memcmp(text, "ab\0\0", 4) == 0);
  assert(truncate("f", 1) == 0 && pread(file, text, 9, 0) == 1 && pread(file, text, 9, 3) == 0);
  FAILS(truncate("none", 1), ENOENT);
  FAILS(truncate(".", 1), EISDIR);
  FAILS(ftruncate(file, -1), EINVAL);
}
static void appends(void) {
  close(make("f", "one"));
  const int file = open("f", O_WRONLY | O_APPEND), other = open("f", O_WRONLY | O_APPEND);
  assert(write(file, "2", 1) == 1 && write(other, "3", 1) == 1 && write(file, "4", 1) == 1);
  assert(lseek(file, 0, SEEK_CUR) == 6 && lseek(other, 0, SEEK_CUR) == 5);
  expect("f", "one234");
}
static void hole(void) {
  const int file = make("f", "ab");
  assert(lseek(file, 4, SEEK_SET) == 4 && lseek(file, 0, SEEK_END) == 2 && lseek(file, 2, SEEK_CUR) == 4);
  assert(write(file, "c", 1) == 1 && pread(file, text, 9, 0) == 5 && memcmp(text, "ab\0\0c", 5) == 0);
  assert(pwrite(file, "x", 1, 1) == 1 && pread(file, text, 1, 1) == 1 && text[0] == 'x');
  FAILS(pread(file, text, 1, -1), EINVAL);
}
static void vectors(void) {
  const int file = make("f", "");
  struct iovec parts[] = {{(void*)"ab", 2}, {(void*)"cde", 3}};
  assert(writev(file, parts, 2) == 5 && lseek(file, 0, SEEK_SET) == 0);
  struct iovec to[] = {{text, 1}, {text + 8, 9}};
  assert(readv(file, to, 2) == 5 && text[0] == 'a' && memcmp(text + 8, "bcde", 4) == 0);
}
static void duplicates(void) {
  const int file = make("f", "hello"), other = dup(file), own = open("f", O_RDONLY);
  assert(lseek(file, 1, SEEK_SET) == 1 && read(other, text, 1) == 1 && text[0] == 'e');
  assert(lseek(file, 0, SEEK_CUR) == 2 && lseek(own, 0, SEEK_CUR) == 0);
  assert(close(file) == 0 && read(other, text, 1) == 1 && text[0] == 'l');
  assert(dup2(other, own) == own && read(own, text, 1) == 1 && text[0] == 'l' && lseek(other, 0, SEEK_CUR) == 4);
}
static void statuses(void) {
  const int file = make("f", "hello");
  assert(fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 5 && status.st_nlink == 1);
  const ino_t node = status.st_ino;
  assert((status.st_mode & 0777) == 0644 && stat("./f", &status) == 0 && status.st_ino == node);
  assert(stat(".", &status) == 0 && S_ISDIR(status.st_mode) && access("f", R_OK | W_OK) == 0);
  assert(fstatat(AT_FDCWD, "f", &status, 0) == 0 && status.st_ino == node);
  FAILS(stat("none", &status), ENOENT);
  FAILS(access("none", F_OK), ENOENT);
  assert(chmod("f", 0600) == 0 && stat("f", &status) == 0 && (status.st_mode & 07777) == 0600);
  assert(fchmod(file, 0640) == 0 && stat("f", &status) == 0 && (status.st_mode & 07777) == 0640);
  assert(fsync(file) == 0 && fdatasync(file) == 0);
}
static void masks(void) {
  assert(umask(077) == 022);
  close(open("f", O_CREAT | O_WRONLY, 0666));
  assert(stat("f", &status) == 0 && (status.st_mode & 0777) == 0600);
  assert(mkdir("d", 0777) == 0 && stat("d", &status) == 0 && (status.st_mode & 0777) == 0700);
}
static void unlinks(void) {
  const int file = make("f", "hello");
  assert(unlink("f") == 0 && fstat(file, &status) == 0 && status.st_nlink == 0);
  assert(pread(file, text, 9, 0) == 5 && write(file, "!", 1) == 1);
  FAILS(open("f", O_RDONLY), ENOENT);
  FAILS(unlink("f"), ENOENT);
  FAILS(unlink("."), EISDIR);
  close(make("f", "new"));
  expect("f", "new");
  assert(pread(file, text, 9, 0) == 6 && remove("f") == 0);
}
static void renames(void) {
  const int old = make("a", "first");
  close(make("b", "second"));
  const int gone = open("b", O_RDONLY);
  assert(rename("a", "b") == 0);
  expect("b", "first");
  assert(read(gone, text, 9) == 6 && memcmp(text, "second", 6) == 0);
  FAILS(open("a", O_RDONLY), ENOENT);
  FAILS(rename("a", "c"), ENOENT);
  assert(rename("b", "b") == 0 && write(old, "!", 1) == 1);
  expect("b", "first!");
  FAILS(renameat2(AT_FDCWD, "b", AT_FDCWD, "b", RENAME_NOREPLACE), EEXIST);
  close(make("a", "x"));
  FAILS(renameat2(AT_FDCWD, "a", AT_FDCWD, "b", RENAME_NOREPLACE), EEXIST);
}
static void folders(void) {
  assert(mkdir("d", 0755) == 0 && mkdir("d/e", 0755) == 0);
  FAILS(mkdir("d", 0755), EEXIST);
  FAILS(mkdir("none/d", 0755), ENOENT);
  close(make("d/f", "x"));
  FAILS(mkdir("d/f/g", 0755), ENOTDIR);
  FAILS(rmdir("d"), ENOTEMPTY);
  FAILS(rmdir("d/f"), ENOTDIR);
  FAILS(unlink("d/e"), EISDIR);
  FAILS(rmdir("d/."), EINVAL);
  expect("d/e/../f", "x");
  expect("./d//f", "x");
  assert(unlink("d/f") == 0 && rmdir("d/e") == 0 && rmdir("d") == 0);
  FAILS(rmdir("d"), ENOENT);
}
static void renamed_folder(void) {
  assert(mkdir("d", 0755) == 0 && mkdir("d/e", 0755) == 0 && mkdir("o", 0755) == 0);
  close(make("d/e/f", "x"));
  close(make("o/f", "y"));
  FAILS(rename("d", "d/e/d"), EINVAL);
  FAILS(rename("d", "o"), ENOTEMPTY);
  FAILS(rename("d", "o/f"), ENOTDIR);
  FAILS(rename("o/f", "d"), EISDIR);
  assert(rename("d", "o/d") == 0);
  expect("o/d/e/f", "x");
  expect("o/d/e/../../f", "y");
  FAILS(open("d/e/f", O_RDONLY), ENOENT);
  assert(unlink("o/f") == 0 && mkdir("p", 0755) == 0 && rename("o", "p") == 0);
  expect("p/d/e/f", "x");
}
static void lists(void) {
  static const char* const names[] = {".", "..", "a", "b", "e"};
  int seen[5] = {0};
  close(make("b", "x"));
  close(make("c", "x"));
  assert(mkdir("e", 0755) == 0);
  close(make("e/f", "x"));
  close(make("a", "x"));
  assert(unlink("c") == 0);
  DIR* const folder = opendir("e/..");
  struct dirent* entry;
  while ((entry = readdir(folder)) != 0)
    for (int i = 0; i < 5; i++)
      if (strcmp(entry->d_name, names[i]) == 0) {
        seen[i]++;
        assert(entry->d_type == (i < 2 || i == 4 ? DT_DIR : DT_REG));
      }
  for (int i = 0; i < 5; i++)
    assert(seen[i] == 1);
  assert(dirfd(folder) >= 0 && closedir(folder) == 0);
  FAILS(opendir("none") != 0 ? 0 : -1, ENOENT);
  FAILS(opendir("a") != 0 ? 0 : -1, ENOTDIR);
}
static void from_a_folder(void) {
  assert(mkdir("d", 0755) == 0);
  const int folder = open("d", O_RDONLY | O_DIRECTORY), file = openat(folder, "f", O_CREAT | O_RDWR, 0600);
  assert(folder >= 0 && file >= 0 && mkdirat(folder, "e", 0700) == 0 && rename("d", "g") == 0);
  assert(fstatat(folder, "f", &status, 0) == 0 && unlinkat(folder, "e", AT_REMOVEDIR) == 0);
  FAILS(openat(file, "x", O_RDONLY), ENOTDIR);
  assert(renameat(folder, "f", AT_FDCWD, "h") == 0 && unlinkat(AT_FDCWD, "h", 0) == 0 && rmdir("g") == 0);
  FAILS(openat(folder, "f", O_CREAT | O_RDWR, 0600), ENOENT);
}
static void working_folder(void) {
  char before[PATH_MAX], after[PATH_MAX];
  assert(getcwd(before, sizeof before) == before && mkdir("d", 0755) == 0 && chdir("d") == 0);
  assert(getcwd(after, sizeof after) == after && strcmp(after + strlen(before), "/d") == 0);
  close(make("f", "x"));
  assert(chdir("..") == 0);
  expect("d/f", "x");
  FAILS(chdir("d/f"), ENOTDIR);
  FAILS(chdir("none"), ENOENT);
  char real[PATH_MAX];
  assert(realpath("d/../d/f", real) == real && strcmp(real + strlen(after), "/f") == 0);
  assert(getcwd(real, 2) == 0 && errno == ERANGE);
}
static void links(void) {
  close(make("f", "hello"));
  assert(link("f", "g") == 0 && stat("g", &status) == 0 && status.st_nlink == 2);
  assert(unlink("f") == 0 && stat("g", &status) == 0 && status.st_nlink == 1);
  expect("g", "hello");
  FAILS(link("none", "x"), ENOENT);
  close(make("f", "other"));
  FAILS(link("f", "g"), EEXIST);
}
static void symbolic_links(void) {
  assert(symlink("f", "l") == 0 && symlink("l", "m") == 0 && symlink("loop", "loop") == 0);
  FAILS(open("l", O_RDONLY), ENOENT);
  close(make("m", "hello"));
  expect("f", "hello");
  assert(readlink("l", text, sizeof text) == 1 && text[0] == 'f');
  assert(lstat("l", &status) == 0 && S_ISLNK(status.st_mode) && status.st_size == 1);
  assert(stat("l", &status) == 0 && S_ISREG(status.st_mode));
  FAILS(readlink("f", text, 9), EINVAL);
  FAILS(open("loop", O_RDONLY), ELOOP);
  FAILS(open("l", O_RDONLY | O_NOFOLLOW), ELOOP);
  FAILS(symlink("x", "l"), EEXIST);
  assert(mkdir("d", 0755) == 0 && symlink("../f", "d/up") == 0 && symlink("d", "to") == 0);
  expect("to/up", "hello");
  assert(unlink("l") == 0 && stat("f", &status) == 0);
}
static void makes_temporary(void) {
  char a[] = "a-XXXXXX", b[] = "a-XXXXXX", d[] = "d-XXXXXX", wrong[] = "x";
  const int one = mkstemp(a), other = mkstemp(b);
  assert(one >= 0 && other >= 0 && strcmp(a, b) != 0 && strncmp(a, "a-", 2) == 0);
  assert(fstat(one, &status) == 0 && (status.st_mode & 0777) == 0600);
  assert(mkdtemp(d) == d && stat(d, &status) == 0 && (status.st_mode & 0777) == 0700);
  FAILS(mkstemp(wrong), EINVAL);
  const int memory = memfd_create("m", 0);
  assert(write(memory, "x", 1) == 1 && pread(memory, text, 9, 0) == 1);
}
static void record_locks(void) {
  const int file = make("f", "x"), other = open("f", O_RDWR), reader = open("f", O_RDONLY);
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
  assert(fcntl(file, F_SETLK, &lock) == 0 && fcntl(other, F_SETLKW, &lock) == 0);
  assert(fcntl(other, F_GETLK, &lock) == 0 && lock.l_type == F_UNLCK);
  lock.l_type = F_WRLCK;
  FAILS(fcntl(reader, F_SETLK, &lock), EBADF);
}
static void whole_locks(void) {
  const int file = make("f", "x"), other = open("f", O_RDWR), same = dup(file);
  assert(flock(file, LOCK_EX) == 0 && flock(same, LOCK_EX | LOCK_NB) == 0);
  FAILS(flock(other, LOCK_SH | LOCK_NB), EWOULDBLOCK);
  assert(flock(file, LOCK_SH) == 0 && flock(other, LOCK_SH | LOCK_NB) == 0);
  FAILS(flock(file, LOCK_EX | LOCK_NB), EWOULDBLOCK);
  assert(close(other) == 0 && flock(file, LOCK_EX | LOCK_NB) == 0 && close(file) == 0);
  const int last = open("f", O_RDWR);
  FAILS(flock(last, LOCK_EX | LOCK_NB), EWOULDBLOCK);
  assert(close(same) == 0 && flock(last, LOCK_EX | LOCK_NB) == 0 && flock(last, LOCK_UN) == 0);
}
static void permissions(void) {
  close(make("f", "x"));
  assert(chmod("f", 0) == 0 && access("f", X_OK) == -1 && errno == EACCES);
  if (geteuid() != 0)
    FAILS(open("f", O_RDONLY), EACCES);
}
static void devices(void) {
  const int null = open("/dev/null", O_RDWR), zero = open("/dev/zero", O_RDONLY);
  assert(write(null, "x", 1) == 1 && read(null, text, 1) == 0);
  text[0] = 'x';
  assert(read(zero, text, 2) == 2 && text[0] == 0);
}
// What is really there is read, and is there no more once it is removed.
static void really_there(void) {
  assert(stat("/etc/passwd", &status) == 0 && status.st_size > 5);
  const int file = open("/etc/passwd", O_RDONLY);
  assert(read(file, text, 5) == 5 && lseek(file, 0, SEEK_CUR) == 5 && pread(file, text + 8, 5, 0) == 5);
  assert(memcmp(text, text + 8, 5) == 0 && lseek(file, 0, SEEK_END) == status.st_size);
  assert(symlink("/etc", "l") == 0 && access("l/passwd", R_OK) == 0);
  FAILS(open("/etc/passwd/x", O_RDONLY), ENOTDIR);
  FAILS(open("/etc/none/x", O_RDONLY | O_CREAT, 0600), ENOENT);
}

int main(void) {
  CASE();
}
