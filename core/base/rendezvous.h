// Where threads that work on parts of one thing put their numbers together: all come, all leave with the sums.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace belfry {

// What sum() throws when somebody will not come.
class RendezvousAborted : public std::runtime_error {
public:
    RendezvousAborted() : std::runtime_error("A tower failed while another waited for its sums.") {}
};

// Each participant is one thread at a time; all come equally often.
class Rendezvous {
public:
    explicit Rendezvous(int participants)
        : parts_(static_cast<std::size_t>(participants)), waits_(static_cast<std::size_t>(participants)) {}

    // Blocks until every participant has come. `values` becomes the sum over all participants, in their order: the same
    // bits every time. A participant with nothing to add brings an empty span. Throws RendezvousAborted at once after
    // abort().
    void sum(int participant, std::span<double> values);

    // Milliseconds that the participant has waited for others in sum() since it last asked. That participant's thread.
    float takeWait(int participant) { return std::exchange(waits_[static_cast<std::size_t>(participant)], 0.0F); }

    // Wakes and refuses everybody until reset(). Any thread.
    void abort();
    // As if nobody had come. While nobody is in sum().
    void reset();

private:
    void addUp();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::vector<double>> parts_; // by participant
    std::vector<float> waits_;               // by participant; each its own
    std::vector<double> sums_;               // of the last one; read by all before they can arrive at the next
    std::size_t arrived_ = 0;
    std::uint64_t generation_ = 0; // that took place
    bool aborted_ = false;
};

} // namespace belfry
