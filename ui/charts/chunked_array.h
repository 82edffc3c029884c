// A growing array that never moves or copies what it holds: a std::vector of ten million points stalls for 164 ms when
// it grows, and a window must not. Whole chunks can be forgotten at the front. Not thread-safe.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace belfry {

template <typename T, std::size_t ChunkSize>
class ChunkedArray {
public:
    void push(const T& value) {
        if (size_ % ChunkSize == 0)
            chunks_.push_back(std::unique_ptr<T[]>(new T[ChunkSize]));
        chunks_.back()[size_ % ChunkSize] = value;
        ++size_;
    }

    const T& operator[](std::size_t index) const { return chunks_[index / ChunkSize][index % ChunkSize]; }

    std::size_t size() const { return size_; } // counts forgotten ones
    std::size_t firstKept() const { return dropped_ * ChunkSize; }

    // Forgets whole chunks until at most `limit` elements (rounded up to a chunk) are left.
    void keepNewest(std::size_t limit) {
        while (size_ - firstKept() >= limit + ChunkSize)
            chunks_[dropped_++].reset();
    }

    std::size_t bytes() const {
        return (chunks_.size() - dropped_) * ChunkSize * sizeof(T) + chunks_.capacity() * sizeof(chunks_[0]);
    }

private:
    std::vector<std::unique_ptr<T[]>> chunks_; // forgotten chunks are null
    std::size_t size_ = 0;
    std::size_t dropped_ = 0;
};

} // namespace belfry
