// getopt and getopt_long in instrumented code: they reorder the program's arguments and store to its variables. The
// pass renames a program's calls to these functions.
#include <getopt.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The C library's own variables would be memory that nobody watches.
char* optarg = NULL;
int optind = 1, opterr = 1, optopt = '?';

typedef struct {
  int count;
  char** words;
  const char* letters; // without the signs in front
  const struct option* names;
  int* index;
  int isLongOnly, isQuiet, inOrder, stopsEarly;
} Request;

static const char* g_rest;                  // of a word with several letters
static int g_firstOperand, g_behindOperand; // operands that were passed, and stand in front of options

static void complain(const Request* request, const char* format, const char* prefix, const char* name) {
  if (!opterr || request->isQuiet)
    return;
  fprintf(stderr, "%s: ", request->words[0]);
  fprintf(stderr, format, prefix, name);
  fputs("\n", stderr);
}

// Moves the options behind the operands that were passed in front of these.
static void moveOptions(char** words) {
  for (int option = g_behindOperand; option < optind; ++option) {
    char* moved = words[option];
    for (int at = option; at > g_firstOperand; --at)
      words[at] = words[at - 1];
    words[g_firstOperand++] = moved;
  }
  g_behindOperand = optind;
}

static int isOperand(const char* word) {
  return word[0] != '-' || word[1] == 0;
}

// Goes to the next word with an option. Returns 0 if there is none, and 1 for an operand that is to be reported.
static int nextWord(const Request* request) {
  if (g_behindOperand > optind || g_firstOperand > optind)
    g_firstOperand = g_behindOperand = optind;
  if (!request->inOrder && !request->stopsEarly) {
    if (g_firstOperand == g_behindOperand)
      g_firstOperand = g_behindOperand = optind;
    else
      moveOptions(request->words);
    while (optind < request->count && isOperand(request->words[optind]))
      ++optind;
    g_behindOperand = optind;
  }
  if (optind < request->count && strcmp(request->words[optind], "--") == 0) {
    ++optind;
    if (g_firstOperand != g_behindOperand)
      moveOptions(request->words);
    else
      g_firstOperand = optind;
    g_behindOperand = optind = request->count;
  }
  if (optind < request->count)
    return 1;
  if (g_firstOperand != g_behindOperand)
    optind = g_firstOperand;
  return 0;
}

// The option with this name, or the only one that begins with it. NULL: there is none; *isAmbiguous: there are several.
static const struct option* named(const Request* request, const char* name, size_t length, int* isAmbiguous) {
  const struct option* found = NULL;
  *isAmbiguous = 0;
  for (const struct option* one = request->names; one->name != NULL; ++one) {
    if (strncmp(one->name, name, length) != 0)
      continue;
    if (one->name[length] == 0) {
      *isAmbiguous = 0;
      return one;
    }
    *isAmbiguous |= found != NULL && (found->has_arg != one->has_arg || found->flag != one->flag ||
                                      found->val != one->val || request->isLongOnly);
    if (found == NULL)
      found = one;
  }
  return *isAmbiguous ? NULL : found;
}

// An option with a name, whose word was passed already.
static int longOption(const Request* request, const char* prefix, const char* name, const struct option* found) {
  const char* value = strchr(name, '=');
  optopt = 0;
  if (value != NULL && found->has_arg == no_argument) {
    complain(request, "option '%s%s' doesn't allow an argument", prefix, found->name);
    optopt = found->val;
    return '?';
  }
  optarg = value == NULL ? NULL : (char*)value + 1;
  if (value == NULL && found->has_arg == required_argument) {
    if (optind >= request->count) {
      complain(request, "option '%s%s' requires an argument", prefix, found->name);
      optopt = found->val;
      return request->letters[0] == ':' ? ':' : '?';
    }
    optarg = request->words[optind++];
  }
  if (request->index != NULL)
    *request->index = (int)(found - request->names);
  if (found->flag == NULL)
    return found->val;
  *found->flag = found->val;
  return 0;
}

// Returns 0 in *isTaken if the word consists of letters.
static int longWord(const Request* request, const char* word, int* isTaken) {
  const int isDouble = word[1] == '-';
  const char* name = word + 1 + isDouble;
  const char* prefix = isDouble ? "--" : "-";
  int isAmbiguous = 0;
  const struct option* found = named(request, name, strcspn(name, "="), &isAmbiguous);
  *isTaken = found != NULL || isAmbiguous || isDouble || strchr(request->letters, word[1]) == NULL;
  if (!*isTaken)
    return 0;
  ++optind;
  if (found != NULL)
    return longOption(request, prefix, name, found);
  optopt = 0;
  complain(request, isAmbiguous ? "option '%s%s' is ambiguous" : "unrecognized option '%s%s'", prefix, name);
  return '?';
}

static int letterOption(const Request* request) {
  const char letter = *g_rest++;
  const char* known = letter == ':' || letter == ';' ? NULL : strchr(request->letters, letter);
  const int isLast = *g_rest == 0;
  optopt = letter;
  if (isLast)
    ++optind;
  if (known == NULL || known[1] != ':') {
    const char text[2] = {letter, 0};
    if (known == NULL)
      complain(request, "invalid option -- '%s%s'", "", text);
    return known == NULL ? '?' : letter;
  }
  if (!isLast) {
    optarg = (char*)g_rest;
    ++optind;
  } else if (known[2] != ':') {
    if (optind >= request->count) {
      const char text[2] = {letter, 0};
      complain(request, "option requires an argument -- '%s%s'", "", text);
      return request->letters[0] == ':' ? ':' : '?';
    }
    optarg = request->words[optind++];
  }
  g_rest = NULL;
  return letter;
}

static int nextOption(Request request) {
  if (request.count < 1)
    return -1;
  optarg = NULL;
  if (optind == 0) {
    optind = 1;
    g_firstOperand = g_behindOperand = 1;
    g_rest = NULL;
  }
  request.stopsEarly = request.letters[0] == '+' || getenv("POSIXLY_CORRECT") != NULL;
  request.inOrder = request.letters[0] == '-';
  request.letters += request.letters[0] == '+' || request.letters[0] == '-';
  request.isQuiet = request.letters[0] == ':';
  if (g_rest == NULL || *g_rest == 0) {
    g_rest = NULL;
    if (!nextWord(&request))
      return -1;
    char* word = request.words[optind];
    if (isOperand(word)) {
      if (!request.inOrder)
        return -1;
      optarg = word;
      ++optind;
      return 1;
    }
    int isTaken = 0;
    if (request.names != NULL &&
        (word[1] == '-' || (request.isLongOnly && (word[2] != 0 || strchr(request.letters, word[1]) == NULL)))) {
      const int result = longWord(&request, word, &isTaken);
      if (isTaken)
        return result;
    }
    g_rest = word + 1;
  }
  return letterOption(&request);
}

int revisit_libc_getopt(int count, char* const* words, const char* letters) {
  return nextOption((Request){.count = count, .words = (char**)words, .letters = letters});
}

int revisit_libc_getopt_long(int count, char* const* words, const char* letters, const struct option* names,
                             int* index) {
  return nextOption(
      (Request){.count = count, .words = (char**)words, .letters = letters, .names = names, .index = index});
}

int revisit_libc_getopt_long_only(int count, char* const* words, const char* letters, const struct option* names,
                                  int* index) {
  return nextOption((Request){
      .count = count, .words = (char**)words, .letters = letters, .names = names, .index = index, .isLongOnly = 1});
}
