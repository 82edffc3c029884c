#include "ui/widgets/device_picker.h"
#include "ui/widgets/tower_diagram.h"

#include <QFontMetrics>
#include <algorithm>
#include <limits>

namespace belfry {
namespace {

constexpr double kInset = 8, kGap = 14, kTop = 6, kBetween = 6;
constexpr double kPartHeight = 32, kLanes = 48; // the lanes of the ways, and below them what they carry
constexpr double kBareLanes = 32;               // without that
constexpr double kPartWidth = 118, kMinPart = 78, kOthers = 76;
constexpr double kDataPath = 20; // width of the data's path in a box that has the variables
constexpr double kMinVariables = 3 * kMinPart + 2 * kGap + 2 * kInset + kDataPath;
constexpr double kLane = 9;

bool sameBox(const TowerPlacement& a, const TowerPlacement& b) { return a.device == b.device && a.host == b.host; }

// The first tower of each.
std::vector<TowerPlacement> devicesOf(const TowerScene& scene) {
    std::vector<TowerPlacement> devices;
    for (const TowerPlacement& tower : scene.towers)
        if (std::ranges::none_of(devices, [&](const auto& device) { return sameBox(device, tower); }))
            devices.push_back(tower);
    return devices;
}

// Variables, update and mean in a row in the middle of `room`.
void placeVariables(TowerLayout& layout, const QRectF& room) {
    const double width = std::clamp((room.width() - 2 * kGap) / 3, kMinPart, kPartWidth);
    const double left = room.left() + std::max(0.0, (room.width() - 3 * width - 2 * kGap) / 2);
    layout.variables = QRectF(left, room.top(), width, kPartHeight);
    layout.update = layout.variables.translated(width + kGap, 0);
    layout.mean = layout.update.translated(width + kGap, 0);
}

// The widths of a tower on the first device, and of any other: alike, unless the variables need more.
struct Widths {
    double first, others;
};
Widths widthsOf(const TowerScene& scene, int shown, double room) {
    const auto end = scene.towers.begin() + shown;
    const auto onFirst = static_cast<double>(
        std::count_if(scene.towers.begin(), end, [&](const auto& t) { return sameBox(t, scene.towers[0]); }));
    const double rest = shown - onFirst;
    const double each = room / shown, firstBox = onFirst * each + (onFirst - 1) * kGap + 2 * kInset;
    if (scene.variables != TowerScene::VariablesPlace::Device || firstBox >= kMinVariables || rest == 0)
        return {each, each};
    const double wider = (kMinVariables - (onFirst - 1) * kGap - 2 * kInset) / onFirst;
    return {wider, (room - onFirst * wider) / rest};
}

// The boxes of the devices side by side, each as wide as its towers need.
void placeTowers(TowerLayout& layout, const TowerScene& scene, const QRectF& all, double towerTop) {
    const std::vector<TowerPlacement> devices = devicesOf(scene);
    const bool severalHosts = onSeveralHosts(scene.towers);
    const int towers = static_cast<int>(scene.towers.size()), shown = std::min(towers, TowerLayout::kMaxTowers);
    const QRectF room = all.adjusted(0, 0, shown < towers ? -kOthers : 0, 0);
    layout.others = QRectF(room.right(), towerTop, all.right() - room.right(), all.bottom() - kInset - towerTop);
    const auto boxes = static_cast<double>(devices.size());
    const double gaps = kGap * std::max(0.0, shown - boxes) + kBetween * (boxes - 1);
    const Widths widths = widthsOf(scene, shown, room.width() - 2 * kInset * boxes - gaps);
    layout.towers.resize(scene.towers.size());
    double left = room.left();
    for (const TowerPlacement& device : devices) {
        const double width = sameBox(device, devices.front()) ? widths.first : widths.others;
        double right = left + kInset;
        bool first = true;
        for (std::size_t t = 0; t < static_cast<std::size_t>(shown); ++t) {
            if (sameBox(scene.towers[t], device)) {
                right += first ? 0 : kGap;
                layout.towers[t] = QRectF(right, towerTop, width, room.bottom() - kInset - towerTop);
                right += width;
                first = false;
            }
        }
        if (!first) {
            layout.devices.push_back(
                {placeName(device, severalHosts), QRectF(left, room.top(), right + kInset - left, room.height())});
            left = right + kInset + kBetween;
        }
    }
}

TowerLayout layOut(const TowerScene& scene, const QSizeF& size, double lanes) {
    TowerLayout layout;
    const double cpuBottom = kTop + kPartHeight;
    layout.data = QRectF(kInset, kTop, kPartWidth, kPartHeight);
    if (scene.variables == TowerScene::VariablesPlace::Cpu || scene.variables == TowerScene::VariablesPlace::Shared)
        placeVariables(layout, {layout.data.right() + 60, kTop, size.width() - layout.data.right() - 120, kPartHeight});
    const QString cpu = DevicePicker::shortName("cpu");
    if (scene.sharesCpu()) { // one box round everything
        layout.lanes = cpuBottom + 6;
        placeTowers(layout, scene, QRectF(QPointF(), size), layout.lanes + lanes);
        return layout;
    }
    layout.devices.push_back({cpu, QRectF(0, 0, size.width(), cpuBottom + kTop)});
    const double top = cpuBottom + kTop + kBetween;
    const bool variablesBelow = scene.variables == TowerScene::VariablesPlace::Device;
    layout.lanes = top + (variablesBelow ? kTop + kPartHeight + 4 : 4);
    placeTowers(layout, scene, {0, top, size.width(), size.height() - top}, layout.lanes + lanes);
    if (variablesBelow) {
        const QRectF& box = layout.devices[1].place; // of tower 0
        // Right of the way that the data take down.
        placeVariables(
            layout, {box.left() + kInset + kDataPath, top + kTop, box.width() - 2 * kInset - kDataPath, kPartHeight});
    }
    return layout;
}

// Room beside the narrowest tower's arrows, as wide as their pitch.
bool hasRoomForLabels(const TowerLayout& layout) {
    double narrowest = std::numeric_limits<double>::max();
    for (const QRectF& box : layout.towers)
        narrowest = box.isEmpty() ? narrowest : std::min(narrowest, box.width());
    return 0.3 * narrowest - 8 >= QFontMetrics(Theme::font(11)).horizontalAdvance(QStringLiteral("99.9 MiB"));
}

} // namespace

// Narrow towers have their figures inside, and the room of the labels.
TowerLayout layOutTowers(const TowerScene& scene, const QSizeF& size) {
    if (scene.towers.empty())
        return {};
    const TowerLayout wide = layOut(scene, size, kLanes);
    if (hasRoomForLabels(wide))
        return wide;
    TowerLayout narrow = layOut(scene, size, kBareLanes);
    narrow.labelled = false;
    return narrow;
}

namespace {

// The point where an arrow meets the top of a tower, as a fraction of its width.
double placeOf(TowerFlow flow) { return flow == TowerFlow::Data ? 0.07 : flow == TowerFlow::Variables ? 0.38 : 0.7; }

// Up from a tower, along a lane, down to the next one; the last one's goes back to the first on a lane of its own. All
// towers that there is no room for are one member of the ring.
std::vector<QPointF> ringPath(const TowerLayout& layout, std::size_t tower) {
    const std::size_t count = layout.towers.size();
    const auto hidden = [&](std::size_t t) { return layout.towers[t].isEmpty(); };
    if (count < 2 || (hidden(tower) && hidden(tower - 1)))
        return {};
    const std::size_t next = tower + 1 == count || hidden(tower) ? 0 : tower + 1;
    const QRectF& from = hidden(tower) ? layout.others : layout.towers[tower];
    const QRectF& to = hidden(next) ? layout.others : layout.towers[next];
    const QPointF out(from.left() + placeOf(TowerFlow::Gradient) * from.width(), from.top());
    const QPointF in(to.left() + placeOf(TowerFlow::Variables) * to.width(), to.top());
    const double lane = layout.lanes + kLane * (next == 0 ? 1 : 2);
    return {out, {out.x(), lane}, {in.x(), lane}, in};
}

} // namespace

// Each kind of way has a lane of its own between the boxes above and the towers.
std::vector<QPointF> flowPath(const TowerScene& scene, const TowerLayout& layout, int tower, TowerFlow flow) {
    const auto t = static_cast<std::size_t>(tower);
    const QRectF& box = layout.towers[t];
    if (flow != TowerFlow::Data && layout.variables.isEmpty())
        return flow == TowerFlow::Gradient ? ringPath(layout, t) : std::vector<QPointF>{};
    if (box.isEmpty() || (flow == TowerFlow::Variables && tower == scene.owner))
        return {};
    const QPointF low(box.left() + placeOf(flow) * box.width(), box.top());
    const QRectF& part = flow == TowerFlow::Data       ? layout.data
                         : flow == TowerFlow::Gradient ? layout.mean
                                                       : layout.variables;
    const QPointF high(flow == TowerFlow::Data ? part.left() + 8 : part.center().x(), part.bottom());
    const double lane = layout.lanes + kLane * (flow == TowerFlow::Data ? 0 : flow == TowerFlow::Variables ? 1 : 2);
    std::vector<QPointF> points{high, {high.x(), lane}, {low.x(), lane}, low};
    if (flow == TowerFlow::Gradient)
        std::ranges::reverse(points);
    return points;
}

} // namespace belfry
