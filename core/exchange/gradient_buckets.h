// The flat gradient in buckets that are summed while backward goes on, and which of them are final. Internal to the
// engine (ATen).
#pragma once

#include "core/model/blueprint.h"

#include <cstdint>
#include <vector>

namespace belfry {

// A contiguous run of the flat vector that is summed in one go.
struct Bucket {
    std::int64_t begin = 0, end = 0; // floats
    int slices = 0;
};
// Buckets of at least `floats`, in the order in which backward ends them: from the end of the trainable part, where it
// begins, to the start; then the running averages of batch norm, final only when all is.
std::vector<Bucket> makeBuckets(const Blueprint& blueprint, std::int64_t floats);

// Counts the slices of a step, for several towers. The caller holds a lock.
class GradientBuckets {
public:
    GradientBuckets(const Blueprint& blueprint, int towers, std::int64_t floats);

    const Bucket& operator[](int bucket) const { return buckets_[static_cast<std::size_t>(bucket)]; }
    int size() const { return static_cast<int>(buckets_.size()); }
    const std::vector<int>& bucketOf() const { return bucketOf_; } // by slice

    void beginStep();
    // This slice of the tower's gradient is final. The bucket that is so with it; -1: others of its slices are not.
    int end(int tower, int slice);
    // A bucket that this tower has not ended, and that counts as ended from now on; -1: it has ended all.
    int endNext(int tower);
    bool allEnded() const; // by all towers
    // The next bucket that all towers have ended; -1: none yet. Always in the same order, whatever the order in which
    // towers end them: who sums with other processes begins the same sums there and here.
    int takeNext();

private:
    std::vector<Bucket> buckets_;
    std::vector<int> bucketOf_;
    std::vector<std::vector<int>> missing_; // slices, by tower and bucket
    std::vector<int> ended_;                // by bucket: towers that have ended it
    int next_ = 0;
};

} // namespace belfry
