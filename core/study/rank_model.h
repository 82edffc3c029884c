// A model of a step over many ranks, for more machines than there are: what is measured on one machine, and a network
// that is given. Plain values; any thread. Times are milliseconds, sizes bytes.
//
// A sum of B bytes over n ranks is Gloo's ring: 2 (n - 1) rounds in which every rank sends B / n to the next one, cut
// into at least two messages that follow one another. With messages of m bytes on a link of v it takes, alone,
//     start + 2 (n - 1) max(B / (n v), hop + delay + m / v).
// Two sums are in progress at a time, as Belfry's groups have two threads, and share the link in the order in which
// they were begun. A bucket's sum begins when backward has completed it; what is left of the sums when computing ends
// is seen. The gather of a step (train/rank_agreement.h) is one more sum of that kind behind all buckets: n - 1 rounds.
//
// Sums also take the processor: for each message and for each byte that is copied and added. Where computing and sums
// want more cores than the rank has, threads share them fairly, as the system's scheduler does, and both slow down.
// A step begins when the slowest rank is done: the largest of n of the measured times.
//
// What is left out: links that several hosts share, other traffic, hosts of unequal speed, layers that are
// synchronised.
#pragma once

#include <cstdint>
#include <vector>

namespace belfry {

struct SummedBucket {
    double bytes = 0; // on the wire, of one gradient
    double lead = 0;  // of computing that is left when it is complete
};

// A rank's step where no other rank is waited for. Computing alone has its cores.
struct RankWork {
    std::vector<double> compute;       // by step, some steps: until the gradient is complete
    double update = 0;                 // what follows the sums
    std::vector<SummedBucket> buckets; // in the order in which they are summed
    double threads = 1;                // cores that computing keeps busy
    std::int64_t images = 0;           // of a step
};

// What sums take between ranks of one machine, where the network is no limit.
struct SumCost {
    double start = 0;      // of a sum, before its first message
    double hop = 0;        // of a message, from rank to rank
    double perByte = 0;    // that a rank sends
    double cpuPerHop = 0;  // of a core, at each rank ...
    double cpuPerByte = 0; // ... for what it sends, receives and adds
};

struct HostLink {
    double bytesPerMillisecond = 0; // each way, of payload; 0: no limit
    double delay = 0;               // one way, beside that of the loopback
};

struct RankLayout {
    int ranks = 1;
    double cores = 1; // of each rank, for computing and sums
};

struct StepForecast {
    double milliseconds = 0;
    double slowest = 0;   // of them for the slowest rank's computing
    double visible = 0;   // of them for sums, after computing
    double sentBytes = 0; // of gradients, by each rank
};

StepForecast forecastOf(const RankWork& work, const SumCost& cost, const HostLink& link, const RankLayout& layout);

// Two measurements as one: of work the means, of sums what other programs disturbed less. Either may be empty.
RankWork joinedWork(const RankWork& one, const RankWork& other);
SumCost leastOf(const SumCost& one, const SumCost& other);

// How many times as fast a step becomes when sums send half the bytes: their time is halved, and of what was seen
// vanishes as much, at most: more of them is seen where the last gradients are complete late. visible: of the step,
// after computing; onTheWay: while sums were, also beside computing. Up to two, where the wire is all that takes time.
double gainOfHalfTheBytes(double step, double visible, double onTheWay);

// The mean of the largest of `count` values that are drawn from the sample; at most the sample's largest. The sample
// is not empty.
double expectedLargest(std::vector<double> sample, int count);

} // namespace belfry
