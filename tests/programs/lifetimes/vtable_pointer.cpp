// A thread calls a virtual function of the object that owns it. JOINS is the class whose destructor waits for the
// thread: 3 is the most derived one. Its store of the vtable pointer leaves what is there.
#include <pthread.h>

#ifndef JOINS
#define JOINS 3
#endif
#ifdef SHARED
#define INHERITS virtual public
#else
#define INHERITS public
#endif

struct Base {
  pthread_t thread;
  int calls = 0;
  static void* run(void* self) {
    static_cast<Base*>(self)->work();
    return self;
  }
  virtual void work() = 0;
  virtual void none() {}
  virtual ~Base() {
    if (JOINS == 1)
      pthread_join(thread, nullptr);
  }
};

struct Middle : INHERITS Base {
  void work() override { calls += 2; }
  ~Middle() override {
    if (JOINS == 2)
      pthread_join(thread, nullptr);
  }
};

struct Derived : Middle {
  void work() override { calls++; }
  ~Derived() override {
    if (JOINS == 3)
      pthread_join(thread, nullptr);
  }
};

int main() {
#ifdef HEAP
  Base* object = new Derived;
  pthread_create(&object->thread, nullptr, Base::run, object);
  delete object;
#else
  Derived object;
  pthread_create(&object.thread, nullptr, Base::run, static_cast<Base*>(&object));
#endif
}
