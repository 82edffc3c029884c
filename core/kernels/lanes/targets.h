// Which instruction sets are compiled. Include before any header of Highway.
// The kernels keep arrays of vectors, which SVE's sizeless vectors do not allow (NEON serves there); SSSE3 without SSE4
// is not worth its build time.
#pragma once

#include <hwy/detect_targets.h>

#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV | HWY_SSSE3)

// Loops over accumulators must vanish, else those live in memory instead of registers.
#define BELFRY_UNROLL _Pragma("GCC unroll 64")
