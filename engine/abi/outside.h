/* Where the runtime keeps which signals may come from outside of the program: a word in the services' memory, with a
 * bit for each signal. Behind the clock. */
#pragma once

#include "abi/services.h"

#define REVISIT_OUTSIDE_SIGNALS (REVISIT_CLOCK_ADDRESS + 8)
