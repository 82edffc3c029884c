// Marks a function that the CPU and the CUDA kernels share.
#pragma once

#ifdef __CUDACC__
#define BELFRY_HD __host__ __device__
#else
#define BELFRY_HD
#endif
