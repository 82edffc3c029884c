#include "ui/pages/train/speed_lines.h"

#include "ui/charts/live_chart.h"
#include "ui/pages/train/charts_panel.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace belfry {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN(); // is not drawn

// Images per second while the tower works, were it not for the slowest, whom all wait for.
double aloneSpeed(const StageTimes& times) {
    return static_cast<double>(times.images) * 1000 / std::max(double{times.total() - times.straggler}, 1e-3);
}

} // namespace

void SpeedLines::start(const QStringList& towers) {
    meter_.clear();
    total_ = chart_.addSeries(
        {.key = QStringLiteral("total"), .name = {}, .kind = SeriesKind::Line, .colour = SeriesSpec::kTextColour});
    towerLines_.clear();
    names_ = towers;
    shares_.assign(static_cast<std::size_t>(towers.size()), kNothing);
    alone_ = shares_;
    if (many())
        addMedian();
    for (int tower = 0; towers.size() > 1 && tower < towers.size(); ++tower) {
        SeriesSpec spec{.key = QStringLiteral("tower %1").arg(tower), .name = towers[tower], .colour = tower};
        if (many()) {
            spec.kind = SeriesKind::TableOnly;
            spec.follows = true;
            spec.group = QStringLiteral("alone");
        }
        towerLines_.push_back(chart_.addSeries(std::move(spec)));
    }
    retranslate();
}

void SpeedLines::addMedian() {
    median_ = chart_.addSeries({.key = QStringLiteral("median tower"), .name = {}, .colour = 0});
    const SeriesSpec edge{.key = QStringLiteral("least"), .kind = SeriesKind::BandEdge, .colour = 0, .follows = true};
    least_ = chart_.addSeries(edge);
    largest_ = chart_.addSeries(edge);
}

double SpeedLines::total(const StepDone& step) {
    meter_.add(step.seconds, step.images, step.step);
    const double speed = meter_.imagesPerSecond();
    if (speed > 0)
        return speed;
    // The first step: by its own time.
    return static_cast<double>(step.images) / static_cast<double>(std::max<std::int64_t>(step.step, 1)) * 1000 /
           std::max(double{step.milliseconds}, 1e-3);
}

double SpeedLines::share(const StepDone& step, std::size_t tower, double total) {
    const StageTimes& times = step.towers[tower];
    if (step.staleness >= 0)
        return aloneSpeed(times); // nobody waits for it
    std::int64_t images = 0;
    for (const StageTimes& each : step.towers)
        images += each.images;
    return images > 0 ? total * static_cast<double>(times.images) / static_cast<double>(images) : 0;
}

void SpeedLines::addStep(const StepDone& step) {
    const double speed = total(step);
    chart_.append(total_, speed);
    for (std::size_t tower = 0; tower < std::min(towerLines_.size(), step.towers.size()); ++tower) {
        if (step.isOf(tower)) {
            shares_[tower] = share(step, tower, speed);
            if (many())
                alone_[tower] = aloneSpeed(step.towers[tower]);
        }
        chart_.append(towerLines_[tower], many() ? alone_[tower] : shares_[tower]);
    }
    if (many())
        appendMedian();
}

void SpeedLines::appendMedian() {
    std::vector<double> known = shares_;
    std::erase_if(known, [](double share) { return std::isnan(share); }); // of towers without a step yet
    if (known.empty())
        return;
    std::ranges::sort(known);
    const std::size_t middle = known.size() / 2;
    chart_.append(median_, known.size() % 2 == 1 ? known[middle] : (known[middle - 1] + known[middle]) / 2);
    chart_.append(least_, known.front());
    chart_.append(largest_, known.back());
}

void SpeedLines::retranslate() {
    chart_.rename(total_, ChartsPanel::tr("total"));
    if (!many())
        return;
    chart_.rename(median_, ChartsPanel::tr("median tower"));
    for (std::size_t tower = 0; tower < towerLines_.size(); ++tower)
        chart_.rename(towerLines_[tower], ChartsPanel::tr("%1 alone").arg(names_[static_cast<qsizetype>(tower)]));
}

} // namespace belfry
