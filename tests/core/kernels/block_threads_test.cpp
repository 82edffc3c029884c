// The CPU's stand-in for starting CUDA kernels (on_host): threads meet, exchange and fail as on a device.
#include "core/kernels/cuda_index.h"
#include "core/kernels/cuda_kernels.h"
#include "core/kernels/cuda_launch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <numeric>
#include <vector>

namespace belfry::cuda {
namespace {

// Every block's sum of its threads' numbers, by a tree in shared memory.
void treeKernel(const float* in, float* sums) {
    __shared__ float parts[kThreads];
    parts[threadIdx.x] = in[globalIndex()];
    for (unsigned half = kThreads / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            parts[threadIdx.x] += parts[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] = parts[0];
}

TEST(BlockThreads, MeetInEveryBlock) {
    constexpr int kBlocks = 5;
    std::vector<float> in(std::size_t{kBlocks} * kThreads);
    std::iota(in.begin(), in.end(), 0.0F);
    std::vector<float> sums(kBlocks, -1);
    for (int time = 0; time < 2; ++time) // fibers are used again
        startBlocks("tree", nullptr, kBlocks, treeKernel, in.data(), sums.data());
    for (int block = 0; block < kBlocks; ++block)
        EXPECT_EQ(sums[block], std::accumulate(&in[block * kThreads], &in[block * kThreads] + kThreads, 0.0F));
    startBlocks("none", nullptr, 0, treeKernel, in.data(), sums.data());
}

void placesKernel(unsigned* out) {
    const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    __syncthreads();
    out[block * blockDim.x * blockDim.y * blockDim.z + thread] += 1;
}

TEST(BlockThreads, HaveThreeDimensions) {
    std::vector<unsigned> out(std::size_t{2 * 3 * 4} * 5 * 6 * 7);
    startGrid("places", nullptr, dim3(2, 3, 4), dim3(5, 6, 7), 0, placesKernel, out.data());
    EXPECT_EQ(out, std::vector<unsigned>(out.size(), 1));
}

void blocksKernel(int* out) { ++out[blockIdx.y * gridDim.x + blockIdx.x]; }

TEST(BlockThreads, RunTheLastBlocksAlone) {
    std::vector<int> lines(12), line(4);
    {
        const LastBlocks some(2, 1);
        startGrid("lines", nullptr, dim3(4, 3), dim3(1), 0, blocksKernel, lines.data());
        startThreads("line", nullptr, std::int64_t{4} * kThreads, blocksKernel, line.data());
        const LastBlocks fewer(1);
        startGrid("lines", nullptr, dim3(4, 3), dim3(1), 0, blocksKernel, lines.data());
    }
    EXPECT_EQ(lines, (std::vector{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 2}));
    EXPECT_EQ(line, (std::vector{0, 0, kThreads, kThreads}));
    startGrid("line", nullptr, dim3(4), dim3(1), 0, blocksKernel, line.data());
    EXPECT_EQ(line, (std::vector{1, 1, kThreads + 1, kThreads + 1}));
}

void sharedKernel(bool* fresh, float* sum) {
    auto* numbers = sharedMemory<float>();
    fresh[threadIdx.x] = std::isnan(numbers[threadIdx.x]) && reinterpret_cast<std::uintptr_t>(numbers) % 16 == 0;
    __syncthreads();
    numbers[threadIdx.x] = static_cast<float>(threadIdx.x);
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1)
        for (unsigned i = 0; i < blockDim.x; ++i)
            atomicAdd(sum, numbers[i]);
}

TEST(BlockThreads, ShareMemoryThatBeginsAsNan) {
    bool fresh[96] = {};
    float sum = 0;
    startGrid("shared", nullptr, dim3(3), dim3(96), 96 * sizeof(float), sharedKernel, &fresh[0], &sum);
    EXPECT_EQ(std::accumulate(fresh, fresh + 96, 0), 96);
    EXPECT_EQ(sum, 3 * 95 * 96 / 2);
}

void shuffleKernel(int* out) {
    const int mine = static_cast<int>(threadIdx.x);
    int* row = out + std::ptrdiff_t{5} * mine;
    row[0] = __shfl_down_sync(~0U, mine, 3);
    row[1] = __shfl_xor_sync(~0U, mine, 5);
    row[2] = __shfl_sync(~0U, mine, 9, 8);
    const bool low = threadIdx.x % warpSize < 16; // halves of a warp that meet on their own, and not as often
    row[3] = 0;
    for (int round = 0; round <= (low ? 1 : 0); ++round)
        row[3] += __shfl_xor_sync(low ? 0xFFFFU : 0xFFFF0000U, mine, 1);
    double sum = mine;
    for (int mask = warpSize / 2; mask > 0; mask /= 2)
        sum += __shfl_xor_sync(~0U, sum, mask);
    row[4] = static_cast<int>(sum);
}

TEST(BlockThreads, ExchangeWithinWarps) {
    std::vector<int> out(std::size_t{5} * 64);
    startGrid("shuffle", nullptr, dim3(1), dim3(64), 0, shuffleKernel, out.data());
    for (int i = 0; i < 64; ++i) {
        const int lane = i % 32, warp = i - lane;
        const std::vector<int> expected{lane + 3 < 32 ? i + 3 : i, warp + (lane ^ 5), i / 8 * 8 + 1,
                                        (lane < 16 ? 2 : 1) * (i ^ 1), 32 * warp + 31 * 16};
        EXPECT_EQ(std::vector<int>(&out[5 * i], &out[5 * i] + 5), expected) << i;
    }
}

// Without as much memory: a thread far behind, and what it makes of its number.
TEST(CudaIndex, PositionsBeyond31Bits) {
    const dim3 before = blockIdx;
    blockIdx = dim3(3'000'000'000);
    EXPECT_EQ(firstOfBlock(1024), std::int64_t{3'072'000'000'000});
    EXPECT_EQ(indexOfThread<std::int64_t>(), std::int64_t{768'000'000'000} + threadIdx.x);
    blockIdx = before;
    std::int64_t rest = std::int64_t{768'000'000'000} + 5;
    EXPECT_EQ(Divider<std::int64_t>(1000).divide(rest), 768'000'000);
    EXPECT_EQ(rest, 5);
    const auto chosen = [](std::int64_t numbers) {
        std::size_t bytes = 0;
        withIndex(numbers, kNarrowLimit, [&](auto index) { bytes = sizeof index; });
        return bytes;
    };
    EXPECT_EQ(chosen(kNarrowLimit), 4U);
    EXPECT_EQ(chosen(kNarrowLimit + 1), 8U);
}

TEST(CudaIndex, DividesByMultiplying) {
    for (const std::uint32_t by :
         {1U, 2U, 3U, 5U, 6U, 7U, 10U, 96U, 331U, 641U, 65'537U, (1U << 30) + 1, (1U << 31) - 1}) {
        const Divider<std::uint32_t> divider(by);
        for (const std::uint32_t near : {0U, by, 2 * by, 1000 * by, (1U << 31) / by * by, 1U << 30, 1U << 31})
            for (std::uint32_t dividend = near - 2; dividend != near + 3; ++dividend) {
                if (dividend >= 1U << 31)
                    continue;
                std::uint32_t rest = dividend;
                ASSERT_EQ(divider.divide(rest), dividend / by) << dividend << " / " << by;
                ASSERT_EQ(rest, dividend % by) << dividend << " / " << by;
            }
    }
}

void leavesKernel() {
    if (threadIdx.x == 7)
        return;
    __syncthreads();
}
void divergesKernel() {
    if (threadIdx.x < 40)
        __syncthreads();
    else
        meetWarp(~0U);
}
void outsiderKernel() { meetWarp(0xFFFF); }
void absentKernel() { __shfl_xor_sync(threadIdx.x < 16 ? 0xFFFFU : 0xFFFF0000U, 1, 16); }

#ifdef __SANITIZE_THREAD__
void racesKernel(int* out) {
    __shared__ int parts[kThreads];
    parts[threadIdx.x] = static_cast<int>(threadIdx.x);
    meetWarp(~0U); // and not all warps
    out[threadIdx.x] = parts[(threadIdx.x + warpSize) % kThreads];
}

TEST(BlockThreadsDeathTest, RacesAreSeen) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    int out[kThreads];
    const auto run = [&] {
        startBlocks("races", nullptr, 1, racesKernel, &out[0]);
        std::exit(0);
    };
    EXPECT_EXIT(run(), testing::ExitedWithCode(66), "data race");
}
#endif

TEST(BlockThreadsDeathTest, EndKernelsThatWouldHang) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    const auto run = [](void (*kernel)()) { startGrid("wrong", nullptr, dim3(1), dim3(64), 0, kernel); };
    EXPECT_DEATH(run(leavesKernel), "wait elsewhere or have ended");
    EXPECT_DEATH(run(divergesKernel), "wait elsewhere or have ended");
    EXPECT_DEATH(run(outsiderKernel), "without being one of them");
    EXPECT_DEATH(run(absentKernel), "does not take part");
    EXPECT_DEATH(startThreads("wrong", nullptr, 1, leavesKernel), "started with startThreads");
    EXPECT_DEATH(startGrid("wrong", nullptr, dim3(1), dim3(2048), 0, leavesKernel), "no device takes");
}

} // namespace
} // namespace belfry::cuda
