// Who is lost, or has failed and why, once a sum or a connection has ended without a result: asked for and told in the
// store of keys. Internal to core/ranks (c10d).
#pragma once

#include "core/ranks/roll_call.h"

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace belfry {

// Why no sum is made any more.
struct RankLoss {
    std::vector<int> silent;                            // do not answer; rank 0 too when the store does not
    std::vector<std::pair<int, std::string>> sentences; // of ranks that failed and said why
};

// Any thread.
class LossFinder {
public:
    // store: nobody else waits long on its connection.
    LossFinder(StorePointer store, int rank, RollCall call);

    // Every rank that is still there says so; those that do not within some seconds are lost. Asked for once: later it
    // is the same. Never throws, and returns within some seconds. A rank that hears of a loss by its pulse calls it at
    // once, even while it computes: else it would be taken for lost, and the reason goes with the store.
    RankLoss find();
    // step: the steps that were done; 0: none is named. otherwise: where nobody is lost.
    Text sentence(std::int64_t step, const Text& otherwise);
    // This rank ends, and the others are to know why. Within some seconds, whatever becomes of the store.
    void announce(const std::string& sentence);
    // Until the others have found a loss, but not for long: of rank 0, before its store goes.
    void waitUntilKnown();

private:
    const StorePointer store_;
    const int rank_;
    const RollCall call_;
    std::mutex mutex_; // guards what follows; held while the others are asked
    std::optional<RankLoss> found_;
};

inline constexpr const char* kLossKey = "loss"; // of the store, once any rank has found or announced one

} // namespace belfry
