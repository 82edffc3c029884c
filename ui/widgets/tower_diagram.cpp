#include "ui/widgets/tower_diagram.h"

#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/device_picker.h"
#include "ui/widgets/stage_average.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kDiagramFont = 11;
constexpr double kRadius = 6, kArrow = 4, kLabel = 13, kTextLine = 12.5;

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

QString TowerDiagram::timeText(float milliseconds, int fewer) {
    const int decimals = (milliseconds < 1 ? 3 : milliseconds < 10 ? 2 : 1) - fewer;
    return tr("%1 ms").arg(decimalText(double{milliseconds}, decimals));
}

void TowerDiagram::setRun(const Started& started) {
    scene_ = sceneOf(started);
    updateGeometry();
    showChange();
}

void TowerDiagram::showStep(const StepDone& step) {
    if (step.towers.size() != scene_.towers.size())
        return; // of another run
    scene_.take(step);
    showChange();
}

QString TowerDiagram::summary() const {
    if (scene_.towers.empty())
        return {};
    const QString towers = translated(Text::plural("%n towers", "%n tower", std::ssize(scene_.towers)));
    QString where;
    switch (scene_.variables) {
    case TowerScene::VariablesPlace::Cpu:
        where = scene_.asynchronous ? tr("variables and update on the CPU, for each gradient by itself")
                                    : tr("variables, mean and update on the CPU");
        break;
    case TowerScene::VariablesPlace::Device:
        where = tr("variables, mean and update on %1").arg(DevicePicker::shortName(scene_.towers[0].device));
        break;
    case TowerScene::VariablesPlace::Shared:
        where = scene_.isAlone() ? tr("variables and update on the CPU")
                                 : tr("each tower updates a piece of the variables and writes it into all replicas");
        break;
    case TowerScene::VariablesPlace::Everywhere:
        where = scene_.isAlone() ? tr("variables and update in the tower")
                                 : tr("variables, mean and update in every tower");
        break;
    }
    const QString what = tr("%1; %2; a gradient of %3").arg(towers, where, bytesText(scene_.gradientBytes));
    return scene_.step == 0
               ? what
               : tr("%1; exchange %2, update %3").arg(what, timeText(scene_.exchange()), timeText(scene_.update()));
}

void TowerDiagram::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(Theme::font(kDiagramFont));
    if (scene_.towers.empty()) {
        paintSentence(painter, rect(), tr("Start a run to see where its data, gradients and variables travel"));
        return;
    }
    const TowerLayout layout = layOutTowers(scene_, size());
    paintBoxes(painter, layout);
    paintFlows(painter, layout);
    paintVariables(painter, layout);
    for (std::size_t t = 0; t < layout.towers.size(); ++t)
        if (!layout.towers[t].isEmpty())
            paintTower(painter, layout, static_cast<int>(t));
    if (!layout.others.isEmpty()) {
        painter.setPen(colours().muted);
        const auto others = std::ranges::count_if(layout.towers, [](const QRectF& box) { return box.isEmpty(); });
        painter.drawText(layout.others, Qt::AlignCenter | Qt::TextWordWrap, tr("and %1 more").arg(others));
    }
}

