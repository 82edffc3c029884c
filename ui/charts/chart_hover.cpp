// The part of ChartGroup that reads values off.
#include "ui/charts/chart_group.h"
#include "ui/charts/colours.h"

#include <QClipboard>
#include <QGuiApplication>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr double eventReach = 5; // pixels around an event mark

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
        if (spec.kind == SeriesKind::Dots) {
            row.name = chart.spec().title + QStringLiteral(", ") + name;
            if (const ChartSeries::Dot* dot = series->dotAt(out.x.step))
                row.raw = axisValue(static_cast<double>(dot->value), kind, false);
        } else {
            if (spec.kind == SeriesKind::RawAndSmoothed)
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
        addRows(*chart, index, out);
    const double reach = hoverChart_ ? eventReach / hoverChart_->frame().plot.width() * view_.range().span() : 0;
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
    table_->show(readout(*hovered_), at, pinned_);
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
