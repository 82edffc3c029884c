#include "core/base/rendezvous.h"

#include "core/base/stopwatch.h"

#include <algorithm>

namespace belfry {

void Rendezvous::sum(int participant, std::span<double> values) {
    const Stopwatch watch;
    std::unique_lock lock(mutex_);
    if (aborted_)
        throw RendezvousAborted();
    parts_[static_cast<std::size_t>(participant)].assign(values.begin(), values.end());
    const std::uint64_t generation = generation_;
    if (++arrived_ == parts_.size())
        addUp();
    else
        changed_.wait(lock, [&] { return generation_ != generation || aborted_; });
    if (generation_ == generation)
        throw RendezvousAborted();
    waits_[static_cast<std::size_t>(participant)] += static_cast<float>(1000 * watch.seconds());
    std::copy_n(sums_.begin(), std::min(values.size(), sums_.size()), values.begin());
}

void Rendezvous::addUp() {
    sums_.clear();
    for (const std::vector<double>& part : parts_) {
        sums_.resize(std::max(sums_.size(), part.size()));
        for (std::size_t i = 0; i < part.size(); ++i)
            sums_[i] += part[i];
    }
    if (addOthers_)
        try {
            addOthers_(sums_);
        } catch (...) {
            aborted_ = true;
            changed_.notify_all();
            throw;
        }
    arrived_ = 0;
    ++generation_;
    changed_.notify_all();
}

void Rendezvous::abort() {
    const std::lock_guard lock(mutex_);
    aborted_ = true;
    changed_.notify_all();
}

void Rendezvous::reset() {
    const std::lock_guard lock(mutex_);
    aborted_ = false;
    arrived_ = 0;
}

} // namespace belfry
