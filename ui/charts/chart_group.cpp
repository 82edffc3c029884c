#include "ui/charts/chart_group.h"

#include "ui/charts/colours.h"

#include <QClipboard>
#include <QGuiApplication>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr double kTagRoom = 78; // pixels right of the newest data

constexpr double kEventReach = 5; // pixels around an event mark

// A value as shown in the table; none where the series has none, NaN where it was not finite.
std::optional<double> shownValue(const ChartSeries& series, float value, std::size_t index, YAxisKind kind) {
    if (std::isfinite(value))
        return axisValue(static_cast<double>(value), kind, false);
    const auto& nonFinite = series.raw().nonFinite();
    if (std::binary_search(nonFinite.begin(), nonFinite.end(), index))
        return static_cast<double>(value);
    return {};
}

} // namespace

ChartGroup::ChartGroup(const Theme& theme, QObject* parent) : QObject(parent), theme_(theme) {
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, &ChartGroup::redraw);
    connect(&view_, &ViewRange::changed, this, [this] {
        if (!redrawing_)
            touchView();
    });
}

LiveChart* ChartGroup::addChart(ChartSpec spec, QWidget* parent) {
    auto* chart = new LiveChart(*this, std::move(spec), parent);
    charts_.push_back(chart);
    connect(chart, &QObject::destroyed, this, [this, chart] { std::erase(charts_, chart); });
    touchView();
    return chart;
}

void ChartGroup::append(const XPoint& x) {
    xs_.append(x);
    touchData();
}

void ChartGroup::mark(const XPoint& x, MarkKind kind, const TranslatableText& text) {
    if (kind == MarkKind::Best) // there is one best: the newest
        std::erase_if(
            marks_, [](const EventMark& mark) { return mark.kind == MarkKind::Best; });
    const auto after = std::upper_bound(marks_.begin(), marks_.end(), x.step,
                                        [](std::int64_t step, const EventMark& mark) { return step < mark.x.step; });
    marks_.insert(after, {x, kind, text});
    if (marks_.size() > kMarkLimit) { // a checkpoint every step: every second one is dropped
        bool odd = false;
        std::erase_if(marks_,
                      [&odd](const EventMark& mark) { return mark.kind == MarkKind::Checkpoint && (odd = !odd); });
        if (marks_.size() > kMarkLimit)
            marks_.erase(marks_.begin());
    }
    touchData();
}

void ChartGroup::mark(std::int64_t step, MarkKind kind, const TranslatableText& text) {
    XPoint x;
    if (xs_.size() > 0)
        x = xs_.point(std::min(xs_.lowerBound(XAxis::Step, static_cast<double>(step)), xs_.size() - 1));
    x.step = step;
    mark(x, kind, text);
}

void ChartGroup::offerAtMark(MarkKind kind, const QString& english, const TranslatableText& label,
                             const TranslatableText& help, std::function<void()> act) {
    withdrawOffer();
    const auto mark = std::ranges::find(marks_.rbegin(), marks_.rend(), kind, &EventMark::kind);
    const auto chart = std::ranges::find_if(charts_, [](const LiveChart* each) { return each->spec().markLabels; });
    if (mark == marks_.rend() || chart == charts_.end())
        return;
    mark->offers = true;
    (*chart)->showMarkButton(english, label, help, [this, act = std::move(act)] {
        withdrawOffer();
        act();
    });
    touchData();
}

void ChartGroup::withdrawOffer() {
    for (EventMark& mark : marks_)
        mark.offers = false;
    for (LiveChart* chart : charts_)
        chart->hideMarkButton();
    touchData();
}

void ChartGroup::clear() {
    withdrawOffer();
    xs_.clear();
    marks_.clear();
    dropHover();
    for (LiveChart* chart : charts_)
        chart->clearData();
    view_.clear();
    touchView();
}

void ChartGroup::setSmoothing(double factor) {
    factor = std::isfinite(factor) ? std::clamp(factor, 0.0, Smoother::kMaxFactor) : 0;
    if (factor == smoothing_)
        return;
    smoothing_ = factor;
    for (LiveChart* chart : charts_)
        chart->updateSmoothing();
    Q_EMIT smoothingChanged(factor);
}

