// How a search lets helpers join: processes on any machines that train trials for it. Plain values. Free of torch.
#pragma once

#include "core/ranks/listener.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace belfry {

struct HelperLimits {
    double silent = 10;                                           // seconds; who says nothing for longer is lost
    std::chrono::milliseconds beat = std::chrono::seconds(1);     // helpers say so often that they are there
    std::chrono::milliseconds meet = std::chrono::seconds(15);    // until the other side has answered
    std::chrono::milliseconds farewell = std::chrono::seconds(3); // for helpers to hear of the end
    std::function<double()> clock = {}; // seconds since any moment, asked by the leader; null: the machine's
};

// How a search lets helpers join.
struct HelperAccess {
    std::shared_ptr<Listener> listener; // used once
    std::string version;                // of the program; theirs must be the same
    HelperLimits limits = {};
};

} // namespace belfry