QColor TowerDiagram::colourOf(TowerFlow flow) const {
    return flow == TowerFlow::Data       ? colours().muted
           : flow == TowerFlow::Gradient ? colours().stages[kExchangeStage]
                                         : colours().accent;
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

void TowerDiagram::paintPart(QPainter& painter, const QRectF& box, const QString& name,
                             const QStringList& figures) const {
    const QRectF inside = box.adjusted(4, 3, -4, -3);
    const QFontMetrics metrics(painter.font());
    const auto fits = [&](const QString& text) { return metrics.horizontalAdvance(text) <= inside.width(); };
    const auto found = std::ranges::find_if(figures, fits);
    const QString figure = found == figures.end() ? QString() : *found;
    painter.setPen(QPen(colours().border, 1));
    painter.setBrush(colours().card);
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setPen(colours().text);
    painter.drawText(inside, Qt::AlignHCenter | (figure.isEmpty() ? Qt::AlignVCenter : Qt::AlignTop), name);
    painter.setPen(colours().muted);
    painter.drawText(inside, Qt::AlignHCenter | Qt::AlignBottom, figure);
}

// The lines that fit; the most general ones are left out first. Labels beside the arrows of a wide tower are written
// into a narrow one.
std::vector<TowerDiagram::Line> TowerDiagram::linesOf(int tower, const QSizeF& room, bool labelled) const {
    const QFontMetrics metrics(Theme::font(kDiagramFont));
    const auto widthOf = [&](const QString& text) { return metrics.horizontalAdvance(text); };
    std::vector<Line> lines{{tr("tower %1").arg(tower), 9}, {tr("model → loss → gradient"), 0}};
    if (scene_.variables == TowerScene::VariablesPlace::Everywhere)
        lines.push_back({scene_.isAlone() ? tr("update → variables") : tr("mean → update → variables"), 2});
    else if (scene_.variables == TowerScene::VariablesPlace::Shared && !scene_.isAlone())
        lines.push_back({tr("mean → update of piece %1 of %2").arg(tower + 1).arg(scene_.towers.size()), 2});
    if (tower == scene_.owner)
        lines.push_back({tr("its weights are the variables"), 1});
    if (isMeasured(tower)) {
        const StageTimes& times = scene_.times[static_cast<std::size_t>(tower)];
        const QString forward = tr("forward %1").arg(timeText(times.forward)),
                      backward = tr("backward %1").arg(timeText(times.backward)),
                      both = forward + QStringLiteral(", ") + backward;
        if (widthOf(both) <= room.width()) {
            lines.push_back({both, 8});
        } else if (5 * kTextLine > room.height()) { // with the tower's name and two ways
            lines.push_back({tr("computing %1").arg(timeText(times.forward + times.backward)), 8});
        } else {
            lines.push_back({forward, 7});
            lines.push_back({backward, 8});
        }
    }
    std::erase_if(lines, [&](const Line& line) { return line.rank < 3 && widthOf(line.text) > room.width(); });
    if (!labelled)
        addFlows(lines, tower, room.width());
    while (lines.size() > 1 && static_cast<double>(lines.size()) * kTextLine > room.height())
        lines.erase(std::ranges::min_element(lines, {}, &Line::rank));
    return lines;
}

// The longest of three wordings that fits.
void TowerDiagram::addFlows(std::vector<Line>& lines, int tower, double room) const {
    const QFontMetrics metrics(Theme::font(kDiagramFont));
    const bool ring = scene_.variables == TowerScene::VariablesPlace::Everywhere;
    std::vector<TowerFlow> flows{TowerFlow::Data, TowerFlow::Gradient, TowerFlow::Variables};
    flows.resize(!ring ? 3 : scene_.isAlone() ? 1 : 2);
    for (const TowerFlow flow : flows) {
        const QString arrow = flow == TowerFlow::Gradient ? QStringLiteral("↑ ") : QStringLiteral("↓ "),
                      time = timeOf(tower, flow);
        QString text = bytesOf(tower, flow);
        if (!time.isEmpty()) {
            const QString shortTime = timeText(millisecondsOf(tower, flow), 1);
            const QStringList wordings{text + QStringLiteral(" · ") + time, text + QLatin1Char(' ') + shortTime,
                                       shortTime};
            const auto fits = [&](const QString& one) { return metrics.horizontalAdvance(arrow + one) <= room; };
            const auto found = std::ranges::find_if(wordings, fits);
            text = found == wordings.end() ? time : *found;
        }
        const int rank = flow == TowerFlow::Variables ? 3 : flow == TowerFlow::Data ? 5 : 6;
        lines.push_back({text, rank, arrow, flow});
    }
}

void TowerDiagram::paintTower(QPainter& painter, const TowerLayout& layout, int tower) const {
    const QRectF& box = layout.towers[static_cast<std::size_t>(tower)];
    painter.setPen(QPen(colours().border, 1));
    painter.setBrush(colours().card);
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.fillRect(QRectF(box.left() + 1, box.top() + 4, 3, box.height() - 8), theme().seriesColour(tower));
    const QFontMetrics metrics(painter.font());
    const std::vector<Line> lines = linesOf(tower, {box.width() - 14, box.height() - 6}, layout.labelled);
    const double step = std::min(15.0, (box.height() - 6) / static_cast<double>(lines.size()));
    QRectF place(box.left() + 10, box.top() + 3, box.width() - 14, step);
    painter.setPen(colours().muted);
    const QString device = placeName(scene_.towers[static_cast<std::size_t>(tower)], onSeveralHosts(scene_.towers));
    const int room = static_cast<int>(place.width()) - 12 - metrics.horizontalAdvance(lines.front().text);
    painter.drawText(place.adjusted(0, 0, -4, 0), Qt::AlignVCenter | Qt::AlignRight,
                     metrics.elidedText(device, Qt::ElideLeft, room));
    for (const Line& line : lines) {
        painter.setPen(colourOf(line.flow));
        painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeft, line.arrow);
        const QRectF rest = place.adjusted(metrics.horizontalAdvance(line.arrow), 0, 0, 0);
        painter.setPen(line.rank == 9 ? colours().text : colours().muted);
        painter.drawText(rest, Qt::AlignVCenter | Qt::AlignLeft,
                         metrics.elidedText(line.text, Qt::ElideRight, static_cast<int>(rest.width())));
        place.translate(0, step);
    }
}

