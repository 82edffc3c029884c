// Loops of one thread that helpers take part in. Internal to the engine.
//
// The helpers are of the calling thread alone, one less than its OpenMP team (tower/tower_team.h), so that what they
// compute on and how many they are is said in one place. They are made by the first loop and end with the thread.
//
// OpenMP's own loops end when every thread of the team has come to their end. Beside another program that keeps a core
// busy, the thread there is stopped for milliseconds, dozens of loops, and all wait for it. Here a loop ends when
// all calls have returned: nobody waits for a thread that is stopped before it has come in. And a helper that has
// computed for some time lets others have the core before it takes the next, lest it is stopped with one half done.
#pragma once

#include <cstdint>

namespace belfry {

// Calls call(body, i) for 0 <= i < count on this thread and its helpers, each the next one when it is free. Inside an
// OpenMP region or another such loop: on this thread alone. What a call throws ends the loop early and is thrown from
// here, the first where there are several.
void parallelFor(std::int64_t count, void (*call)(const void* body, std::int64_t i), const void* body);

} // namespace belfry
