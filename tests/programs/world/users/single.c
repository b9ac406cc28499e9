// Who a process is, and what it may become: -DCASE=... names the case. Each holds on Linux, too, for root and for
// others.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#undef NDEBUG
#define FAILS(call, error) (errno = 0, assert((call) == -1), assert(errno == (error)))

enum { Nobody = 65534, Same = -1 };

static uid_t users[3];
static gid_t groups[3];
static int isUsers(uid_t real, uid_t effective, uid_t saved) {
  assert(getresuid(&users[0], &users[1], &users[2]) == 0 && getuid() == users[0] && geteuid() == users[1]);
  assert((uid_t)syscall(SYS_getuid) == users[0] && (uid_t)syscall(SYS_geteuid) == users[1]);
  return users[0] == real && users[1] == effective && users[2] == saved;
}
static int isGroups(gid_t real, gid_t effective, gid_t saved) {
  assert(getresgid(&groups[0], &groups[1], &groups[2]) == 0 && getgid() == groups[0] && getegid() == groups[1]);
  return groups[0] == real && groups[1] == effective && groups[2] == saved;
}

// A process becomes what it is already.
static void the_same(void) {
  const uid_t user = getuid();
  const gid_t group = getgid();
  assert(setuid(user) == 0 && seteuid(user) == 0 && setreuid(user, Same) == 0 && setresuid(Same, Same, user) == 0);
  assert(setgid(group) == 0 && setegid(group) == 0 && setregid(Same, group) == 0 &&
         setresgid(group, group, group) == 0);
  assert(isUsers(user, user, user) && isGroups(group, group, group));
  FAILS(setuid(Same), EINVAL);
}
// Root gives up what it may, for good or for a while; others may not become somebody else.
static void less(void) {
  if (getuid() != 0) {
    FAILS(setuid(0), EPERM);
    FAILS(seteuid(Nobody), EPERM);
    FAILS(setgroups(0, 0), EPERM);
    return;
  }
  gid_t list[8] = {7, 9};
  assert(setgroups(2, list) == 0 && getgroups(0, 0) == 2 && getgroups(8, list) == 2 && list[1] == 9);
  FAILS(getgroups(1, list), EINVAL);
  assert(setgid(Nobody) == 0 && isGroups(Nobody, Nobody, Nobody));
  assert(seteuid(Nobody) == 0 && isUsers(0, Nobody, 0) && seteuid(0) == 0 && isUsers(0, 0, 0));
  assert(setuid(Nobody) == 0 && isUsers(Nobody, Nobody, Nobody));
  FAILS(setuid(0), EPERM);
  FAILS(setgroups(0, 0), EPERM);
  FAILS(setgid(0), EPERM);
  assert(getgroups(8, list) == 2);
}
static void exchanged(void) {
  if (getuid() != 0)
    return;
  assert(setreuid(5, 6) == 0 && isUsers(5, 6, 6) && setreuid(6, 5) == 0 && isUsers(6, 5, 5));
  FAILS(setresuid(7, Same, Same), EPERM);
  assert(setresuid(5, 6, Same) == 0 && isUsers(5, 6, 5));
}
static void permissions(void) {
  if (getuid() != 0)
    return;
  assert(chmod(".", 0755) == 0);
  close(open("secret", O_CREAT | O_WRONLY, 0600));
  close(open("public", O_CREAT | O_WRONLY, 0644));
  assert(setegid(Nobody) == 0 && seteuid(Nobody) == 0);
  FAILS(open("secret", O_RDONLY), EACCES);
  FAILS(open("public", O_WRONLY), EACCES);
  FAILS(open("mine", O_CREAT | O_WRONLY, 0600), EACCES);
  assert(close(open("public", O_RDONLY)) == 0 && seteuid(0) == 0 && close(open("secret", O_RDWR)) == 0);
}
static void lists(void) {
  gid_t list[64];
  int room = 64;
  assert(getgrouplist("root", 0, list, &room) >= 1 && list[0] == 0 && getgroups(64, list) >= 0);
  if (getuid() == 0)
    assert(initgroups("root", 3) == 0 && getgroups(64, list) >= 1 && list[0] == 3);
  else
    FAILS(initgroups("root", 3), EPERM);
}
static void settings(void) {
  struct rlimit limit, other;
  assert(getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur <= limit.rlim_max);
  other = limit;
  other.rlim_cur = 100;
  assert(setrlimit(RLIMIT_NOFILE, &other) == 0 && getrlimit(RLIMIT_NOFILE, &other) == 0 && other.rlim_cur == 100);
  assert(sysconf(_SC_OPEN_MAX) == 100);
  assert(umask(027) >= 0 && umask(022) == 027);
  double loads[3];
  assert(getloadavg(loads, 3) == 3 && loads[0] >= 0);
  struct rusage usage;
  assert(getrusage(RUSAGE_SELF, &usage) == 0);
}

int main(void) {
  CASE();
  return 0;
}
