// What the engine keeps of the CPU's memory, and what it gives back.
#include "core/model/host_memory.h"

#include <ATen/ATen.h>

#include <gtest/gtest.h>

#include <new>
#include <thread>
#include <vector>

namespace belfry {
namespace {

constexpr std::int64_t kPage = std::int64_t{2} << 20;

class HostMemoryTest : public testing::Test {
protected:
    static at::Tensor bytes(std::int64_t count) { return at::empty({count}, at::kByte); }
    std::int64_t used() const { return hostMemoryUse().used - before_; }

private:
    std::int64_t before_ = hostMemoryUse().used;
};

TEST_F(HostMemoryTest, AFreedBlockIsReused) {
    {
        const KeepHostMemory keep;
        at::Tensor first = bytes(3 * kPage);
        const void* const place = first.data_ptr();
        EXPECT_EQ(used(), 3 * kPage);
        first = at::Tensor();
        EXPECT_EQ(used(), 0);
        EXPECT_EQ(hostMemoryUse().kept, 3 * kPage);
        const at::Tensor second = bytes(3 * kPage - 100);
        EXPECT_EQ(second.data_ptr(), place);
        EXPECT_EQ(hostMemoryUse().kept, 0);
    }
    EXPECT_EQ(hostMemoryUse().kept, 0);
    EXPECT_EQ(used(), 0);
}

TEST_F(HostMemoryTest, NothingIsCachedWithoutAKeeper) {
    bytes(3 * kPage);
    EXPECT_EQ(hostMemoryUse().kept, 0);
    const KeepHostMemory outer;
    {
        const KeepHostMemory inner;
        bytes(3 * kPage);
    }
    EXPECT_EQ(hostMemoryUse().kept, 3 * kPage); // for the one that is left
}

TEST_F(HostMemoryTest, AMuchLargerBlockIsNotReused) {
    const KeepHostMemory keep;
    bytes(8 * kPage);
    const at::Tensor half = bytes(4 * kPage);
    EXPECT_EQ(used(), 4 * kPage);
}

// Blocks of ever other sizes are not all kept.
TEST_F(HostMemoryTest, KeepsUpToHalfOfWhatWasInUse) {
    const KeepHostMemory keep;
    for (std::int64_t pages = 4; pages <= 64; pages += 12) {
        const at::Tensor block = bytes(pages * kPage);
        EXPECT_LE(used() + hostMemoryUse().kept, pages * kPage / 2 * 3);
    }
}

TEST_F(HostMemoryTest, AnyThreadMayFree) {
    const KeepHostMemory keep;
    std::vector<std::thread> threads;
    for (int k = 1; k <= 4; ++k)
        threads.emplace_back([k] {
            for (int i = 0; i < 200; ++i) {
                at::Tensor block = bytes((1 + (i * k) % 5) * kPage);
                block.data_ptr<std::uint8_t>()[0] = 1;
                std::thread([held = std::move(block)] {}).join();
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(used(), 0);
}

TEST_F(HostMemoryTest, AFailedAllocationIsAnError) { EXPECT_THROW(bytes(std::int64_t{1} << 60), std::bad_alloc); }

} // namespace
} // namespace belfry
