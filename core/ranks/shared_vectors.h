// Vectors in memory that the ranks of one host share: what one writes the others read, without the copies of a
// connection. The memory has no name in any folder: it is gone with the processes, however they end. Free of torch.
#pragma once

#include "core/base/file_descriptor.h"
#include "core/ranks/rank_group.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace belfry {

class SharedVectors {
public:
    // One for each rank, and one more for all, of `floats` each and 0 at first. Collective. Null, and then on all
    // ranks: they are on several hosts, or one cannot open another's memory, as between containers or users.
    static std::unique_ptr<SharedVectors> open(std::shared_ptr<RankGroup> group, std::int64_t floats);
    ~SharedVectors();
    SharedVectors(const SharedVectors&) = delete;
    SharedVectors& operator=(const SharedVectors&) = delete;

    float* of(int rank) const { return vectors_ + static_cast<std::ptrdiff_t>(rank) * stride_; }
    float* common() const { return of(group_->size()); }
    int rank() const { return group_->rank(); }
    int ranks() const { return group_->size(); }

    // Waits until all ranks have called it as often; what they wrote before can be read after it. Throws as the calls
    // of RankGroup when one is lost. A process that has ended is noticed here: no connection waits for it.
    void meet();

private:
    SharedVectors(std::shared_ptr<RankGroup> group, std::int64_t floats) noexcept;
    std::size_t bytes() const;
    bool watch(int process);
    bool peerHasEnded() const;
    std::atomic<std::uint32_t>& met(int rank) const; // its calls of meet()

    std::shared_ptr<RankGroup> group_;
    std::int64_t stride_; // floats from one vector to the next
    void* memory_ = nullptr;
    float* vectors_ = nullptr;
    std::vector<FileDescriptor> peers_; // the other processes
};

} // namespace belfry
