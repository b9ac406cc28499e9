// The main function of a program of model tests: runs the body that its argument names.
#include <revisit/model_body.h>

#include <cstdio>
#include <cstring>

int main(int argc, char** argv) {
  for (const revisit::ModelBody* body = revisit::ModelBody::first(); body; body = body->next)
    if (argc >= 2 && std::strcmp(body->name, argv[1]) == 0) {
      if (body->runArguments)
        return body->runArguments(argc - 2, argv + 2);
      body->run();
      return 0;
    }
  std::fprintf(stderr, "usage: %s NAME\nModel tests:\n", argv[0]);
  for (const revisit::ModelBody* body = revisit::ModelBody::first(); body; body = body->next)
    std::fprintf(stderr, "  %s\n", body->name);
  return 2;
}
