// A barrier with a reduction: threads wait for one another, and each gets the sums over all.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

namespace belfry {

// Thrown by sum() when a participant fails.
class RendezvousAborted : public std::runtime_error {
public:
    RendezvousAborted() : std::runtime_error("A tower failed while another waited for its sums.") {}
};

// Each participant is one thread at a time. All call sum() equally often.
class Rendezvous {
public:
    // addOthers: adds to the sums of all participants those of other processes, once for each sum, on the thread of the
    // participant that came last. May block, and throw: then the others are aborted. Empty: there are none.
    using AddOthers = std::function<void(std::span<double>)>;
    explicit Rendezvous(int participants, AddOthers addOthers = {})
        : parts_(static_cast<std::size_t>(participants)), waits_(static_cast<std::size_t>(participants)),
          addOthers_(std::move(addOthers)) {}

    // Blocks until all participants have called. `values` becomes the sum over all participants, in a fixed order: the
    // same bits every time. A participant without values passes zeros, or an empty span where there are no other
    // processes. Throws RendezvousAborted after abort().
    void sum(int participant, std::span<double> values);

    // Milliseconds that the participant has waited for others in sum() since the last takeWait(). Participant's thread.
    float takeWait(int participant) { return std::exchange(waits_[static_cast<std::size_t>(participant)], 0.0F); }

    // Makes all calls of sum() throw, current and later ones, until reset(). Any thread.
    void abort();
    // Restores the initial state. Not during sum().
    void reset();

private:
    void addUp();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::vector<double>> parts_; // by participant
    std::vector<float> waits_;               // by participant; each written by its own thread
    AddOthers addOthers_;
    std::vector<double> sums_; // of the last generation; all read them before the next can complete
    std::size_t arrived_ = 0;
    std::uint64_t generation_ = 0; // number of completed sums
    bool aborted_ = false;
};

} // namespace belfry
