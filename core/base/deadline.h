// A limit that several steps share.
#pragma once

#include <algorithm>
#include <chrono>

namespace belfry {

class Deadline {
public:
    explicit Deadline(std::chrono::milliseconds limit) : limit_(limit) {}
    std::chrono::milliseconds limit() const { return limit_; } // of all steps together
    // At least a millisecond, as some libraries take 0 for no limit.
    std::chrono::milliseconds left() const {
        using std::chrono::milliseconds;
        const auto passed = std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - begin_);
        return std::max(milliseconds(1), limit_ - passed);
    }

private:
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
    std::chrono::milliseconds limit_;
};

} // namespace belfry
