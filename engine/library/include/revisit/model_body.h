// Part of model_test.h: a model test in the program that is explored. The program's main is in model/main.cpp.
#pragma once

namespace revisit {

// A body of the program. All bodies are in a list that is complete before main.
class ModelBody {
public:
  ModelBody(const char* name, void (*run)()) : name(name), run(run), next(first()) { first() = this; }
  ModelBody(const char* name, int (*runArguments)(int, char**))
      : name(name), runArguments(runArguments), next(first()) {
    first() = this;
  }
  ModelBody(const ModelBody&) = delete;
  ModelBody& operator=(const ModelBody&) = delete;

  static ModelBody*& first() {
    static ModelBody* body = nullptr;
    return body;
  }

  const char* const name; // Suite.Name
  void (*const run)() = nullptr;
  // Of a linearizability test: which client is run, or which other thing is done, is in the program's other arguments.
  int (*const runArguments)(int count, char** arguments) = nullptr;
  ModelBody* const next;
};

} // namespace revisit

#define REVISIT_MODEL_CASE(Suite, Name, How)                                                                           \
  static ::revisit::ModelBody revisit_entry_##Suite##_##Name(#Suite "." #Name, revisit_model_##Suite##_##Name);
