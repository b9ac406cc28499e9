// The users and groups of the process in instrumented code. A process begins with those of `revisit`; what it becomes
// then follows from the system's rules and is noted only. The pass renames a program's calls to these functions.
#include "c/system/credentials.h"

#include "c/machine/machine.h"

#include <errno.h>
#include <grp.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

enum { MostGroups = 64 };

typedef struct Numbers {
  unsigned real, effective, saved;
} Numbers;

// Of a process. As long as nothing was changed, `isChanged` says so and nobody takes the lock.
typedef struct Credentials {
  pthread_mutex_t lock;
  int isChanged;
  Numbers user, group;
  int groupCount;
  gid_t groups[MostGroups];
} Credentials;

static Credentials* credentialsOf(unsigned process) {
  return (Credentials*)(REVISIT_MACHINE_PROCESSES + process * REVISIT_MACHINE_PROCESS_STRIDE +
                        REVISIT_MACHINE_CREDENTIALS);
}
static Credentials* ours(void) {
  return credentialsOf(revisit_machine_process());
}

typedef struct Identity {
  Numbers user, group;
} Identity;

static Identity atFirst(void) {
  return (Identity){{getuid(), geteuid(), geteuid()}, {getgid(), getegid(), getegid()}};
}

// The calling thread has the lock. What was never changed is what the process began with.
static void load(Credentials* own) {
  if (own->isChanged)
    return;
  const Identity first = atFirst();
  own->user = first.user;
  own->group = first.group;
  own->groupCount = revisit_machine_groups(own->groups, MostGroups);
}

static Identity identity(void) {
  Credentials* const own = ours();
  if (machineLoad(&own->isChanged) == 0)
    return atFirst();
  pthread_mutex_lock(&own->lock);
  const Identity now = {own->user, own->group};
  pthread_mutex_unlock(&own->lock);
  return now;
}

bool revisit_user_is_first(void) {
  Credentials* const own = ours();
  return machineLoad(&own->isChanged) == 0;
}

void revisit_user_copy(unsigned process) {
  Credentials* const own = ours();
  if (machineLoad(&own->isChanged) == 0)
    return;
  Credentials* const other = credentialsOf(process);
  pthread_mutex_lock(&own->lock);
  other->user = own->user;
  other->group = own->group;
  other->groupCount = own->groupCount;
  memcpy(other->groups, own->groups, sizeof own->groups);
  machineStore(&other->isChanged, 1);
  pthread_mutex_unlock(&own->lock);
}

uid_t revisit_libc_getuid(void) {
  return revisit_machine_runs() ? identity().user.real : getuid();
}
uid_t revisit_libc_geteuid(void) {
  return revisit_machine_runs() ? identity().user.effective : geteuid();
}
gid_t revisit_libc_getgid(void) {
  return revisit_machine_runs() ? identity().group.real : getgid();
}
gid_t revisit_libc_getegid(void) {
  return revisit_machine_runs() ? identity().group.effective : getegid();
}

static int give(Numbers from, unsigned* real, unsigned* effective, unsigned* saved) {
  *real = from.real;
  *effective = from.effective;
  *saved = from.saved;
  return 0;
}

int revisit_libc_getresuid(uid_t* real, uid_t* effective, uid_t* saved) {
  return revisit_machine_runs() ? give(identity().user, real, effective, saved) : getresuid(real, effective, saved);
}
int revisit_libc_getresgid(gid_t* real, gid_t* effective, gid_t* saved) {
  return revisit_machine_runs() ? give(identity().group, real, effective, saved) : getresgid(real, effective, saved);
}

static const unsigned same = UINT_MAX;

static bool isOneOf(unsigned number, Numbers numbers) {
  return number == numbers.real || number == numbers.effective || number == numbers.saved;
}

// What a change makes of the numbers of users or groups; false: only root may do that.
typedef bool Change(Numbers* numbers, Numbers wanted, bool isRoot);

static bool setAll(Numbers* numbers, Numbers wanted, bool isRoot) {
  const unsigned all = wanted.real;
  if (isRoot)
    *numbers = (Numbers){all, all, all};
  else if (all == numbers->real || all == numbers->saved)
    numbers->effective = all;
  else
    return false;
  return true;
}

