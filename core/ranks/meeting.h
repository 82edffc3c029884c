// How ranks find one another, up to where all of them know of all. Internal to core/ranks (c10d).
#pragma once

#include "core/base/deadline.h"
#include "core/ranks/roll_call.h"

#include <stop_token>
#include <string>

namespace belfry {

struct Meeting {
    StorePointer store;
    StorePointer pulses; // the same keys by a connection of its own, as a call may wait on the other
    RollCall call;
    std::string address;            // of this machine in the network of the ranks
    bool listensEverywhere = false; // rank 0, at all addresses of its machine
    std::string listensAt;          // rank 0, else: the address; empty on the others
};

// Opens the store and calls the roll. Throws as RankGroup::meet(), not later than some seconds after the limit: who
// takes a connection and stays silent would keep the library waiting for ever.
Meeting comeTogether(const Launch& launch, const RankFacts& facts, const Deadline& deadline,
                     const std::stop_token& stop);

} // namespace belfry
