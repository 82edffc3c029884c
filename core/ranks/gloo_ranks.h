// ProcessGroupGloo with a wait that another thread can end. Internal to core/ranks (c10d).
#pragma once

#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>

#include <condition_variable>
#include <memory>
#include <mutex>

namespace belfry {

// The library has no abort of its own: a sum that waits for somebody who will not come ends by its timeout alone.
// Closing the connections ends the neighbours' sums at once, not one's own. Who waits here is let go by await(); the
// sum is left behind in the library's thread with its numbers, until its timeout.
class GlooRanks : public c10d::ProcessGroupGloo {
public:
    using c10d::ProcessGroupGloo::ProcessGroupGloo;
    void abort() override; // any thread
    // Throws what the work throws, and std::runtime_error after abort().
    void await(const c10::intrusive_ptr<c10d::Work>& work);

private:
    struct Waiting {
        std::mutex mutex;
        std::condition_variable changed;
        bool aborted = false;
    };
    // Outlives this object: a work that was left behind is done later, on a thread that the base class waits for.
    std::shared_ptr<Waiting> waiting_ = std::make_shared<Waiting>();
};

} // namespace belfry
