#include "ui/widgets/tower_diagram.h"

#include "ui/widgets/device_picker.h"
#include "ui/widgets/text.h"

#include <QFontMetrics>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kFont = 11;
constexpr double kRadius = 6, kArrow = 4, kLane = 9, kLabel = 13, kTextLine = 12.5, kNarrow = 156;

QString millisecondsText(float value) {
    return TowerDiagram::tr("%1 ms").arg(decimalText(double{value}, value < 1 ? 3 : value < 10 ? 2 : 1));
}

void drawArrow(QPainter& painter, const std::vector<QPointF>& points) {
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(points.data(), static_cast<int>(points.size()));
    const QPointF end = points.back(), way = end - points[points.size() - 2];
    const QPointF along = way / std::max(1.0, std::hypot(way.x(), way.y())) * kArrow, across(-along.y(), along.x());
    const QPointF head[] = {end, end - 2 * along + across, end - 2 * along - across};
    painter.setBrush(painter.pen().color());
    painter.drawPolygon(head, 3);
}

} // namespace

TowerDiagram::TowerDiagram(const Theme& theme, QWidget* parent)
    : ThemedWidget(theme, QStringLiteral("towerDiagram"), parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(QStringLiteral("Towers and devices"));
}

void TowerDiagram::setRun(const Started& started) {
    scene_ = sceneOf(started);
    setAccessibleDescription(summary());
    update();
}

void TowerDiagram::showStep(const StepDone& step) {
    if (step.towers.size() != scene_.towers.size()) {
        return; // of another run
    }
    scene_.step = step.step;
    scene_.times = step.towers;
    setAccessibleDescription(summary());
    update();
}

QString TowerDiagram::summary() const {
    if (scene_.towers.empty()) {
        return {};
    }
    const QString towers = scene_.towers.size() == 1 ? tr("1 tower") : tr("%1 towers").arg(scene_.towers.size());
    QString where;
    switch (scene_.home) {
    case TowerScene::Home::Cpu:
        where = tr("variables, mean and update on the CPU");
        break;
    case TowerScene::Home::Device:
        where = tr("variables, mean and update on %1").arg(DevicePicker::shortName(scene_.towers[0].device));
        break;
    case TowerScene::Home::Everywhere:
        where = tr("variables, mean and update in every tower");
        break;
    }
    const QString what = tr("%1; %2; a gradient of %3").arg(towers, where, bytesText(scene_.gradientBytes));
    return scene_.step == 0 ? what
                            : tr("%1; exchange %2, update %3")
                                  .arg(what, millisecondsText(scene_.exchange()), millisecondsText(scene_.update()));
}

void TowerDiagram::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(Theme::font(kFont));
    if (scene_.towers.empty()) {
        painter.setFont(Theme::font(12));
        painter.setPen(colours().muted);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Start a run to see where its data, gradients and variables travel"));
        return;
    }
    const TowerLayout layout = layOutTowers(scene_, size());
    paintBoxes(painter, layout);
    paintWays(painter, layout);
    paintHome(painter, layout);
    for (std::size_t t = 0; t < layout.towers.size(); ++t) {
        if (!layout.towers[t].isEmpty()) {
            paintTower(painter, static_cast<int>(t), layout.towers[t]);
        }
    }
    if (!layout.others.isEmpty()) {
        painter.setPen(colours().muted);
        const auto others = std::ranges::count_if(layout.towers, [](const QRectF& box) { return box.isEmpty(); });
        painter.drawText(layout.others, Qt::AlignCenter | Qt::TextWordWrap, tr("and %1 more").arg(others));
    }
}

QColor TowerDiagram::colourOf(Way way) const {
    return way == Way::Data ? colours().muted : way == Way::Gradient ? colours().stages[4] : colours().accent;
}

