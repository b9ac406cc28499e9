// The ends of the lifetimes of objects with a destructor.
#pragma once

namespace llvm {
class Function;
}

namespace revisit::instrument {

class Hooks;

// Adds the hook that ends an object's lifetime to the end of its destructor. Other functions stay as they are.
void hookDestructor(llvm::Function& function, Hooks& hooks);

} // namespace revisit::instrument
