// Marks a function that the CPU and the CUDA kernels share: BELFRY_HD one that host and device may call in a .cu file,
// BELFRY_TEAM a template over what does the work, which a .cu file has for the device alone.
#pragma once

#ifdef __CUDACC__
#define BELFRY_HD __host__ __device__
#define BELFRY_TEAM __device__
#else
#define BELFRY_HD
#define BELFRY_TEAM
#endif
