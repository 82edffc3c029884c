// What LibTorch does on the side, beside what it is asked for. Internal to core/ranks.
#pragma once

namespace belfry {

// The library prints every refusal with a stack to stderr, unless it was told before its logging began. It also keeps a
// record of all sums, and two groups that make their first ones at once damage it: its table of groups has no lock
// (FlightRecorder::recordWithResetEnabled in version 2.11). Before the first group. Any thread. Whoever links this asks
// no name service for the names of addresses either.
void silenceLibrary();

} // namespace belfry
