#include "ui/pages/runs/compare_charts.h"

#include "ui/foundation/number_text.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

#include <QScopedValueRollback>
#include <algorithm>
#include <limits>

namespace belfry {
namespace {

constexpr double kThick = 3.5; // pixels
constexpr double kMaxSmoothing = 0.9, kPointsPerLag = 100;

std::size_t longest(const std::vector<ComparedLine>& lines) { // points
    std::size_t most = 0;
    for (const ComparedLine& line : lines)
        most = std::max(most, line.points.size());
    return most;
}

bool isSameLine(const ComparedLine& a, const ComparedLine& b) {
    return a.id == b.id && a.name == b.name && a.colour == b.colour && a.thick == b.thick && a.band == b.band &&
           a.raw == b.raw && a.from == b.from && a.dropout == b.dropout;
}

} // namespace

CompareCharts::CompareCharts(const Theme& theme, QWidget* parent) : QWidget(parent), group_(theme) {
    setObjectName(QStringLiteral("compareCharts"));
    loss_ = group_.addChart({.key = QStringLiteral("runsLoss"),
                             .english = QStringLiteral("Loss"),
                             .canLog = true,
                             .log = true,
                             .canSmooth = true,
                             .xLabels = true,
                             .markLabels = true},
                            this);
    accuracy_ = group_.addChart({.key = QStringLiteral("runsAccuracy"),
                                 .english = QStringLiteral("Accuracy"),
                                 .yAxis = YAxisKind::Percent,
                                 .format = YFormat::Percent,
                                 .canSmooth = true,
                                 .xLabels = true},
                                this);
    staleness_ = group_.addChart({.key = QStringLiteral("runsStaleness"),
                                  .english = QStringLiteral("Gradient staleness"),
                                  .yAxis = YAxisKind::FromZero,
                                  .canSmooth = true,
                                  .xLabels = true},
                                 this);
    staleness_->hide();
    connect(&group_, &ChartGroup::smoothingChanged, this, [this] { smoothingChosen_ = !choosing_; });
    fillWith(this, rowOf(8, {{loss_, 1}, {accuracy_, 1}, {staleness_, 1}}));
    connect(&group_, &ChartGroup::xAxisChanged, this, &CompareCharts::rebuild); // every line has places of its own
    keepTranslated(this, [this] {
        loss_->setTitle(tr("Loss"));
        accuracy_->setTitle(tr("Accuracy"));
        staleness_->setTitle(tr("Gradient staleness"));
        for (LiveChart* chart : group_.charts())
            chart->setEmptyText(tr("No steps are recorded"));
        rebuild();
    });
}

// The same lines, with points that all lie behind what is drawn.
bool CompareCharts::onlyGrew(const std::vector<ComparedLine>& lines) const {
    if (lines.size() != lines_.size())
        return false;
    const XColumns& xs = group_.xs();
    const double newest = xs.size() == 0 ? -1 : xs.at(group_.xAxis(), xs.size() - 1);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::size_t points = drawn_[i].points;
        if (!isSameLine(lines[i], lines_[i]) || lines[i].points.size() < points ||
            lines[i].epochs.size() < drawn_[i].epochs)
            return false;
        if (points > 0 && lines[i].points[points - 1].x.step != lines_[i].points[points - 1].x.step)
            return false;
        if (lines[i].points.size() > points && coordinate(lines[i].points[points].x, group_.xAxis()) < newest)
            return false;
    }
    return true;
}

void CompareCharts::setLines(std::vector<ComparedLine> lines) {
    const bool grew = onlyGrew(lines);
    lines_ = std::move(lines);
    staleness_->setVisible(std::ranges::any_of(lines_, &ComparedLine::asynchronous));
    if (grew && longest(lines_) >= 2 * smoothedFor_)
        chooseSmoothing();
    grew ? append() : rebuild();
}

void CompareCharts::rebuild() {
    const bool zoomed = group_.view().mode() == ViewRange::Mode::User;
    const Interval range = group_.view().range();
    const bool same = drawn_.size() == lines_.size(); // else another choice of runs: all of it is shown
    group_.clear();
    for (LiveChart* chart : group_.charts())
        chart->clearSeries();
    chooseSmoothing();
    addLines();
    append();
    for (const ComparedLine& line : lines_)
        if (line.from > 0)
            group_.mark(line.from, MarkKind::Setting, [name = line.name] { return tr("branch: %1").arg(name); });
    if (zoomed && same)
        group_.view().zoomTo(range.low, range.high);
}