void ChartGroup::fitAll() {
    for (LiveChart* chart : charts_)
        chart->resetY();
    view_.fit();
}

// A run begins at 0, a resumed one where it was resumed.
Interval ChartGroup::dataRange(XAxis axis) const {
    if (xs_.size() == 0)
        return {};
    const bool fromStart = xs_.at(XAxis::Step, 0) <= 1;
    return {fromStart ? 0 : xs_.at(axis, 0), xs_.at(axis, xs_.size() - 1)};
}

double ChartGroup::onAxis(double x, XAxis from, XAxis to) const {
    const Interval before = dataRange(from), after = dataRange(to);
    if (x <= before.low)
        return after.low;
    if (x >= before.high)
        return after.high + (before.span() > 0 ? (x - before.high) / before.span() * after.span() : 0);
    return xs_.at(to, xs_.nearest(from, x));
}

void ChartGroup::setXAxis(XAxis axis) {
    if (axis == axis_)
        return;
    const Interval range = view_.range();
    const XAxis before = std::exchange(axis_, axis);
    if (xs_.size() > 0) {
        const Interval moved{onAxis(range.low, before, axis), onAxis(range.high, before, axis)};
        view_.translate(moved, dataRange(axis));
        if (!(moved.span() > 0))
            view_.fit();
    }
    touchView();
    Q_EMIT xAxisChanged(axis);
}

std::size_t ChartGroup::bytes() const {
    std::size_t total = xs_.bytes() + marks_.capacity() * sizeof(EventMark);
    for (const LiveChart* chart : charts_)
        total += chart->bytes();
    return total;
}

// Single-shot and re-armed by the next change: no change, no redraw; and a slow redraw never queues another one.
void ChartGroup::schedule(int milliseconds) {
    if (!scheduled_ || timer_.remainingTime() > milliseconds)
        timer_.start(milliseconds);
    scheduled_ = true;
}

const std::vector<std::size_t>& ChartGroup::edges(std::size_t columns) {
    auto found = edges_.find(columns);
    if (found == edges_.end())
        found = edges_.emplace(columns, columnEdges(xs_, axis_, view_.range(), columns)).first;
    return found->second;
}

void ChartGroup::placeTail(LiveChart& chart) {
    view_.setTailRoom(std::clamp(kTagRoom / std::max(1.0, chart.view().plotRect().width()), 0.02, 0.3));
    edges_.clear(); // the range may be another one
}

void ChartGroup::redraw() {
    timer_.stop();
    scheduled_ = false;
    redrawing_ = true;
    edges_.clear();
    bool done = true, any = false;
    for (LiveChart* chart : charts_) {
        if (!chart->isVisible())
            continue;
        if (!any) {
            placeTail(*chart);
            view_.setData(dataRange(axis_));
            any = true;
        }
        done = chart->refresh() && done;
    }
    redrawing_ = false;
    edges_.clear();
    if (!any)
        return;
    if (hovered_)
        showHover();
    if (!done)
        touchView();
    ++redraws_;
    Q_EMIT redrawn();
}

void ChartGroup::addRows(const LiveChart& chart, std::size_t index, Readout& out) const {
    const YAxisKind kind = chart.spec().yAxis;
    for (const auto& series : chart.series()) {
        if (!series->rawVisible && !(series->spec().kind == SeriesKind::RawAndSmoothed && series->smoothedVisible))
            continue;
        const SeriesSpec& spec = series->spec();
        if (spec.kind == SeriesKind::BandEdge)
            continue;
        const QString name = spec.name.isEmpty() ? spec.key : spec.name;
        Readout::Row row;
        row.colour = seriesColour(theme_, spec);
        row.format = chart.spec().format;
        row.name = name;
        row.group = spec.group;
        if (spec.kind == SeriesKind::Dots) {
            row.name = chart.spec().title + QStringLiteral(", ") + name;
            if (const ChartSeries::Dot* dot = series->dotAt(out.x.step))
                row.raw = axisValue(static_cast<double>(dot->value), kind, false);
        } else {
            if (spec.kind == SeriesKind::RawAndSmoothed || chart.series().size() == 1)
                row.name = chart.spec().title;
            row.raw = shownValue(*series, series->rawAt(index), index, kind);
            const float smoothed = series->smoothedAt(index);
            if (chart.smooth() && std::isfinite(smoothed))
                row.smoothed = axisValue(static_cast<double>(smoothed), kind, false);
        }
        out.rows.push_back(std::move(row));
    }
}