void TowerDiagram::paintFlows(QPainter& painter, const TowerLayout& layout) const {
    for (int tower = 0; tower < static_cast<int>(layout.towers.size()); ++tower)
        for (const TowerFlow flow : {TowerFlow::Data, TowerFlow::Gradient, TowerFlow::Variables})
            paintFlow(painter, layout, tower, flow);
    if (layout.variables.isEmpty()) {
        painter.setPen(colours().muted);
        painter.drawText(QRectF(layout.data.right() + 24, layout.data.top(), width() - layout.data.right() - 120,
                                layout.data.height()),
                         Qt::AlignVCenter | Qt::AlignLeft, sumText());
    }
}

void TowerDiagram::paintFlow(QPainter& painter, const TowerLayout& layout, int tower, TowerFlow flow) const {
    const std::vector<QPointF> points = flowPath(scene_, layout, tower, flow);
    if (points.empty())
        return;
    painter.setPen(QPen(colourOf(flow), 1.2));
    drawArrow(painter, points);
    const QRectF& box = layout.towers[static_cast<std::size_t>(tower)];
    const double pitch = (flow == TowerFlow::Gradient ? 0.3 : 0.32) * box.width();
    if (!box.isEmpty() && layout.labelled) {
        const QPointF low = flow == TowerFlow::Gradient ? points.front() : points.back();
        paintLabel(painter, low + QPointF(kArrow + 3, -2 * kLabel - 3), pitch - 8, bytesOf(tower, flow),
                   timeOf(tower, flow));
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

void TowerDiagram::paintVariables(QPainter& painter, const TowerLayout& layout) const {
    const bool measured = scene_.step > 0;
    const QStringList none;
    paintPart(painter, layout.data, scene_.resident ? tr("Image indices") : tr("Data"),
              measured ? QStringList(tr("step %1").arg(countText(scene_.step))) : none);
    if (layout.variables.isEmpty())
        return;
    painter.setPen(QPen(colourOf(TowerFlow::Gradient), 1.2));
    drawArrow(painter,
              {{layout.mean.left(), layout.mean.center().y()}, {layout.update.right(), layout.mean.center().y()}});
    drawArrow(painter,
              {{layout.update.left(), layout.mean.center().y()}, {layout.variables.right(), layout.mean.center().y()}});
    const QString exchange = timeText(scene_.exchange());
    paintPart(painter, layout.variables, tr("Variables"), {bytesText(scene_.gradientBytes)});
    paintPart(painter, layout.update, tr("Update"), measured ? QStringList(timeText(scene_.update())) : none);
    paintPart(painter, layout.mean, scene_.asynchronous ? tr("One gradient") : tr("Mean"),
              measured ? QStringList{tr("exchange %1").arg(exchange), exchange} : none);
}

} // namespace belfry
