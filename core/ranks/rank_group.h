// Several processes, the ranks of a run, that have met: sums of vectors, values that all get to know, and who is lost.
// On LibTorch's c10d: TCPStore for meeting, Gloo for sums among CPUs. Neither encrypts nor authenticates: for private
// networks. The program ignores SIGPIPE: who writes to a rank that is gone is to get an error. All calls that send are
// made by all ranks in the same order. One thread at a time, but for what says otherwise. Free of torch.
#pragma once

#include "core/base/error.h"
#include "core/ranks/launch.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace at {
class Tensor;
}

namespace belfry {

// What must be the same on all ranks, or they would train different networks without a word: a title for sentences,
// and the value.
using RankFacts = std::vector<std::pair<Text, std::string>>;

struct RankLimits {
    std::chrono::milliseconds meet = std::chrono::seconds(25);   // until all are there and connected
    std::chrono::milliseconds silent = std::chrono::seconds(60); // of a rank that is stopped or cut off
    bool operator==(const RankLimits&) const = default;
};

class RankGroup {
public:
    // Waits for all ranks. Throws Error(Device) with one sentence, the same on every rank that can be told: who did not
    // come, who is there twice, who counts otherwise, who differs in which fact; Error(Usage) where the address or port
    // cannot be used. Whoever keeps silent, it throws not later than some seconds after the limit, or, where the last
    // rank came just before that, after a third of it more. A stop abandons the meeting within about half a second.
    // What hangs in the library is left to a thread of its own.
    static std::unique_ptr<RankGroup> meet(const Launch& launch, const RankFacts& facts, const RankLimits& limits = {},
                                           const std::stop_token& stop = {});
    // Leaves without waiting. After leave() nobody takes that for a loss.
    ~RankGroup();
    RankGroup(const RankGroup&) = delete;
    RankGroup& operator=(const RankGroup&) = delete;

    int rank() const;
    int size() const;
    const std::string& hostOf(int rank) const;
    std::string nameOf(int rank) const; // "2 (host c)", for sentences
    const RankLimits& limits() const;
    // What the user should know of this meeting, such as a clock that is off.
    const std::vector<Text>& remarks() const;

    // All throw Error(Device) that names who is lost, or failed and why. Tensors are contiguous, on the CPU, and kept
    // until the library is done with them, even where the call has thrown.
    void sum(at::Tensor values); // over all ranks, in place: the same bits on each
    // Begins a sum; what it returns waits for it. Sums that were begun are made at the same time. ended: called when it
    // is made or has failed, on a thread of the library, maybe long after this group is gone; it must not throw.
    using Wait = std::function<void()>;
    Wait beginSum(at::Tensor values, std::function<void()> ended = {});
    void broadcast(at::Tensor values); // rank 0's, in place
    // What every rank gives, by rank: as many numbers each.
    std::vector<std::vector<double>> gather(const std::vector<double>& own);
    std::vector<std::string> gatherTexts(const std::string& own); // by rank; of any length
    std::string share(const std::string& bytes);                  // rank 0's; the others' does not matter
    // Throws on every rank if another differs from rank 0, as meet() does.
    void requireSame(const RankFacts& facts);
    // Sums on connections of their own, in double, in place, on one thread at a time: they come in any order beside
    // the other calls.
    using SumNumbers = std::function<void(std::span<double>)>;
    SumNumbers openSums();

    // For the sentence that names a lost rank: the steps that were done. Any thread.
    void setStep(std::int64_t step);
    // A sentence of this group has named who is lost: nothing can be sent any more. Any thread.
    bool lost() const;
    // Tells the others why this rank ends; their calls throw with this sentence. Not after leave(). Any thread.
    void fail(const std::string& sentence) noexcept;
    // A call that waits ends and throws, here and soon on the others. Any thread.
    void abort();
    // Requested once that has been called, or a loss is known: for who waits or computes long between two calls. Any
    // thread.
    std::stop_token aborted() const;
    // For who waits for the others by other means: throws as a call would that abort() has ended, or one to a rank that
    // is gone.
    void throwIfAborted();
    [[noreturn]] void throwLost(const std::string& why);
    // Waits for all: from then on a rank may go.
    void leave();

private:
    struct Impl;
    explicit RankGroup(std::unique_ptr<Impl> impl);
    void compareClocks();
    std::unique_ptr<Impl> impl_;
};

// Which of a run's towers are this process's: a contiguous run of them, from firstTower on.
struct RankSeat {
    std::shared_ptr<RankGroup> group; // null: all towers are
    int firstTower = 0;
    std::vector<int> towers;                                    // by rank; empty without a group
    bool leads() const { return !group || group->rank() == 0; } // records, validates and decides
};

} // namespace belfry
