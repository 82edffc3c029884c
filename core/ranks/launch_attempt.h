// Which of torchrun's attempts a rank belongs to. Its agents keep one store through all of them, with the keys of those
// before, and what they call the count of restarts is each agent's own: an agent that stops its ranks because another
// one's has failed does not count. Free of torch.
#pragma once

#include "core/ranks/launch.h"

#include <chrono>
#include <string>

namespace belfry {

// A name that all ranks of this attempt get, and no other attempt: for Launch::attempt. Rank 0 makes it. Throws as
// RankGroup::meet(), for ranks that do not come within the limit.
std::string agreeOnAttempt(const Launch& launch, std::chrono::milliseconds limit = std::chrono::seconds(25));

} // namespace belfry
