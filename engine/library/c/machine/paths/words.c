// Words as a shell expands them (wordexp), without commands and arithmetic, in instrumented code. The pass renames a
// program's calls to these functions.
#include "c/machine/files.h"

#include <ctype.h>
#include <glob.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wordexp.h>

typedef struct Text {
  char* letters;
  size_t bytes, room;
} Text;

static void append(Text* text, char letter) {
  if (text->bytes + 1 >= text->room) {
    text->room = text->room == 0 ? 64 : 2 * text->room;
    text->letters = realloc(text->letters, text->room);
  }
  text->letters[text->bytes++] = letter;
  text->letters[text->bytes] = 0;
}

typedef struct Expansion {
  int flags;
  Text pattern; // of the word so far: what was quoted has backslashes
  Text plain;   // the same without them
  bool isWord;  // something began, even if nothing is in it
  bool isPattern;
  char** words;
  size_t count;
} Expansion;

static void addWord(Expansion* all, const char* text) {
  all->words = realloc(all->words, (all->count + 2) * sizeof *all->words);
  all->words[all->count++] = strdup(text);
  all->words[all->count] = NULL;
}

static void addLetter(Expansion* all, char letter, bool isQuoted) {
  const bool isSpecial = strchr("*?[]\\~{}", letter) != NULL;
  if (isQuoted && isSpecial)
    append(&all->pattern, '\\');
  all->isPattern |= !isQuoted && strchr("*?[", letter) != NULL;
  append(&all->pattern, letter);
  append(&all->plain, letter);
  all->isWord = true;
}

static void endWord(Expansion* all) {
  if (!all->isWord)
    return;
  append(&all->plain, 0);
  glob_t found = {0};
  if (all->isPattern && glob(all->pattern.letters, 0, NULL, &found) == 0) {
    for (size_t i = 0; i < found.gl_pathc; i++)
      addWord(all, found.gl_pathv[i]);
    globfree(&found);
  } else {
    addWord(all, all->plain.letters);
  }
  all->pattern.bytes = all->plain.bytes = 0;
  all->isWord = all->isPattern = false;
}

static bool isSeparator(char letter) {
  const char* const given = getenv("IFS");
  return strchr(given != NULL ? given : " \t\n", letter) != NULL;
}

// A value that is not quoted is split into words.
static void addValue(Expansion* all, const char* value, bool isQuoted) {
  all->isWord |= isQuoted;
  for (; *value != 0; value++)
    if (!isQuoted && isSeparator(*value))
      endWord(all);
    else
      addLetter(all, *value, isQuoted);
}

static const char* valueOf(const char* name, size_t bytes) {
  char text[MachineNameBytes + 1];
  if (bytes > MachineNameBytes)
    return NULL;
  memcpy(text, name, bytes);
  text[bytes] = 0;
  return getenv(text);
}

// ${name}, ${#name} and ${name:-word} with its kin; *at is behind the first brace, and then behind the last one.
static int addBraced(Expansion* all, const char** at, bool isQuoted) {
  const char* const end = strchr(*at, '}');
  if (end == NULL)
    return WRDE_SYNTAX;
  const bool isLength = **at == '#' && (*at)[1] != '}';
  const char* const name = *at + isLength;
  size_t bytes = 0;
  while (isalnum((unsigned char)name[bytes]) || name[bytes] == '_')
    bytes++;
  const char* rest = name + bytes;
  const bool countsEmpty = *rest == ':';
  rest += countsEmpty;
  if (bytes == 0 || (rest != end && strchr("-+=?", *rest) == NULL))
    revisit_machine_stop("wordexp: a parameter that is not followed");
  const char* value = valueOf(name, bytes);
  *at = end + 1;
  const bool isMissing = value == NULL || (countsEmpty && *value == 0);
  char other[MachinePathBytes] = "";
  if (rest != end) {
    if (end - rest >= MachinePathBytes || *rest == '=' || *rest == '?' ||
        memchr(rest, '$', (size_t)(end - rest)) != NULL)
      revisit_machine_stop("wordexp: a parameter that is not followed");
    memcpy(other, rest + 1, (size_t)(end - rest - 1));
    if (isMissing == (*rest == '-'))
      value = other;
    else if (*rest == '+')
      value = "";
  }
  if (value == NULL && (all->flags & WRDE_UNDEF) != 0)
    return WRDE_BADVAL;
  if (isLength) {
    char number[24];
    snprintf(number, sizeof number, "%zu", value != NULL ? strlen(value) : 0);
    addValue(all, number, isQuoted);
    return 0;
  }
  if (value != NULL)
    addValue(all, value, isQuoted);
  return 0;
}