void TowerDiagram::paintBoxes(QPainter& painter, const TowerLayout& layout) const {
    for (const TowerLayout::Box& box : layout.devices) {
        painter.setPen(QPen(colours().border, 1));
        painter.setBrush(colours().window);
        painter.drawRoundedRect(box.place.adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    }
    painter.setPen(colours().muted); // the others' names stand in their towers: ways would cross them here
    painter.drawText(layout.devices.front().place.adjusted(8, 4, -8, 0), Qt::AlignTop | Qt::AlignRight,
                     layout.devices.front().device);
}

void TowerDiagram::paintPart(QPainter& painter, const QRectF& box, const QString& name, const QString& figure) const {
    painter.setPen(QPen(colours().border, 1));
    painter.setBrush(colours().card);
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setPen(colours().text);
    const QRectF inside = box.adjusted(6, 3, -6, -3);
    painter.drawText(inside, Qt::AlignHCenter | (figure.isEmpty() ? Qt::AlignVCenter : Qt::AlignTop), name);
    painter.setPen(colours().muted);
    painter.drawText(inside, Qt::AlignHCenter | Qt::AlignBottom, figure);
}

void TowerDiagram::paintTower(QPainter& painter, int tower, const QRectF& box) const {
    const auto t = static_cast<std::size_t>(tower);
    painter.setPen(QPen(colours().border, 1));
    painter.setBrush(colours().card);
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.fillRect(QRectF(box.left() + 1, box.top() + 4, 3, box.height() - 8), theme().seriesColour(tower));
    QStringList lines{tr("tower %1").arg(tower), tr("model → loss → gradient")};
    if (scene_.home == TowerScene::Home::Everywhere) {
        lines << tr("mean → update → variables");
    } else if (tower == scene_.owner) {
        lines << tr("its weights are the variables");
    }
    if (t < scene_.times.size()) {
        const StageTimes& times = scene_.times[t];
        lines << tr("forward %1, backward %2").arg(millisecondsText(times.forward), millisecondsText(times.backward));
    }
    const QFontMetrics metrics(painter.font());
    painter.setPen(colours().muted);
    painter.drawText(box.adjusted(0, 3, -8, 0), Qt::AlignTop | Qt::AlignRight,
                     DevicePicker::shortName(scene_.towers[t].device));
    while (lines.size() > 1 && static_cast<double>(lines.size()) * kTextLine > box.height() - 6) {
        lines.removeAt(1); // what is most general first
    }
    const double step = std::min(15.0, (box.height() - 6) / static_cast<double>(lines.size()));
    QRectF line(box.left() + 10, box.top() + 3, box.width() - 14, step);
    for (const QString& text : lines) {
        painter.setPen(line.top() < box.top() + 4 ? colours().text : colours().muted);
        painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft,
                         metrics.elidedText(text, Qt::ElideRight, static_cast<int>(line.width())));
        line.translate(0, step);
    }
}

void TowerDiagram::paintWays(QPainter& painter, const TowerLayout& layout) const {
    for (std::size_t t = 0; t < layout.towers.size(); ++t) {
        if (layout.towers[t].isEmpty()) {
            continue;
        }
        const int tower = static_cast<int>(t);
        paintWay(painter, layout, tower, Way::Data);
        if (!layout.variables.isEmpty()) {
            paintWay(painter, layout, tower, Way::Gradient);
            if (tower != scene_.owner) {
                paintWay(painter, layout, tower, Way::Variables);
            }
        }
    }
    if (layout.variables.isEmpty()) {
        paintRing(painter, layout);
    }
}

