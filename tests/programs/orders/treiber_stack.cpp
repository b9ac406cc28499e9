// A stack of nodes: one thread pushes two of them, the other one pops.
#include <atomic>
#include <cassert>
#include <thread>

struct Node {
  int value = 0;
  Node* next = nullptr;
};

std::atomic<Node*> top;
Node nodes[2];

void push(Node* node, int value) {
  node->value = value;
  node->next = top.load(std::memory_order_relaxed);
  while (!top.compare_exchange_weak(node->next, node,
                                    std::memory_order_release, // weak: relaxed
                                    std::memory_order_relaxed))
    ;
}

Node* pop() {
  Node* node = top.load(std::memory_order_acquire); // weak: relaxed
  while (node && !top.compare_exchange_weak(node, node->next, std::memory_order_acquire)) // weak: relaxed
    ;
  return node;
}

int main() {
  std::thread pusher([] {
    push(&nodes[0], 1);
    push(&nodes[1], 2);
  });
  if (const Node* node = pop())
    assert(node->value == node - nodes + 1);
  pusher.join();
}
