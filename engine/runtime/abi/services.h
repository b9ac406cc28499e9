/* Memory of the services that the runtime provides, at a fixed place: what threads learn from each other through a
 * service is an access to it, and so followed like any other. Zero at the start of every run. */
#pragma once

#define REVISIT_SERVICES_ADDRESS 0x1e0000000000ull
#define REVISIT_SERVICES_BYTES 0x100000ull
#define REVISIT_CLOCK_ADDRESS REVISIT_SERVICES_ADDRESS /* nanoseconds since the start of the run */
#define REVISIT_FILES_ADDRESS 0x1e0000001000ull        /* where each descriptor stands; its lock lies 8 bytes behind */
#define REVISIT_FILE_STRIDE 64ull
