#include "app/cli/ranks.h"

#include <nlohmann/json.hpp>

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

std::shared_ptr<RankGroup> meetRanks(const Launch& launch, const Plan& plan) {
    return RankGroup::meet(launch, factsOf(plan));
}

} // namespace belfry::cli
