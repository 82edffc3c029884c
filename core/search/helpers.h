// A search's helpers, seen from its leader: processes on any machines that join it at any time, train trials, and are
// lost at any time. Each has a queue of its own, so that the leader knows at every moment who has which trial. Internal
// to core/search. Free of torch.
#pragma once

#include "core/search/helper_access.h"
#include "core/search/helper_messages.h"
#include "core/search/search_events.h"
#include "core/search/work.h"

#include <functional>
#include <memory>
#include <string>

namespace belfry {

// Called on a thread of the helpers, one at a time.
struct HelperCalls {
    std::function<void(WorkDone)> done;
    std::function<void()> changed; // there may be a free place
    std::function<void(const Work&, const EpochDone&)> onEpoch;
    std::function<void(HelperNews)> report;
};

// Any thread.
class Helpers {
public:
    // Serves from now on. `card`: what they are told. `device`: the name of the leader's own first one. Throws
    // Error(Device).
    Helpers(HelperAccess access, const LeaderCard& card, std::string device, HelperCalls calls);
    ~Helpers(); // close()

    bool hasPlace() const;
    void begin(Work work); // with who has the most free places; given back at once where nobody has one
    void cancel();         // everything in progress, which is done as cancelled at once
    void setPaused(bool paused);
    // No more is dealt. Who is there, and who comes, is told why, and goes.
    void release(const Text& reason);
    // Releases them, and waits for a moment until they have heard of it. Nothing is reported any more.
    void close();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace belfry
