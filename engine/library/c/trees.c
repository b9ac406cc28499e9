// Search trees (tsearch and related functions) in instrumented code: the comparison is the program's, and what the
// nodes lead to may be shared or depend on inputs. The pass renames a program's calls to these functions. The trees are
// not balanced, which the order of visits does not show.
#include <search.h>
#include <stddef.h>
#include <stdlib.h>

// The program may read the key through a pointer to the node.
typedef struct Node {
  const void* key;
  struct Node *less, *greater;
} Node;

typedef int Compare(const void*, const void*);
typedef void Action(const void*, VISIT, int);
typedef void ActionWith(const void*, VISIT, void*);

// Where the node with this key hangs, or would hang.
static Node** placeOf(const void* key, Node** at, Compare* compare) {
  while (*at != NULL) {
    const int order = compare(key, (*at)->key);
    if (order == 0)
      break;
    at = order < 0 ? &(*at)->less : &(*at)->greater;
  }
  return at;
}

void* revisit_libc_tfind(const void* key, void* const* root, Compare* compare) {
  return root == NULL ? NULL : *placeOf(key, (Node**)root, compare);
}

void* revisit_libc_tsearch(const void* key, void** root, Compare* compare) {
  if (root == NULL)
    return NULL;
  Node** place = placeOf(key, (Node**)root, compare);
  if (*place == NULL) {
    Node* added = malloc(sizeof *added);
    if (added == NULL)
      return NULL;
    *added = (Node){key, NULL, NULL};
    *place = added;
  }
  return *place;
}

// The result is the node above, or, for the root, some pointer that is not null.
void* revisit_libc_tdelete(const void* key, void** root, Compare* compare) {
  if (root == NULL)
    return NULL;
  Node** place = (Node**)root;
  void* above = root;
  for (int order; *place != NULL && (order = compare(key, (*place)->key)) != 0;) {
    above = *place;
    place = order < 0 ? &(*place)->less : &(*place)->greater;
  }
  Node* gone = *place;
  if (gone == NULL)
    return NULL;
  if (gone->less == NULL || gone->greater == NULL) {
    *place = gone->less == NULL ? gone->greater : gone->less;
    free(gone);
    return above;
  }
  Node** next = &gone->greater; // the least of the greater ones takes its place
  while ((*next)->less != NULL)
    next = &(*next)->less;
  Node* moved = *next;
  *next = moved->greater;
  moved->less = gone->less;
  moved->greater = gone->greater;
  *place = moved;
  free(gone);
  return above;
}

static void walk(const Node* node, Action* action, int depth) {
  if (node->less == NULL && node->greater == NULL) {
    action(node, leaf, depth);
    return;
  }
  action(node, preorder, depth);
  if (node->less != NULL)
    walk(node->less, action, depth + 1);
  action(node, postorder, depth);
  if (node->greater != NULL)
    walk(node->greater, action, depth + 1);
  action(node, endorder, depth);
}

void revisit_libc_twalk(const void* root, Action* action) {
  if (root != NULL && action != NULL)
    walk(root, action, 0);
}

static void walkWith(const Node* node, ActionWith* action, void* with) {
  if (node->less == NULL && node->greater == NULL) {
    action(node, leaf, with);
    return;
  }
  action(node, preorder, with);
  if (node->less != NULL)
    walkWith(node->less, action, with);
  action(node, postorder, with);
  if (node->greater != NULL)
    walkWith(node->greater, action, with);
  action(node, endorder, with);
}

void revisit_libc_twalk_r(const void* root, ActionWith* action, void* with) {
  if (root != NULL && action != NULL)
    walkWith(root, action, with);
}

void revisit_libc_tdestroy(void* root, void (*release)(void*)) {
  Node* node = root;
  if (node == NULL)
    return;
  revisit_libc_tdestroy(node->less, release);
  revisit_libc_tdestroy(node->greater, release);
  release((void*)node->key);
  free(node);
}
