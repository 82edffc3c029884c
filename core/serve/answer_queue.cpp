#include "core/serve/answer_queue.h"

#include "core/predict/predictor.h"

#include <algorithm>
#include <exception>

namespace belfry {

struct AnswerQueue::Request {
    std::span<const std::uint8_t> pictures;
    std::int64_t count = 0;
    std::vector<float> probabilities;
    std::exception_ptr problem;
    bool done = false, refused = false;
};

AnswerQueue::AnswerQueue(std::shared_ptr<const Snapshot> snapshot, int threads, std::int64_t mostWaiting)
    : snapshot_(std::move(snapshot)), mostWaiting_(mostWaiting) {
    for (int i = 0; i < std::max(threads, 1); ++i)
        threads_.emplace_back([this] { work(); });
}

AnswerQueue::~AnswerQueue() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
        for (Request* request : waiting_)
            request->done = request->refused = true;
        waiting_.clear();
    }
    arrived_.notify_all();
    answered_.notify_all();
}

std::optional<std::vector<float>> AnswerQueue::answer(std::span<const std::uint8_t> pictures) {
    const std::int64_t bytes = snapshot_->blueprint->image.bytes();
    Request request{.pictures = pictures, .count = std::ssize(pictures) / bytes};
    std::unique_lock lock(mutex_);
    if (ending_ || counts_.waiting + request.count > mostWaiting_)
        return {};
    counts_.waiting += request.count;
    waiting_.push_back(&request);
    arrived_.notify_one();
    answered_.wait(lock, [&] { return request.done; });
    if (request.problem)
        std::rethrow_exception(request.problem);
    if (request.refused)
        return {};
    return std::move(request.probabilities);
}

AnswerCounts AnswerQueue::counts() const {
    const std::lock_guard lock(mutex_);
    return counts_;
}

// Under the mutex.
std::vector<AnswerQueue::Request*> AnswerQueue::takeTogether() {
    std::vector<Request*> together;
    std::int64_t count = 0;
    while (!waiting_.empty() && (together.empty() || count + waiting_.front()->count <= kMostTogether)) {
        count += waiting_.front()->count;
        together.push_back(waiting_.front());
        waiting_.pop_front();
    }
    counts_.waiting -= count;
    counts_.pictures += count;
    ++counts_.passes;
    return together;
}

void AnswerQueue::work() {
    Predictor predictor(snapshot_); // on this thread: its number of threads is this one's
    std::unique_lock lock(mutex_);
    while (true) {
        arrived_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
        if (ending_)
            return;
        const std::vector<Request*> together = takeTogether();
        lock.unlock();
        std::vector<float> probabilities;
        std::exception_ptr problem;
        try {
            std::vector<std::uint8_t> pictures;
            for (const Request* request : together)
                pictures.insert(pictures.end(), request->pictures.begin(), request->pictures.end());
            probabilities = predictor.predictMany(pictures);
        } catch (...) {
            problem = std::current_exception();
        }
        lock.lock();
        auto next = probabilities.cbegin();
        for (Request* request : together) {
            request->problem = problem;
            if (!problem) {
                const auto end = next + request->count * snapshot_->blueprint->classes;
                request->probabilities.assign(next, end);
                next = end;
            }
            request->done = true; // from here on its caller may be gone
        }
        answered_.notify_all();
    }
}

} // namespace belfry
