/* Users and groups are those of /etc/passwd and /etc/group. -DWRONG takes a user that is not there for one. */
#include <assert.h>
#include <grp.h>
#include <pwd.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  struct passwd *user = getpwuid(0), copy, *result;
  char buffer[4096];
  assert(user != NULL && strcmp(user->pw_name, "root") == 0 && user->pw_gid == 0 && strcmp(user->pw_dir, "/root") == 0);
  assert(getpwnam_r("root", &copy, buffer, sizeof buffer, &result) == 0 && result == &copy && copy.pw_uid == 0);
  assert(getpwnam_r("no such user", &copy, buffer, sizeof buffer, &result) == 0 && result == NULL);
  struct group *group = getgrnam("root");
  assert(group != NULL && group->gr_gid == 0 && group->gr_mem != NULL && group->gr_mem[0] == NULL);
  assert(setuid(getuid()) == 0 && setegid(getegid()) == 0);
#ifdef WRONG
  assert(getpwnam("no such user") != NULL);
#else
  assert(getpwnam("no such user") == NULL);
#endif
  return 0;
}