// *at is behind the dollar.
static int addParameter(Expansion* all, const char** at, bool isQuoted) {
  if (**at == '(') {
    if ((*at)[1] != '(' && (all->flags & WRDE_NOCMD) != 0)
      return WRDE_CMDSUB;
    revisit_machine_stop((*at)[1] == '(' ? "wordexp: arithmetic" : "wordexp: a command");
  }
  if (**at == '{') {
    ++*at;
    return addBraced(all, at, isQuoted);
  }
  size_t bytes = 0;
  while (isalnum((unsigned char)(*at)[bytes]) || (*at)[bytes] == '_')
    bytes++;
  if (bytes == 0) {
    addLetter(all, '$', true);
    return 0;
  }
  const char* const value = valueOf(*at, bytes);
  *at += bytes;
  if (value == NULL)
    return (all->flags & WRDE_UNDEF) != 0 ? WRDE_BADVAL : 0;
  addValue(all, value, isQuoted);
  return 0;
}

// *at is at the tilde, and then behind the name of the user.
static void addHome(Expansion* all, const char** at) {
  char user[MachineNameBytes + 1];
  size_t bytes = 0;
  const char* next = *at + 1;
  while (isalnum((unsigned char)next[bytes]) || (next[bytes] != 0 && strchr("._-", next[bytes]) != NULL))
    bytes++;
  const char* home = bytes == 0 ? getenv("HOME") : NULL;
  const bool ends = next[bytes] == 0 || next[bytes] == '/' || isSeparator(next[bytes]);
  if (ends && home == NULL && bytes <= MachineNameBytes) {
    memcpy(user, next, bytes);
    user[bytes] = 0;
    const struct passwd* const account = bytes == 0 ? getpwuid(getuid()) : getpwnam(user);
    home = account != NULL ? account->pw_dir : NULL;
  }
  if (!ends || home == NULL) {
    addLetter(all, '~', true);
    ++*at;
    return;
  }
  addValue(all, home, true);
  *at = next + bytes;
}

// *at is behind the quote.
static int addQuoted(Expansion* all, const char** at, char quote) {
  all->isWord = true;
  while (**at != quote) {
    if (**at == 0)
      return WRDE_SYNTAX;
    const char letter = *(*at)++;
    int problem = 0;
    if (quote == '"' && letter == '$')
      problem = addParameter(all, at, true);
    else if (quote == '"' && letter == '`')
      problem = WRDE_CMDSUB;
    else if (quote == '"' && letter == '\\' && **at != 0 && strchr("$`\"\\\n", **at) != NULL)
      addLetter(all, *(*at)++, true);
    else
      addLetter(all, letter, true);
    if (problem != 0)
      return problem;
  }
  ++*at;
  return 0;
}

static int expand(Expansion* all, const char* at) {
  int problem = 0;
  while (*at != 0 && problem == 0) {
    const char letter = *at;
    if (letter == '~' && !all->isWord) {
      addHome(all, &at);
      continue;
    }
    at++;
    if (letter == '\\') {
      if (*at == 0)
        return WRDE_SYNTAX;
      if (*at != '\n')
        addLetter(all, *at, true);
      at++;
    } else if (letter == '\'' || letter == '"') {
      problem = addQuoted(all, &at, letter);
    } else if (letter == '$') {
      problem = addParameter(all, &at, false);
    } else if (letter == '`') {
      if ((all->flags & WRDE_NOCMD) == 0)
        revisit_machine_stop("wordexp: a command");
      problem = WRDE_CMDSUB;
    } else if (strchr("\n|&;<>(){}", letter) != NULL) {
      problem = WRDE_BADCHAR;
    } else if (letter == ' ' || letter == '\t') {
      endWord(all);
    } else {
      addLetter(all, letter, false);
    }
  }
  if (problem == 0)
    endWord(all);
  return problem;
}

void revisit_libc_wordfree(wordexp_t* list) {
  if (!revisit_machine_runs()) {
    wordfree(list);
    return;
  }
  for (size_t i = 0; list->we_wordv != NULL && i < list->we_wordc; i++)
    free(list->we_wordv[list->we_offs + i]);
  free(list->we_wordv);
  list->we_wordv = NULL;
  list->we_wordc = 0;
}

int revisit_libc_wordexp(const char* text, wordexp_t* to, int flags) {
  if (!revisit_machine_runs())
    return wordexp(text, to, flags);
  if ((flags & WRDE_REUSE) != 0)
    revisit_libc_wordfree(to);
  if ((flags & WRDE_DOOFFS) == 0)
    to->we_offs = 0;
  const bool appends = (flags & WRDE_APPEND) != 0;
  if (!appends) {
    to->we_wordc = 0;
    to->we_wordv = NULL;
  }
  Expansion all = {.flags = flags};
  const int problem = expand(&all, text);
  free(all.pattern.letters);
  free(all.plain.letters);
  if (problem != 0) {
    for (size_t i = 0; i < all.count; i++)
      free(all.words[i]);
    free(all.words);
    return problem;
  }
  const size_t before = to->we_offs + to->we_wordc;
  char** const whole = realloc(to->we_wordv, (before + all.count + 1) * sizeof *whole);
  for (size_t i = 0; to->we_wordc == 0 && i < to->we_offs; i++)
    whole[i] = NULL;
  for (size_t i = 0; i < all.count; i++)
    whole[before + i] = all.words[i];
  whole[before + all.count] = NULL;
  to->we_wordv = whole;
  to->we_wordc += all.count;
  free(all.words);
  return 0;
}
