// Answers many callers at once: what waits while a network is at work is answered together in its next pass, which
// takes less time than one picture after another. Free of torch.
#pragma once

#include "core/train/snapshot.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

namespace belfry {

class Predictor;

// What the queue has done since its start.
struct AnswerCounts {
    std::int64_t pictures = 0; // answered
    std::int64_t passes = 0;   // through the network
    std::int64_t waiting = 0;  // pictures, now
};

class AnswerQueue {
public:
    static constexpr std::int64_t kMostTogether = 64; // pictures of a pass, unless one request has more

    // threads: each with weights of its own, at least 1. mostWaiting: pictures.
    AnswerQueue(std::shared_ptr<const Snapshot> snapshot, int threads, std::int64_t mostWaiting);
    ~AnswerQueue(); // what waits is not answered any more
    AnswerQueue(const AnswerQueue&) = delete;
    AnswerQueue& operator=(const AnswerQueue&) = delete;

    // Probabilities of contiguous pictures, count x classes, as Predictor::predictMany() has them. Any thread; blocks
    // until they are there. None: too many pictures wait, or the queue ends. Throws what the network throws.
    std::optional<std::vector<float>> answer(std::span<const std::uint8_t> pictures);
    AnswerCounts counts() const;

private:
    struct Request;
    void work();
    std::vector<Request*> takeTogether();

    std::shared_ptr<const Snapshot> snapshot_;
    const std::int64_t mostWaiting_;
    mutable std::mutex mutex_;
    std::condition_variable arrived_, answered_;
    std::deque<Request*> waiting_; // on their callers' stacks
    AnswerCounts counts_;
    bool ending_ = false;
    std::vector<std::jthread> threads_; // last: they use the rest
};

} // namespace belfry
