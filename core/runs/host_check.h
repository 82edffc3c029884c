// What another machine could do in a run: asked, and tried with one rank on it. Free of torch.
#pragma once

#include "core/ranks/remote_host.h"

#include <functional>
#include <stop_token>
#include <string>

namespace belfry {

struct HostCheck {
    Text problem; // why it cannot take part; empty: it can, as far as is known
    HostDevices devices;
    double bytesPerSecond = 0; // that each rank sends while both sum a vector of 13 MB; 0: not measured yet
};

// First whether the program is there in this version, then its devices, then, if `link`, the speed of the link: with a
// rank on the host that sums as a run would. known: what is known so far, after each of the first two. Blocks for some
// seconds, at most about a minute and a half; a stop ends it within about a second, with any sentence. Never throws.
HostCheck checkHost(const std::string& host, const std::string& program, bool link,
                    const std::function<void(const HostCheck&)>& known, const std::stop_token& stop);

} // namespace belfry
