// Work on many pictures by threads of its own. Any thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace belfry {

// Calls work(i) for i < count on all cores, each once. `work` must not throw.
template <typename Work>
void onAllCores(std::size_t count, const Work& work) {
    constexpr std::size_t kPicturesPerThread = 4; // fewer are not worth a thread
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    const std::size_t threads = std::clamp<std::size_t>(count / kPicturesPerThread, 1, cores);
    std::atomic<std::size_t> next = 0;
    const auto take = [&] {
        for (std::size_t i = next++; i < count; i = next++)
            work(i);
    };
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < threads; ++i)
        helpers.emplace_back(take);
    take();
}

} // namespace belfry
