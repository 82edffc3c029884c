// A sum over vectors of several devices that is queued, not waited for: what a collective library gives. Internal to
// the engine (ATen).
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace belfry {

class Collective {
public:
    struct Part { // of one tower, on its device
        const float* in;
        float* out;
        float scale;
    };
    virtual ~Collective() = default;
    // Work queued on the tower's stream so far comes before the sum with this number. Any thread, one per tower.
    virtual void mark(int tower, int sum) = 0;
    // Queues, once every tower has marked it: each tower's out[0, count) becomes the sum over all towers of
    // scale x in. plain: all scales are 1, those of other processes too. parts: by tower. One thread at a time.
    virtual void queue(int sum, std::span<const Part> parts, std::int64_t count, bool plain) = 0;
    // Work queued on the tower's stream from now on comes after all queued sums.
    virtual void join(int tower) = 0;

    struct Progress { // of joins; one is asked for with the first sum that it is to wait for
        std::int64_t asked = 0;
        std::int64_t done = 0; // whose sums are made
        std::string problem;   // of a link or a device, as the library reports it; "": none
    };
    virtual Progress progress() = 0; // any thread
    // Aborts all that is queued: waiting calls return with meaningless numbers, and nothing is summed any
    // more. Any thread.
    virtual void abort() = 0;
};

} // namespace belfry
