// Names a header for the precompilation of the build.
#include <iostream>