static bool setEffective(Numbers* numbers, Numbers wanted, bool isRoot) {
  const unsigned effective = wanted.effective;
  if (!isRoot && !isOneOf(effective, *numbers))
    return false;
  numbers->effective = effective;
  return true;
}

static bool setTwo(Numbers* numbers, Numbers wanted, bool isRoot) {
  const unsigned real = wanted.real, effective = wanted.effective;
  const Numbers before = *numbers;
  if (real != same) {
    if (!isRoot && real != before.real && real != before.effective)
      return false;
    numbers->real = real;
  }
  if (effective != same) {
    if (!isRoot && !isOneOf(effective, before))
      return false;
    numbers->effective = effective;
  }
  if (real != same || (effective != same && effective != before.real))
    numbers->saved = numbers->effective;
  return true;
}

static bool setThree(Numbers* numbers, Numbers given, bool isRoot) {
  const Numbers before = *numbers;
  const unsigned wanted[] = {given.real, given.effective, given.saved};
  unsigned* const to[] = {&numbers->real, &numbers->effective, &numbers->saved};
  for (int i = 0; i < 3; i++) {
    if (wanted[i] == same)
      continue;
    if (!isRoot && !isOneOf(wanted[i], before))
      return false;
    *to[i] = wanted[i];
  }
  return true;
}

// The change of the users, or of the groups. One that changes nothing leaves no trace.
static int become(bool isOfUsers, Change* change, Numbers given) {
  Credentials* const own = ours();
  pthread_mutex_lock(&own->lock);
  load(own);
  Numbers* const numbers = isOfUsers ? &own->user : &own->group;
  Numbers wanted = *numbers;
  const bool isPermitted = change(&wanted, given, own->user.effective == 0);
  if (isPermitted && memcmp(&wanted, numbers, sizeof wanted) != 0) {
    *numbers = wanted;
    machineStore(&own->isChanged, 1);
  }
  pthread_mutex_unlock(&own->lock);
  return (int)revisit_machine_result(isPermitted ? 0 : -EPERM);
}

// As the functions of the same name: `given` are the numbers that they want.
#define REVISIT_BECOME(name, isOfUsers, change, parameters, arguments, isInvalid, ...)                                 \
  int revisit_libc_##name parameters {                                                                                 \
    if (!revisit_machine_runs())                                                                                       \
      return name arguments;                                                                                           \
    if (isInvalid)                                                                                                     \
      return (int)revisit_machine_result(-EINVAL);                                                                     \
    return become(isOfUsers, change, (Numbers){__VA_ARGS__});                                                          \
  }

REVISIT_BECOME(setuid, true, setAll, (uid_t a), (a), a == same, a, a, a)
REVISIT_BECOME(setgid, false, setAll, (gid_t a), (a), a == same, a, a, a)
REVISIT_BECOME(seteuid, true, setEffective, (uid_t a), (a), a == same, same, a, same)
REVISIT_BECOME(setegid, false, setEffective, (gid_t a), (a), a == same, same, a, same)
REVISIT_BECOME(setreuid, true, setTwo, (uid_t a, uid_t b), (a, b), false, a, b, same)
REVISIT_BECOME(setregid, false, setTwo, (gid_t a, gid_t b), (a, b), false, a, b, same)
REVISIT_BECOME(setresuid, true, setThree, (uid_t a, uid_t b, uid_t c), (a, b, c), false, a, b, c)
REVISIT_BECOME(setresgid, false, setThree, (gid_t a, gid_t b, gid_t c), (a, b, c), false, a, b, c)

int revisit_libc_getgroups(int room, gid_t* to) {
  if (!revisit_machine_runs())
    return getgroups(room, to);
  if (room < 0)
    return (int)revisit_machine_result(-EINVAL);
  Credentials* const own = ours();
  pthread_mutex_lock(&own->lock);
  load(own);
  const int count = own->groupCount;
  if (count <= room)
    memcpy(to, own->groups, (size_t)count * sizeof *to);
  pthread_mutex_unlock(&own->lock);
  return (int)revisit_machine_result(room != 0 && count > room ? -EINVAL : count);
}