// A line lags behind its data by factor / (1 - factor) points: at most one per cent of the longest. What the user has
// chosen stays.
void CompareCharts::chooseSmoothing() {
    if (smoothingChosen_)
        return;
    smoothedFor_ = longest(lines_);
    const auto points = static_cast<double>(smoothedFor_);
    const QScopedValueRollback choosing(choosing_, true);
    group_.setSmoothing(std::min(kMaxSmoothing, points / (points + kPointsPerLag)));
}

void CompareCharts::addLines() {
    drawn_.clear();
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        const ComparedLine& line = lines_[i];
        const auto add = [&](LiveChart* chart) {
            SeriesSpec spec{.key = QStringLiteral("run %1").arg(i + 1), .name = line.name, .colour = line.colour};
            if (line.thick)
                spec.width = kThick;
            if (line.dropout && chart != staleness_) // its steps look worse than its validation, or another's steps
                spec.name = tr("%1, dropout on").arg(line.name);
            spec.kind = line.raw ? SeriesKind::RawAndSmoothed : SeriesKind::Line;
            spec.smoothedName = tr("smoothed");
            const int index = chart->addSeries(spec);
            for (const char* edge : {"low", "high"})
                if (line.band && chart != staleness_)
                    chart->addSeries({.key = spec.key + ' ' + QLatin1String(edge),
                                      .name = {},
                                      .kind = SeriesKind::BandEdge,
                                      .colour = line.colour,
                                      .follows = true});
            return index;
        };
        const auto addDots = [&](LiveChart* chart) {
            const bool alone = lines_.size() == 1; // else its line's entry in the legend is enough
            return chart->addSeries({.key = QStringLiteral("run %1 validation").arg(i + 1),
                                     .name = alone ? tr("validation") : tr("%1, validation").arg(line.name),
                                     .kind = SeriesKind::Dots,
                                     .colour = line.colour, // the run's one colour: dots tell them from the line
                                     .follows = !alone});
        };
        Drawn drawn;
        drawn.loss = add(loss_);
        drawn.accuracy = add(accuracy_);
        drawn.staleness = add(staleness_);
        drawn.lossDots = addDots(loss_);
        drawn.accuracyDots = addDots(accuracy_);
        drawn_.push_back(drawn);
    }
}

void CompareCharts::place(std::size_t line, const ComparedPoint& point) {
    const Drawn& drawn = drawn_[line];
    loss_->append(drawn.loss, static_cast<double>(point.loss));
    accuracy_->append(drawn.accuracy, static_cast<double>(point.accuracy));
    staleness_->append(drawn.staleness, static_cast<double>(point.staleness));
    if (lines_[line].band) {
        loss_->append(drawn.loss + 1, static_cast<double>(point.lossLow));
        loss_->append(drawn.loss + 2, static_cast<double>(point.lossHigh));
        accuracy_->append(drawn.accuracy + 1, static_cast<double>(point.accuracyLow));
        accuracy_->append(drawn.accuracy + 2, static_cast<double>(point.accuracyHigh));
    }
}

// Draws the new points. The lines are merged by their x values: at each, those that have a value there.
void CompareCharts::append() {
    const XAxis axis = group_.xAxis();
    for (;;) {
        double first = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < lines_.size(); ++i)
            if (drawn_[i].points < lines_[i].points.size())
                first = std::min(first, coordinate(lines_[i].points[drawn_[i].points].x, axis));
        bool placed = false;
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            if (drawn_[i].points >= lines_[i].points.size() ||
                coordinate(lines_[i].points[drawn_[i].points].x, axis) > first)
                continue;
            const ComparedPoint& point = lines_[i].points[drawn_[i].points++];
            if (!placed)
                group_.append(point.x);
            placed = true;
            place(i, point);
        }
        if (!placed)
            break;
    }
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        for (; drawn_[i].epochs < lines_[i].epochs.size(); ++drawn_[i].epochs) {
            const EpochDone& epoch = lines_[i].epochs[drawn_[i].epochs];
            if (epoch.validation.images > 0) {
                const XPoint x{epoch.step, static_cast<double>(epoch.epoch), epoch.images, epoch.seconds};
                loss_->appendDot(drawn_[i].lossDots, x, epoch.validation.loss);
                accuracy_->appendDot(drawn_[i].accuracyDots, x, epoch.validation.accuracy());
            }
        }
    }
}

} // namespace belfry
