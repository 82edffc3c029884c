#include "core/train/unfreezing.h"

#include "core/model/rate_groups.h"
#include "core/tower/tower_team.h"
#include "core/train/plan_schedule.h"

#include <utility>

namespace belfry {

bool Unfreezing::freeze(TowerTeam& team, std::int64_t images) {
    if (prepared_.plan.backbone.empty())
        return false;
    const auto rates = groupRates(prepared_.plan, images, prepared_.trainImages());
    const std::size_t layers = frozenLayers(*prepared_.blueprint, rates);
    if (layers == std::exchange(frozenLayers_, layers))
        return false;
    team.run([layers](Tower& tower) { tower.setFrozenLayers(layers); });
    return true;
}

void Unfreezing::begin(TowerTeam& team, std::int64_t images) { freeze(team, images); }

Text Unfreezing::advance(TowerTeam& team, std::int64_t images, double bestAccuracy) {
    if (!freeze(team, images))
        return {};
    const Text gain = gained(bestAccuracy);
    startStage(bestAccuracy);
    return Text::tr("%1; layers from %2 on are trained", gain, prepared_.blueprint->layers[frozenLayers_].name);
}

Text Unfreezing::end(double bestAccuracy) const {
    return prepared_.plan.backbone.empty() ? Text() : gained(bestAccuracy);
}

Text Unfreezing::gained(double bestAccuracy) const {
    return Text::tr("this stage gained %1 points of validation accuracy: %2 %",
                    decimals(100 * (bestAccuracy - startAccuracy_), 1), decimals(100 * bestAccuracy, 1));
}

} // namespace belfry
