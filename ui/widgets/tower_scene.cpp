#include "ui/widgets/tower_scene.h"

#include "core/model/blueprint.h"
#include "ui/widgets/device_picker.h"

#include <algorithm>

namespace belfry {
namespace {

constexpr std::int64_t kNumberAndLabel = sizeof(std::int64_t) + sizeof(std::uint8_t);

} // namespace

bool onSeveralHosts(const std::vector<TowerPlacement>& towers) {
    return std::ranges::any_of(
        towers, [&](const TowerPlacement& tower) { return tower.host != towers.front().host; });
}

QString placeName(const TowerPlacement& tower, bool withHost) {
    const QString device = DevicePicker::shortName(tower.device);
    if (!withHost)
        return device;
    return QString::fromStdString(tower.host.substr(0, tower.host.find('.'))) + QStringLiteral(" · ") + device;
}

bool TowerScene::sharesCpu() const {
    const auto onCpu = [](const TowerPlacement& tower) { return tower.device == "cpu"; };
    return std::ranges::all_of(towers, onCpu) && !onSeveralHosts(towers);
}

float TowerScene::longest(float StageTimes::*stage) const {
    float max = 0;
    for (const StageTimes& tower : times)
        max = std::max(max, tower.*stage);
    return max;
}

std::int64_t TowerScene::dataBytes(int tower) const {
    const auto t = static_cast<std::size_t>(tower);
    const bool known = t < times.size() && (times[t].images > 0 || !asynchronous);
    return imageBytes * (known ? times[t].images : towers[t].batch);
}

// In a ring of n, 2 (n - 1) pieces of n go over every link: study/scaling_model uses the same bandwidth.
std::int64_t TowerScene::movedBytes(int tower) const {
    if (variables == VariablesPlace::Everywhere) {
        const auto n = static_cast<std::int64_t>(towers.size());
        return n > 1 ? gradientBytes * 2 * (n - 1) / n : 0;
    }
    return tower == owner ? 0 : gradientBytes;
}

void TowerScene::take(const StepDone& done) {
    step = done.step;
    times.resize(towers.size());
    for (std::size_t t = 0; t < times.size(); ++t)
        if (done.isOf(t))
            times[t] = done.towers[t];
}

// As in core/exchange: `async` keeps the variables separately, `cpu` keeps them with the first tower on the CPU
// where there is one, `first` tower 0, and so does `allreduce` among towers on the CPU.
TowerScene sceneOf(const Started& started) {
    TowerScene scene;
    scene.towers = started.placement;
    if (started.blueprint) {
        scene.gradientBytes = started.blueprint->flatSize * static_cast<std::int64_t>(sizeof(float));
        scene.imageBytes = started.blueprint->image.bytes();
    }
    scene.resident = started.plan.feed == "resident";
    if (scene.resident)
        scene.imageBytes = kNumberAndLabel;
    const std::string& exchange = started.plan.exchange;
    if (exchange == "allreduce") {
        const bool shared = scene.sharesCpu() && !scene.overRanks(); // ranks share no memory
        scene.variables = shared ? TowerScene::VariablesPlace::Shared : TowerScene::VariablesPlace::Everywhere;
        scene.owner = shared && !scene.towers.empty() ? 0 : -1;
        return scene;
    }
    if (exchange == "async") {
        scene.asynchronous = true;
        return scene; // no tower's own weights are the variables: they change while it computes
    }
    const auto onCpu = std::ranges::find(scene.towers, "cpu", &TowerPlacement::device);
    const bool first = exchange == "first" && !scene.towers.empty();
    if (first) {
        scene.owner = 0;
        scene.variables =
            scene.towers[0].device == "cpu" ? TowerScene::VariablesPlace::Cpu : TowerScene::VariablesPlace::Device;
    } else if (onCpu != scene.towers.end()) {
        scene.owner = static_cast<int>(onCpu - scene.towers.begin());
    }
    return scene;
}

} // namespace belfry
