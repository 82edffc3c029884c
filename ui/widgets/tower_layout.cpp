#include "ui/widgets/device_picker.h"
#include "ui/widgets/tower_diagram.h"

#include <algorithm>

namespace belfry {
namespace {

constexpr double kInset = 8, kGap = 14, kTop = 6, kBetween = 6;
constexpr double kPartHeight = 32, kLanes = 48; // the lanes of the ways, and below them what they carry
constexpr double kPartWidth = 118, kLeastPart = 70, kOthers = 76;

std::vector<std::string> devicesOf(const TowerScene& scene) {
    std::vector<std::string> devices;
    for (const TowerPlacement& tower : scene.towers) {
        if (std::ranges::find(devices, tower.device) == devices.end()) {
            devices.push_back(tower.device);
        }
    }
    return devices;
}

// Variables, update and mean in a row in the middle of `room`.
void placeHome(TowerLayout& layout, const QRectF& room) {
    const double width = std::clamp((room.width() - 2 * kGap) / 3, kLeastPart, kPartWidth);
    const double left = room.left() + std::max(0.0, (room.width() - 3 * width - 2 * kGap) / 2);
    layout.variables = QRectF(left, room.top(), width, kPartHeight);
    layout.update = layout.variables.translated(width + kGap, 0);
    layout.mean = layout.update.translated(width + kGap, 0);
}

// The boxes of the devices side by side, each as wide as its towers need.
void placeTowers(TowerLayout& layout, const TowerScene& scene, const QRectF& all, double towerTop) {
    const std::vector<std::string> devices = devicesOf(scene);
    const int towers = static_cast<int>(scene.towers.size()), shown = std::min(towers, TowerLayout::kMostTowers);
    const QRectF room = all.adjusted(0, 0, shown < towers ? -kOthers : 0, 0);
    layout.others = QRectF(room.right(), towerTop, all.right() - room.right(), all.bottom() - kInset - towerTop);
    const auto boxes = static_cast<double>(devices.size());
    const double gaps = kGap * std::max(0.0, shown - boxes) + kBetween * (boxes - 1);
    const double width = (room.width() - 2 * kInset * boxes - gaps) / shown;
    layout.towers.resize(scene.towers.size());
    double left = room.left();
    for (const std::string& device : devices) {
        double right = left + kInset;
        bool first = true;
        for (std::size_t t = 0; t < static_cast<std::size_t>(shown); ++t) {
            if (scene.towers[t].device == device) {
                right += first ? 0 : kGap;
                layout.towers[t] = QRectF(right, towerTop, width, room.bottom() - kInset - towerTop);
                right += width;
                first = false;
            }
        }
        if (!first) {
            layout.devices.push_back(
                {DevicePicker::shortName(device), QRectF(left, room.top(), right + kInset - left, room.height())});
            left = right + kInset + kBetween;
        }
    }
}

} // namespace

TowerLayout layOutTowers(const TowerScene& scene, const QSizeF& size) {
    TowerLayout layout;
    if (scene.towers.empty()) {
        return layout;
    }
    const double cpuBottom = kTop + kPartHeight;
    layout.data = QRectF(kInset, kTop, kPartWidth, kPartHeight);
    if (scene.home == TowerScene::Home::Cpu) {
        placeHome(layout, {layout.data.right() + 60, kTop, size.width() - layout.data.right() - 120, kPartHeight});
    }
    const QString cpu = DevicePicker::shortName("cpu");
    if (scene.sharesCpu()) { // one box round everything
        layout.lanes = cpuBottom + 6;
        placeTowers(layout, scene, QRectF(QPointF(), size), layout.lanes + kLanes);
        return layout;
    }
    layout.devices.push_back({cpu, QRectF(0, 0, size.width(), cpuBottom + kTop)});
    const double top = cpuBottom + kTop + kBetween;
    const bool homeBelow = scene.home == TowerScene::Home::Device;
    layout.lanes = top + (homeBelow ? kTop + kPartHeight + 4 : 4);
    placeTowers(layout, scene, {0, top, size.width(), size.height() - top}, layout.lanes + kLanes);
    if (homeBelow) {
        const QRectF& box = layout.devices[1].place; // of tower 0
        // Right of the way that the data take down.
        placeHome(layout, {box.left() + kInset + 20, top + kTop, box.width() - 2 * kInset - 20, kPartHeight});
    }
    return layout;
}

} // namespace belfry
