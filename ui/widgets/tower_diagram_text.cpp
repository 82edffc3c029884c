// Texts of the tower diagram: beside its parts, and in their tool tips.
#include "ui/foundation/number_text.h"
#include "ui/widgets/device_picker.h"
#include "ui/widgets/tower_diagram.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr double kReach = 4; // pixels from an arrow

double distance(const QPointF& point, const QPointF& from, const QPointF& to) {
    const QPointF way = to - from, there = point - from;
    const double along = QPointF::dotProduct(there, way) / std::max(1e-9, QPointF::dotProduct(way, way));
    const QPointF gap = there - std::clamp(along, 0.0, 1.0) * way;
    return std::hypot(gap.x(), gap.y());
}

double distance(const QPointF& point, const std::vector<QPointF>& way) {
    double shortest = kReach + 1;
    for (std::size_t i = 1; i < way.size(); ++i)
        shortest = std::min(shortest, distance(point, way[i - 1], way[i]));
    return shortest;
}

} // namespace

bool TowerDiagram::isMeasured(int tower) const {
    const auto t = static_cast<std::size_t>(tower);
    return t < scene_.times.size() && (!scene_.asynchronous || scene_.times[t].images > 0);
}

QString TowerDiagram::bytesOf(int tower, TowerFlow flow) const {
    if (flow == TowerFlow::Data)
        return bytesText(scene_.dataBytes(tower));
    return tower == scene_.owner ? tr("in place") : bytesText(scene_.movedBytes(tower));
}

float TowerDiagram::millisecondsOf(int tower, TowerFlow flow) const {
    const StageTimes& times = scene_.times[static_cast<std::size_t>(tower)];
    return flow == TowerFlow::Data ? times.wait + times.copy : times.exchange;
}

// The exchange's time is for both ways: that of the gradient has it.
QString TowerDiagram::timeOf(int tower, TowerFlow flow) const {
    return isMeasured(tower) && flow != TowerFlow::Variables ? timeText(millisecondsOf(tower, flow)) : QString();
}

QString TowerDiagram::flowText(int tower, TowerFlow flow) const {
    const QString bytes = bytesOf(tower, flow), time = timeOf(tower, flow);
    QString text;
    if (flow == TowerFlow::Data) {
        text = (scene_.resident ? tr("Tower %1: indices and labels of its images, which are on its device: %2 per step")
                                : tr("Tower %1: its share of the images: %2 per step"))
                   .arg(QString::number(tower), bytes);
        return time.isEmpty() ? text : tr("%1; waiting and copying %2").arg(text, time);
    }
    if (flow == TowerFlow::Variables) {
        return tr("Tower %1: the new variables: %2 per step, in the exchange's time")
            .arg(QString::number(tower), bytes);
    }
    if (tower == scene_.owner) {
        text = tr("Tower %1: its gradient stays in place").arg(tower);
    } else if (scene_.variables == TowerScene::VariablesPlace::Everywhere) {
        text = tr("Tower %1: pieces of the gradients and of their mean, to the next tower: %2 per step")
                   .arg(QString::number(tower), bytes);
    } else {
        text = tr("Tower %1: its gradient: %2 per step").arg(QString::number(tower), bytes);
    }
    return time.isEmpty() ? text : tr("%1; exchange %2").arg(text, time);
}

QString TowerDiagram::towerText(int tower) const {
    const TowerPlacement& placed = scene_.towers[static_cast<std::size_t>(tower)];
    QString text =
        tr("Tower %1 on %2, images per step: %3")
            .arg(QString::number(tower), placeName(placed, onSeveralHosts(scene_.towers)), countText(placed.batch));
    if (isMeasured(tower)) {
        const StageTimes& times = scene_.times[static_cast<std::size_t>(tower)];
        text += tr("; forward %1, backward %2, exchange %3, update %4")
                    .arg(timeText(times.forward), timeText(times.backward), timeText(times.exchange),
                         timeText(times.update));
    }
    return text;
}

QString TowerDiagram::sumText() const {
    const bool measured = scene_.step > 0;
    if (scene_.isAlone()) {
        return measured ? tr("One tower: its gradient is the mean; update %1").arg(timeText(scene_.update()))
                        : tr("One tower: its gradient is the mean");
    }
    const QString bytes = bytesText(scene_.gradientBytes);
    return measured ? tr("All towers add up their gradients: %1 each, exchange %2, update %3")
                          .arg(bytes, timeText(scene_.exchange()), timeText(scene_.update()))
                    : tr("All towers add up their gradients: %1 each").arg(bytes);
}

QString TowerDiagram::partText(const QPointF& point, const TowerLayout& layout) const {
    const bool measured = scene_.step > 0;
    if (layout.data.contains(point)) {
        return scene_.resident ? tr("The images are on every device; a step transfers only their indices and labels")
                               : tr("Each tower gets its share of the images in every step");
    }
    if (layout.variables.contains(point))
        return tr("The variables: %1").arg(bytesText(scene_.gradientBytes));
    if (layout.update.contains(point)) {
        return measured ? tr("The update of the variables: %1").arg(timeText(scene_.update()))
                        : tr("The update of the variables");
    }
    if (layout.mean.contains(point)) {
        const QString what = scene_.asynchronous ? tr("The gradient of the tower that is done first")
                                                 : tr("The mean of the towers' gradients");
        return measured ? tr("%1; exchange %2").arg(what, timeText(scene_.exchange())) : what;
    }
    return {};
}

QString TowerDiagram::textAt(const QPointF& point) const {
    if (scene_.towers.empty())
        return {};
    const TowerLayout layout = layOutTowers(scene_, size());
    if (const QString part = partText(point, layout); !part.isEmpty())
        return part;
    for (std::size_t t = 0; t < layout.towers.size(); ++t)
        if (layout.towers[t].contains(point))
            return towerText(static_cast<int>(t));
    QString nearest;
    double shortest = kReach;
    for (int tower = 0; tower < static_cast<int>(layout.towers.size()); ++tower) {
        for (const TowerFlow flow : {TowerFlow::Data, TowerFlow::Gradient, TowerFlow::Variables}) {
            if (const double there = distance(point, flowPath(scene_, layout, tower, flow)); there < shortest) {
                shortest = there;
                nearest = flowText(tower, flow);
            }
        }
    }
    return nearest;
}

} // namespace belfry
