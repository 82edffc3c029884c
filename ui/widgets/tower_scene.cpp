#include "ui/widgets/tower_scene.h"

#include "core/model/blueprint.h"

#include <algorithm>

namespace belfry {

bool TowerScene::sharesCpu() const {
    return std::ranges::all_of(towers, [](const TowerPlacement& tower) { return tower.device == "cpu"; });
}

float TowerScene::exchange() const {
    float most = 0;
    for (const StageTimes& tower : times) {
        most = std::max(most, tower.exchange);
    }
    return most;
}

float TowerScene::update() const {
    float most = 0;
    for (const StageTimes& tower : times) {
        most = std::max(most, tower.update);
    }
    return most;
}

std::int64_t TowerScene::dataBytes(int tower) const {
    const auto t = static_cast<std::size_t>(tower);
    return imageBytes * (t < times.size() ? times[t].images : towers[t].batch);
}

// As core/exchange has it: `async` keeps the variables apart, `cpu` makes the first tower on the CPU its home where
// there is one, `first` tower 0.
TowerScene sceneOf(const Started& started) {
    TowerScene scene;
    scene.towers = started.placement;
    if (started.blueprint) {
        scene.gradientBytes = started.blueprint->flatSize * static_cast<std::int64_t>(sizeof(float));
        scene.imageBytes = started.blueprint->image.bytes();
    }
    const std::string& exchange = started.plan.exchange;
    if (exchange == "allreduce") {
        scene.home = TowerScene::Home::Everywhere;
        return scene;
    }
    if (exchange == "async") {
        return scene; // no tower's own weights are the variables: they change while it computes
    }
    const auto onCpu = std::ranges::find(scene.towers, "cpu", &TowerPlacement::device);
    const bool first = exchange == "first" && !scene.towers.empty();
    if (first) {
        scene.owner = 0;
        scene.home = scene.towers[0].device == "cpu" ? TowerScene::Home::Cpu : TowerScene::Home::Device;
    } else if (onCpu != scene.towers.end()) {
        scene.owner = static_cast<int>(onCpu - scene.towers.begin());
    }
    return scene;
}

} // namespace belfry