// Each kind of way has a lane of its own between the boxes above and the towers.
void TowerDiagram::paintWay(QPainter& painter, const TowerLayout& layout, int tower, Way way) const {
    const QRectF& box = layout.towers[static_cast<std::size_t>(tower)];
    const double place = way == Way::Data ? 0.07 : way == Way::Variables ? 0.38 : 0.7;
    const QPointF low(box.left() + place * box.width(), box.top());
    const QRectF& part = way == Way::Data ? layout.data : way == Way::Gradient ? layout.mean : layout.variables;
    const QPointF high(way == Way::Data ? part.left() + 8 : part.center().x(), part.bottom());
    const double lane = layout.lanes + kLane * (way == Way::Data ? 0 : way == Way::Variables ? 1 : 2);
    std::vector<QPointF> points{high, {high.x(), lane}, {low.x(), lane}, low};
    if (way == Way::Gradient) {
        std::ranges::reverse(points);
    }
    painter.setPen(QPen(colourOf(way), 1.2));
    drawArrow(painter, points);
    const double room = (way == Way::Gradient ? 0.3 : 0.32) * box.width() - 6;
    if (box.width() < kNarrow) {
        return;
    }
    const auto t = static_cast<std::size_t>(tower);
    const bool measured = t < scene_.times.size();
    const QPointF at = low + QPointF(5, -2 * kLabel - 3);
    if (way == Way::Data) {
        paintLabel(painter, at, room, bytesText(scene_.dataBytes(tower)),
                   measured ? millisecondsText(scene_.times[t].wait + scene_.times[t].copy) : QString());
    } else {
        const bool gradient = way == Way::Gradient; // its exchange brings the variables too
        paintLabel(painter, at, room, tower == scene_.owner ? tr("in place") : bytesText(scene_.movedBytes(tower)),
                   gradient && measured ? millisecondsText(scene_.times[t].exchange) : QString());
    }
}

void TowerDiagram::paintLabel(QPainter& painter, const QPointF& at, double room, const QString& bytes,
                              const QString& time) const {
    painter.setPen(colours().muted);
    const QFontMetrics metrics(painter.font());
    const auto line = [&](double y, const QString& text) {
        painter.drawText(QRectF(at.x(), y, room, kLabel), Qt::AlignVCenter | Qt::AlignLeft,
                         metrics.elidedText(text, Qt::ElideRight, static_cast<int>(room)));
    };
    line(at.y() + (time.isEmpty() ? kLabel : 0), bytes);
    line(at.y() + kLabel, time);
}

void TowerDiagram::paintHome(QPainter& painter, const TowerLayout& layout) const {
    const bool measured = scene_.step > 0;
    paintPart(painter, layout.data, tr("Data"), measured ? tr("step %1").arg(countText(scene_.step)) : QString());
    if (layout.variables.isEmpty()) {
        return;
    }
    painter.setPen(QPen(colourOf(Way::Gradient), 1.2));
    drawArrow(painter,
              {{layout.mean.left(), layout.mean.center().y()}, {layout.update.right(), layout.mean.center().y()}});
    drawArrow(painter,
              {{layout.update.left(), layout.mean.center().y()}, {layout.variables.right(), layout.mean.center().y()}});
    paintPart(painter, layout.variables, tr("Variables"), bytesText(scene_.gradientBytes));
    paintPart(painter, layout.update, tr("Update"), measured ? millisecondsText(scene_.update()) : QString());
    paintPart(painter, layout.mean, tr("Mean"),
              measured ? tr("exchange %1").arg(millisecondsText(scene_.exchange())) : QString());
}

// All-reduce: neighbours pass pieces on, and every tower ends with the whole mean.
void TowerDiagram::paintRing(QPainter& painter, const TowerLayout& layout) const {
    const QRectF* before = nullptr;
    painter.setPen(QPen(colourOf(Way::Gradient), 1.2));
    for (const QRectF& box : layout.towers) {
        if (box.isEmpty()) {
            continue;
        }
        if (before != nullptr) {
            const double y = box.center().y();
            drawArrow(painter, {{before->right(), y}, {box.left(), y}});
            drawArrow(painter, {{box.left(), y}, {before->right(), y}});
        }
        before = &box;
    }
    const QString bytes = bytesText(scene_.gradientBytes);
    const QString text = scene_.step == 0
                             ? tr("All towers add up their gradients: %1 each").arg(bytes)
                             : tr("All towers add up their gradients: %1 each, exchange %2, update %3")
                                   .arg(bytes, millisecondsText(scene_.exchange()), millisecondsText(scene_.update()));
    painter.setPen(colours().muted);
    painter.drawText(
        QRectF(layout.data.right() + 24, layout.data.top(), width() - layout.data.right() - 120, layout.data.height()),
        Qt::AlignVCenter | Qt::AlignLeft, text);
}

void TowerDiagram::retranslate() {
    setAccessibleDescription(summary());
}

} // namespace belfry
