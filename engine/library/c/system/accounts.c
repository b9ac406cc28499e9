// Users and groups in instrumented code, as /etc/passwd and /etc/group tell them; nobody else is asked. The pass
// renames a program's calls to these functions.
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LineBytes = 4096, Members = 64 };

// By name, or by number where there is no name.
typedef struct Wanted {
  const char* name;
  unsigned number;
} Wanted;

static char* field(char** rest) {
  char* const begin = *rest;
  char* const end = strchr(begin, ':');
  if (end != NULL)
    *end = 0;
  *rest = end != NULL ? end + 1 : begin + strlen(begin);
  return begin;
}

static bool isWanted(const Wanted* wanted, const char* name, unsigned number) {
  return wanted->name != NULL ? strcmp(wanted->name, name) == 0 : wanted->number == number;
}

static bool isUser(char* line, const Wanted* wanted, struct passwd* to) {
  to->pw_name = field(&line);
  to->pw_passwd = field(&line);
  to->pw_uid = (uid_t)strtoul(field(&line), NULL, 10);
  to->pw_gid = (gid_t)strtoul(field(&line), NULL, 10);
  to->pw_gecos = field(&line);
  to->pw_dir = field(&line);
  to->pw_shell = field(&line);
  return isWanted(wanted, to->pw_name, to->pw_uid);
}

// `members` has room for the pointers to the names, and the null behind them.
static bool isGroup(char* line, const Wanted* wanted, char** members, struct group* to) {
  to->gr_name = field(&line);
  to->gr_passwd = field(&line);
  to->gr_gid = (gid_t)strtoul(field(&line), NULL, 10);
  to->gr_mem = members;
  char* save = NULL;
  int count = 0;
  for (char* name = strtok_r(line, ",", &save); name != NULL && count < Members; name = strtok_r(NULL, ",", &save))
    members[count++] = name;
  members[count] = NULL;
  return isWanted(wanted, to->gr_name, to->gr_gid);
}

// Looks through a file line by line, each in the buffer: one of the two results is not null. 0, also if there is none;
// an error number.
static int find(const char* path, const Wanted* wanted, struct passwd* user, struct group* group, char* buffer,
                size_t bytes, bool* found) {
  const uintptr_t start = ((uintptr_t)buffer + sizeof(char*) - 1) / sizeof(char*) * sizeof(char*);
  const size_t ofMembers = group != NULL ? (Members + 1) * sizeof(char*) : 0;
  const size_t before = (size_t)(start - (uintptr_t)buffer) + ofMembers;
  char* const line = buffer + before;
  *found = false;
  if (bytes < before + 2)
    return ERANGE;
  FILE* const file = fopen(path, "re");
  if (file == NULL)
    return errno == ENOENT ? 0 : errno;
  int problem = 0;
  while (!*found && problem == 0 && fgets(line, (int)(bytes - before), file) != NULL) {
    const size_t length = strlen(line);
    if (line[length - 1] != '\n' && !feof(file))
      problem = ERANGE;
    else if (line[length - 1] == '\n')
      line[length - 1] = 0;
    if (problem == 0)
      *found = user != NULL ? isUser(line, wanted, user) : isGroup(line, wanted, (char**)start, group);
  }
  fclose(file);
  return problem;
}

static int findUser(Wanted wanted, struct passwd* to, char* buffer, size_t bytes, struct passwd** result) {
  bool found;
  const int problem = find("/etc/passwd", &wanted, to, NULL, buffer, bytes, &found);
  *result = problem == 0 && found ? to : NULL;
  return problem;
}

static int findGroup(Wanted wanted, struct group* to, char* buffer, size_t bytes, struct group** result) {
  bool found;
  const int problem = find("/etc/group", &wanted, NULL, to, buffer, bytes, &found);
  *result = problem == 0 && found ? to : NULL;
  return problem;
}

int revisit_libc_getpwnam_r(const char* name, struct passwd* to, char* buffer, size_t bytes, struct passwd** result) {
  return findUser((Wanted){name, 0}, to, buffer, bytes, result);
}
int revisit_libc_getpwuid_r(uid_t user, struct passwd* to, char* buffer, size_t bytes, struct passwd** result) {
  return findUser((Wanted){NULL, user}, to, buffer, bytes, result);
}
int revisit_libc_getgrnam_r(const char* name, struct group* to, char* buffer, size_t bytes, struct group** result) {
  return findGroup((Wanted){name, 0}, to, buffer, bytes, result);
}
int revisit_libc_getgrgid_r(gid_t group, struct group* to, char* buffer, size_t bytes, struct group** result) {
  return findGroup((Wanted){NULL, group}, to, buffer, bytes, result);
}

// The results of these are the same memory for all threads, as in the C library.
static struct passwd* theUser(Wanted wanted) {
  static struct passwd user;
  static char buffer[LineBytes];
  struct passwd* result;
  const int problem = findUser(wanted, &user, buffer, sizeof buffer, &result);
  if (problem != 0)
    errno = problem;
  return result;
}
static struct group* theGroup(Wanted wanted) {
  static struct group group;
  static char buffer[LineBytes];
  struct group* result;
  const int problem = findGroup(wanted, &group, buffer, sizeof buffer, &result);
  if (problem != 0)
    errno = problem;
  return result;
}

struct passwd* revisit_libc_getpwnam(const char* name) {
  return theUser((Wanted){name, 0});
}
struct passwd* revisit_libc_getpwuid(uid_t user) {
  return theUser((Wanted){NULL, user});
}
struct group* revisit_libc_getgrnam(const char* name) {
  return theGroup((Wanted){name, 0});
}
struct group* revisit_libc_getgrgid(gid_t group) {
  return theGroup((Wanted){NULL, group});
}

// The groups that list the user as a member, at most `room`: their number.
int revisit_group_list(const char* user, gid_t* to, int room) {
  char line[LineBytes];
  int count = 0;
  FILE* const file = fopen("/etc/group", "re");
  while (file != NULL && count < room && fgets(line, sizeof line, file) != NULL) {
    const size_t length = strlen(line);
    if (length != 0 && line[length - 1] == '\n')
      line[length - 1] = 0;
    char* members[Members + 1];
    struct group group;
    isGroup(line, &(Wanted){NULL, 0}, members, &group);
    for (int i = 0; members[i] != NULL; i++)
      if (strcmp(members[i], user) == 0) {
        to[count++] = group.gr_gid;
        break;
      }
  }
  if (file != NULL)
    fclose(file);
  return count;
}
