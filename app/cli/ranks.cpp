#include "app/cli/ranks.h"

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "core/ranks/launch_attempt.h"

#include <nlohmann/json.hpp>
#include <unistd.h>

namespace belfry::cli {
namespace {

RankFacts factsOf(const Plan& plan) {
    RankFacts facts{{Text::tr("the version"), BELFRY_VERSION}};
    const nlohmann::json fields = toJson(plan);
    for (const auto& [name, value] : fields.items())
        if (name != "devices" && name != "data_dir")
            facts.emplace_back(Text::verbatim(name), value.dump());
    return facts;
}

} // namespace

std::optional<Launch> severalRanks() {
    std::optional<Launch> launch = launchFrom(processEnvironment);
    return launch && launch->ranks > 1 ? launch : std::nullopt;
}

std::shared_ptr<RankGroup> meetRanks(Launch launch, const Plan& plan) {
    // Nothing has been written yet; and a launcher that ends its ranks does not wait half a minute for one.
    const InterruptWatch watch([](int) { ::_exit(kStoppedByUser); });
    if (launch.agentStore)
        launch.attempt = agreeOnAttempt(launch);
    return RankGroup::meet(launch, factsOf(plan));
}

} // namespace belfry::cli
