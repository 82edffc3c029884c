// What a server has done, as text for Prometheus (exposition format 0.0.4). Any thread.
#pragma once

#include "core/serve/answer_queue.h"

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace belfry {

class ServeMetrics {
public:
    // One request to a path that is served; its status, and its time from the last byte read to the answer.
    void add(const std::string& path, int status, double seconds);
    // network: a label's value.
    std::string text(const AnswerCounts& counts, const std::string& network) const;

private:
    static constexpr std::array kBounds{0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0};
    mutable std::mutex mutex_;
    std::map<std::pair<std::string, int>, std::int64_t> requests_; // by path and status
    std::array<std::int64_t, kBounds.size() + 1> times_{};         // up to each bound, and above; of predictions
    double seconds_ = 0;                                           // of all of them
};

} // namespace belfry