Readout ChartGroup::readout(std::size_t index) const {
    Readout out;
    if (index >= xs_.size())
        return out;
    out.x = xs_.point(index);
    for (const LiveChart* chart : charts_)
        if (!chart->isHidden())
            addRows(*chart, index, out);
    const double reach = hoverChart_ ? kEventReach / hoverChart_->frame().plot.width() * view_.range().span() : 0;
    for (const EventMark& mark : marks_)
        if (std::abs(coordinate(mark.x, axis_) - coordinate(out.x, axis_)) <= reach)
            out.events += mark.text.text();
    return out;
}

void ChartGroup::hover(LiveChart& chart, const QPointF& pixel) {
    if (pinned_ || xs_.size() == 0)
        return;
    hoverChart_ = &chart;
    hoverPixel_ = pixel;
    hovered_ = xs_.nearest(axis_, chart.view().xAt(pixel.x()));
    showHover();
    Q_EMIT hoverChanged();
}

// Cross-hairs at the hovered point; not pinned, it is the point under the cursor, wherever new data has moved it.
void ChartGroup::showHover() {
    if (!hoverChart_ || !hovered_)
        return;
    if (!pinned_)
        hovered_ = xs_.nearest(axis_, hoverChart_->view().xAt(hoverPixel_.x()));
    for (LiveChart* chart : charts_)
        chart->showCrosshair(hovered_, pinned_);
    QWidget* window = hoverChart_->window();
    if (!table_ || table_->parentWidget() != window) {
        delete table_;
        table_ = new ReadoutTable(theme_, window);
    }
    const QPoint at = hoverChart_->view().mapTo(window, hoverPixel_.toPoint());
    table_->display(readout(*hovered_).shortened(), at, pinned_);
}

void ChartGroup::endHover() {
    if (!pinned_)
        dropHover();
}

bool ChartGroup::dropHover() {
    const bool was = hovered_.has_value();
    pinned_ = false;
    hovered_.reset();
    for (LiveChart* chart : charts_)
        chart->showCrosshair({}, false);
    if (table_)
        table_->hide();
    if (was)
        Q_EMIT hoverChanged();
    return was;
}

void ChartGroup::togglePin() {
    if (!hovered_)
        return;
    pinned_ = !pinned_;
    showHover();
    Q_EMIT hoverChanged();
}

// By the keyboard: a pixel further, or to the next point where points are sparse.
void ChartGroup::moveHover(LiveChart& chart, int direction) {
    if (xs_.size() == 0)
        return;
    pinned_ = false;
    const PlotFrame& frame = chart.frame();
    const std::size_t last = xs_.size() - 1;
    std::size_t next = last;
    if (hovered_) {
        const double x = frame.xPixel(xs_.at(axis_, *hovered_)) + direction;
        next = xs_.nearest(axis_, chart.view().xAt(x));
        if (next == *hovered_ && (direction > 0 ? next < last : next > 0))
            next = direction > 0 ? next + 1 : next - 1;
    }
    hover(chart, {frame.xPixel(xs_.at(axis_, next)), frame.plot.center().y()});
    chart.view().setAccessibleDescription(readout(next).copyText());
}

void ChartGroup::copyReadout() const {
    if (xs_.size() > 0)
        QGuiApplication::clipboard()->setText(readout(hovered_.value_or(xs_.size() - 1)).copyText());
}

} // namespace belfry