int revisit_libc_setgroups(size_t count, const gid_t* from) {
  if (!revisit_machine_runs())
    return setgroups(count, from);
  if (count > NGROUPS_MAX)
    return (int)revisit_machine_result(-EINVAL);
  if (count > MostGroups)
    revisit_machine_stop("setgroups: more than 64 groups");
  Credentials* const own = ours();
  pthread_mutex_lock(&own->lock);
  load(own);
  const bool isPermitted = own->user.effective == 0;
  if (isPermitted) {
    memcpy(own->groups, from, count * sizeof *from);
    own->groupCount = (int)count;
    machineStore(&own->isChanged, 1);
  }
  pthread_mutex_unlock(&own->lock);
  return (int)revisit_machine_result(isPermitted ? 0 : -EPERM);
}

int revisit_group_list(const char* user, gid_t* to, int room);

// The group and those that /etc/group lists the user in.
static int listOf(const char* user, gid_t group, gid_t* to, int room) {
  if (room > 0)
    to[0] = group;
  gid_t others[MostGroups];
  const int count = revisit_group_list(user, others, MostGroups);
  int sum = 1;
  for (int i = 0; i < count; i++)
    if (others[i] != group) {
      if (sum < room)
        to[sum] = others[i];
      sum++;
    }
  return sum;
}

int revisit_libc_getgrouplist(const char* user, gid_t group, gid_t* to, int* room) {
  if (!revisit_machine_runs())
    return getgrouplist(user, group, to, room);
  const int given = *room, count = listOf(user, group, to, given);
  *room = count;
  return count <= given ? count : -1;
}

int revisit_libc_initgroups(const char* user, gid_t group) {
  if (!revisit_machine_runs())
    return initgroups(user, group);
  gid_t list[MostGroups];
  const int count = listOf(user, group, list, MostGroups);
  return revisit_libc_setgroups(count < MostGroups ? (size_t)count : MostGroups, list);
}

static bool isInGroup(unsigned group) {
  Credentials* const own = ours();
  pthread_mutex_lock(&own->lock);
  load(own);
  bool found = own->group.effective == group;
  for (int i = 0; i < own->groupCount && !found; i++)
    found = own->groups[i] == group;
  pthread_mutex_unlock(&own->lock);
  return found;
}

long revisit_user_may(unsigned user, unsigned group, unsigned mode, bool isFolder, int how) {
  const unsigned effective = identity().user.effective;
  if (effective == 0)
    return (how & X_OK) != 0 && (mode & 0111) == 0 && !isFolder ? -EACCES : 0;
  const unsigned shift = effective == user ? 6 : isInGroup(group) ? 3 : 0;
  return ((mode >> shift) & (unsigned)how) == (unsigned)how ? 0 : -EACCES;
}

// The same by number: see machine/numbers.c.

#define REVISIT_NUMBER(name) long revisit_number_##name
REVISIT_NUMBER(getuid)(void) {
  return revisit_libc_getuid();
}
REVISIT_NUMBER(geteuid)(void) {
  return revisit_libc_geteuid();
}
REVISIT_NUMBER(getgid)(void) {
  return revisit_libc_getgid();
}
REVISIT_NUMBER(getegid)(void) {
  return revisit_libc_getegid();
}
REVISIT_NUMBER(setuid)(long a) {
  return revisit_libc_setuid((uid_t)a);
}
REVISIT_NUMBER(setgid)(long a) {
  return revisit_libc_setgid((gid_t)a);
}
REVISIT_NUMBER(getgroups)(long a, long b) {
  return revisit_libc_getgroups((int)a, (gid_t*)b);
}
REVISIT_NUMBER(setgroups)(long a, long b) {
  return revisit_libc_setgroups((size_t)a, (const gid_t*)b);
}
REVISIT_NUMBER(setreuid)(long a, long b) {
  return revisit_libc_setreuid((uid_t)a, (uid_t)b);
}
REVISIT_NUMBER(setresuid)(long a, long b, long c) {
  return revisit_libc_setresuid((uid_t)a, (uid_t)b, (uid_t)c);
}
REVISIT_NUMBER(setresgid)(long a, long b, long c) {
  return revisit_libc_setresgid((gid_t)a, (gid_t)b, (gid_t)c);
}
