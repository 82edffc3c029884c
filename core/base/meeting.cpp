#include "core/base/meeting.h"

#include "core/base/stopwatch.h"

#include <algorithm>

namespace belfry {

void Meeting::sum(int party, std::span<double> values) {
    const Stopwatch watch;
    std::unique_lock lock(mutex_);
    if (calledOff_)
        throw MeetingCalledOff();
    parts_[static_cast<std::size_t>(party)].assign(values.begin(), values.end());
    const std::uint64_t meeting = meetings_;
    if (++come_ == parts_.size())
        addUp();
    else
        changed_.wait(lock, [&] { return meetings_ != meeting || calledOff_; });
    if (meetings_ == meeting)
        throw MeetingCalledOff();
    waits_[static_cast<std::size_t>(party)] += static_cast<float>(1000 * watch.seconds());
    std::copy_n(sums_.begin(), std::min(values.size(), sums_.size()), values.begin());
}

void Meeting::addUp() {
    sums_.clear();
    for (const std::vector<double>& part : parts_) {
        sums_.resize(std::max(sums_.size(), part.size()));
        for (std::size_t i = 0; i < part.size(); ++i)
            sums_[i] += part[i];
    }
    come_ = 0;
    ++meetings_;
    changed_.notify_all();
}

void Meeting::callOff() {
    const std::lock_guard lock(mutex_);
    calledOff_ = true;
    changed_.notify_all();
}

void Meeting::open() {
    const std::lock_guard lock(mutex_);
    calledOff_ = false;
    come_ = 0;
}

} // namespace belfry
