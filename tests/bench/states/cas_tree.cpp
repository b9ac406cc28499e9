// A set as a search tree without locks whose keys are in the leaves (F. Ellen, P. Fatourou, E. Ruppert, F. van Breugel,
// "Non-blocking binary search trees", PODC 2010). A change announces itself in the word of the inner nodes that it
// changes; whoever meets an announcement completes that change first.
#include "client.h"

#include <algorithm>
#include <atomic>

namespace {

class CasTree {
public:
  bool add(int key, bool) {
    Change* change = nullptr; // what the attempts made; no other thread has seen it
    while (true) {
      const Place place = find(key);
      if (place.leaf->key == key)
        return false;
      if (phaseOf(place.parentWord) != clean) {
        help(place.parentWord);
        continue;
      }
      if (change == nullptr)
        change = new Change{nullptr, nullptr, nullptr, new Node{key, new Node{key}, new Node{key}}, 0};
      change->parent = place.parent;
      change->leaf = place.leaf;
      change->inner->put(key, place.leaf->key);
      Word word = place.parentWord;
      if (place.parent->word.compare_exchange_strong(word, wordOf(change, inserts))) {
        completeInsertion(change);
        return true;
      }
      help(word);
    }
  }

  bool remove(int key, bool) {
    Change* change = nullptr;
    while (true) {
      const Place place = find(key);
      if (place.leaf->key != key)
        return false;
      if (phaseOf(place.grandparentWord) != clean) {
        help(place.grandparentWord);
        continue;
      }
      if (phaseOf(place.parentWord) != clean) {
        help(place.parentWord);
        continue;
      }
      if (change == nullptr)
        change = new Change{};
      *change = {place.grandparent, place.parent, place.leaf, nullptr, place.parentWord};
      Word word = place.grandparentWord;
      if (!place.grandparent->word.compare_exchange_strong(word, wordOf(change, deletes))) {
        help(word);
        continue;
      }
      if (completeDeletion(change))
        return true;
      change = nullptr;
    }
  }

  bool contains(int key) { return find(key).leaf->key == key; }

private:
  using Word = std::uintptr_t; // a change with its phase in the last two bits
  enum Phase : Word { clean = 0, inserts = 1, deletes = 2, marked = 3 };
  static constexpr int infinite = 100; // all keys are less

  struct Node {
    explicit Node(int k, Node* l = nullptr, Node* r = nullptr) : key(k), left(l), right(r) {}
    bool isLeaf() const { return left.load() == nullptr; }
    // A node that nobody has seen gets two leaves with these keys.
    void put(int one, int other) {
      key = std::max(one, other);
      left.load(std::memory_order_relaxed)->key = std::min(one, other);
      right.load(std::memory_order_relaxed)->key = key;
    }

    int key;
    std::atomic<Word> word{clean};
    std::atomic<Node*> left, right; // keys that are less are on the left
  };
  struct alignas(16) Change {
    Node *grandparent, *parent, *leaf, *inner;
    Word parentWord;
  };
  struct Place {
    Node *grandparent = nullptr, *parent = nullptr, *leaf;
    Word grandparentWord = clean, parentWord = clean;
  };

  static Word wordOf(Change* change, Phase phase) { return reinterpret_cast<Word>(change) | phase; }
  static Phase phaseOf(Word word) { return static_cast<Phase>(word & 3); }
  static Change* changeOf(Word word) { return reinterpret_cast<Change*>(word & ~Word{3}); }

  Place find(int key) {
    Place place{.leaf = &m_root};
    while (true) {
      place.grandparent = place.parent;
      place.parent = place.leaf;
      place.grandparentWord = place.parentWord;
      place.parentWord = place.parent->word;
      place.leaf = key < place.parent->key ? place.parent->left : place.parent->right;
      if (place.leaf->isLeaf())
        return place;
    }
  }

  void help(Word word) {
    Change* const change = changeOf(word);
    switch (phaseOf(word)) {
    case inserts:
      completeInsertion(change);
      break;
    case deletes:
      completeDeletion(change);
      break;
    case marked:
      cutOff(change);
      break;
    case clean:
      break;
    }
  }

  void completeInsertion(Change* change) {
    replaceChild(change->parent, change->leaf, change->inner);
    Word word = wordOf(change, inserts);
    change->parent->word.compare_exchange_strong(word, wordOf(change, clean));
  }

  // False: the parent changed first, so the deletion has to be tried again.
  bool completeDeletion(Change* change) {
    Word word = change->parentWord;
    if (change->parent->word.compare_exchange_strong(word, wordOf(change, marked)) || word == wordOf(change, marked)) {
      cutOff(change);
      return true;
    }
    help(word);
    word = wordOf(change, deletes);
    change->grandparent->word.compare_exchange_strong(word, wordOf(change, clean));
    return false;
  }

  // The leaf's sibling takes the place of the parent, whose word is marked for ever.
  void cutOff(Change* change) {
    Node* const right = change->parent->right;
    replaceChild(change->grandparent, change->parent, right == change->leaf ? change->parent->left.load() : right);
    Word word = wordOf(change, deletes);
    change->grandparent->word.compare_exchange_strong(word, wordOf(change, clean));
  }

  void replaceChild(Node* parent, Node* old, Node* replacement) {
    std::atomic<Node*>& child = replacement->key < parent->key ? parent->left : parent->right;
    child.compare_exchange_strong(old, replacement);
  }

  // The root and its children stay, so that each key that can be removed has a parent and a grandparent.
  Node m_root{infinite + 1}, m_low{infinite}, m_high{infinite + 1};

public:
  CasTree() {
    m_root.left = &m_low;
    m_root.right = &m_high;
  }
};

} // namespace

int main(int count, char** arguments) {
  return client::play<CasTree>(count, arguments);
}
