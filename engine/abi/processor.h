/* What cpuid answers, whichever machine a program runs on: x86-64 without later extensions. So the code that a program
 * chooses by it is the same everywhere. */
#pragma once

/* Bits of edx for leaf 1: FPU, TSC, MSR, PAE, CX8, SEP, CMOV, CLFSH, MMX, FXSR, SSE, SSE2. */
#define REVISIT_PROCESSOR_FEATURES 0x7888971u
#define REVISIT_PROCESSOR_STATES 3u /* what xgetbv answers: x87 and SSE */
