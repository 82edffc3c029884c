#include "ui/pages/search/parallel_plot.h"

#include "ui/charts/colours.h"
#include "ui/foundation/keep_translated.h"
#include "ui/foundation/number_text.h"
#include "ui/pages/search/gene_text.h"

#include <QFontMetricsF>
#include <QLineF>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

namespace belfry {
namespace {

constexpr int kTitleFont = 12, kFont = 11, kShades = 12;
constexpr double kTitle = 16, kGap = 6, kFoot = 8, kLine = 14, kBrush = 12;
constexpr double kAxisWidth = 96; // of a comfortable plot, by axis

} // namespace

ParallelPlot::ParallelPlot(const Theme& theme, QWidget* parent)
    : TrialChart(theme, "parallelPlot", "Parallel coordinates", parent) {
    setMouseTracking(true);
    connect(&theme, &Theme::changed, this, &ParallelPlot::outdated);
    keepTranslated(this, [this] { outdated(); });
    describe();
}

void ParallelPlot::takeResults(bool another) {
    if (another) {
        rows_.clear();
        brushes_.clear();
        drag_.reset();
        cursor_.reset();
    }
    rows_ = geneRows(view(), rows_);
    picture_ = parallelPicture(view().plan.space, rows_);
    brushes_.resize(picture_.axes.size());
    scale_ = accuracyScale(accuraciesOf(rows_));
    hovered_ = 0;
    updateGeometry();
    brushed();
}

QSize ParallelPlot::sizeHint() const {
    return {std::max(420, static_cast<int>(kAxisWidth * static_cast<double>(picture_.axes.size()))), 260};
}

void ParallelPlot::setBrush(std::size_t axis, const std::optional<Brush>& brush) {
    const auto to = brush ? std::optional(snapped(picture_.axes.at(axis), brush->low, brush->high)) : std::nullopt;
    if (brushes_[axis] != to) {
        brushes_[axis] = to;
        brushed();
    }
}

void ParallelPlot::clearBrushes() {
    if (std::ranges::any_of(brushes_, [](const auto& brush) { return brush.has_value(); })) {
        brushes_.assign(picture_.axes.size(), std::nullopt);
        brushed();
    }
}

void ParallelPlot::brushed() {
    inside_ = insideOf(picture_, brushes_);
    describe();
    outdated();
    Q_EMIT brushesChanged();
}

void ParallelPlot::outdated() {
    lines_ = {};
    frame_.size = {};
    update();
}

std::vector<int> ParallelPlot::trialsInside() const {
    std::vector<int> trials;
    for (std::size_t i = 0; i < picture_.lines.size(); ++i)
        if (inside_[i])
            trials.push_back(picture_.lines[i].trial);
    return trials;
}

void ParallelPlot::describe() {
    setToolTip(tr("Drag along an axis to select a range; click the axis to clear it. Keys: Left and Right switch axes, "
                  "Shift+Up and Shift+Down move the range, Ctrl+Up and Ctrl+Down widen it, Delete clears it."));
    if (picture_.lines.empty()) {
        setAccessibleDescription(tr("No trial has ended yet"));
        return;
    }
    QString text = tr("Trials within all selected ranges: %1 of %2")
                       .arg(std::ranges::count(inside_, true))
                       .arg(picture_.lines.size());
    if (const QString cursor = cursorText(); !cursor.isEmpty())
        text += QStringLiteral("; ") + cursor;
    if (chosen() != 0 && view().find(chosen()) != nullptr)
        text += QStringLiteral("; ") + trialLine(view(), chosen());
    setAccessibleDescription(text);
}

const ParallelPlot::Frame& ParallelPlot::frame() const {
    if (frame_.size != size())
        frame_ = layOut();
    return frame_;
}

ParallelPlot::Frame ParallelPlot::layOut() const {
    Frame frame{.size = size(), .plot = {}, .titles = {}};
    const QFontMetricsF labels(Theme::font(kFont)), titles(Theme::font(kTitleFont));
    const double right = labels.horizontalAdvance(percentText(1, 2)) + 2 * kGap; // the accuracy's labels
    const double gaps = static_cast<double>(std::max<std::size_t>(2, picture_.axes.size()) - 1);
    frame.pitch = std::max(1.0, (width() - 2 * kGap - right) / gaps);
    for (const ParallelAxis& axis : picture_.axes) {
        frame.titles << (axis.isGene() ? geneTitle(axis.gene) : tr("Accuracy"));
        frame.twoLines = frame.twoLines || titles.horizontalAdvance(frame.titles.back()) + kGap > frame.pitch;
    }
    const double top = kTitle * (frame.twoLines ? 2 : 1) + kGap;
    frame.plot = QRectF(2 * kGap, top, frame.pitch * gaps, std::max(1.0, height() - top - kFoot));
    return frame;
}

double ParallelPlot::axisX(std::size_t axis) const {
    return frame().plot.left() + frame().pitch * static_cast<double>(axis);
}

double ParallelPlot::yOf(std::size_t axis, double value) const {
    const QRectF& place = frame().plot;
    return place.bottom() - picture_.axes[axis].share(value) * place.height();
}

const ParallelLine* ParallelPlot::lineOf(int trial) const {
    const auto found = std::ranges::find(picture_.lines, trial, &ParallelLine::trial);
    return found == picture_.lines.end() ? nullptr : &*found;
}

std::vector<QPointF> ParallelPlot::pointsOf(const ParallelLine& line) const {
    std::vector<QPointF> points;
    for (std::size_t axis = 0; axis < line.values.size(); ++axis)
        points.emplace_back(axisX(axis), yOf(axis, line.values[axis]));
    return points;
}

void ParallelPlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const double scale = devicePixelRatioF();
    if (picture_.lines.empty()) {
        paint(painter);
        return;
    }
    if (lines_.isNull() || lines_.size() != size() * scale) {
        lines_ = QPixmap(size() * scale);
        lines_.setDevicePixelRatio(scale);
        lines_.fill(Qt::transparent);
        QPainter below(&lines_);
        paintLines(below);
    }
    painter.drawPixmap(0, 0, lines_);
    paintAbove(painter);
}

void ParallelPlot::paint(QPainter& painter) const {
    if (picture_.lines.empty()) {
        paintSentence(painter, rect().adjusted(8, 8, -8, -8), tr("No trial has ended yet"));
        return;
    }
    paintLines(painter);
    paintAbove(painter);
}

void ParallelPlot::paintAbove(QPainter& painter) const {
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter);
    paintLifted(painter, chosen(), 3);
    paintLifted(painter, hovered_, 2);
    paintBrushes(painter);
    paintTitles(painter);
    for (std::size_t axis = 0; axis < picture_.axes.size(); ++axis)
        paintLabels(painter, axis);
}

// Paints in a dozen shades, each in one call, the best last; lines outside the brushes are behind all of them.
void ParallelPlot::paintLines(QPainter& painter) const {
    std::array<std::vector<QLineF>, kShades + 1> pieces;
    for (std::size_t i = 0; i < picture_.lines.size(); ++i) {
        const ParallelLine& line = picture_.lines[i];
        const auto shade = inside_[i] ? 1 + static_cast<std::size_t>(std::min(
                                                kShades - 1.0, std::floor(kShades * scale_.place(line.accuracy))))
                                      : 0;
        const std::vector<QPointF> points = pointsOf(line);
        for (std::size_t k = 1; k < points.size(); ++k)
            pieces[shade].emplace_back(points[k - 1], points[k]);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t shade = 0; shade <= kShades; ++shade) {
        const double place = (static_cast<double>(shade) - 1) / (kShades - 1);
        painter.setPen(QPen(
            shade == 0 ? mixed(colours().card, colours().muted, 0.16) : AccuracyScale::colourAt(colours(), place), 1));
        painter.drawLines(pieces[shade].data(), static_cast<int>(pieces[shade].size()));
    }
}

void ParallelPlot::paintAxes(QPainter& painter) const {
    const QRectF& place = frame().plot;
    for (std::size_t axis = 0; axis < picture_.axes.size(); ++axis) {
        const double x = std::round(axisX(axis)) + 0.5;
        const bool here = cursor_ == axis && hasFocus();
        painter.setPen(here ? QPen(colours().accent, 3) : QPen(colours().faint, 1));
        painter.drawLine(QPointF(x, place.top()), QPointF(x, place.bottom()));
    }
}

void ParallelPlot::paintLifted(QPainter& painter, int trial, double width) const {
    const ParallelLine* line = trial == 0 ? nullptr : lineOf(trial);
    if (line == nullptr)
        return;
    const std::vector<QPointF> points = pointsOf(*line);
    for (const bool rim : {true, false}) {
        painter.setPen(QPen(rim ? colours().card : theme().seriesColour(4), rim ? width + 2 : width));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(points.data(), static_cast<int>(points.size()));
    }
    painter.setPen(QPen(colours().card, 1.5));
    painter.setBrush(theme().seriesColour(4));
    for (const QPointF& point : points)
        painter.drawEllipse(point, width + 1, width + 1);
}

void ParallelPlot::paintBrushes(QPainter& painter) const {
    QColor filling = colours().accent;
    filling.setAlphaF(0.22F);
    painter.setPen(QPen(colours().accent, 1.5));
    painter.setBrush(filling);
    for (std::size_t axis = 0; axis < brushes_.size(); ++axis) {
        if (brushes_[axis]) {
            const double top = yOf(axis, brushes_[axis]->high), bottom = yOf(axis, brushes_[axis]->low);
            painter.drawRoundedRect(QRectF(axisX(axis) - kBrush / 2, top, kBrush, std::max(2.0, bottom - top)), 3, 3);
        }
    }
}

// Paints titles over their axes, alternating between two lines if one is too short.
void ParallelPlot::paintTitles(QPainter& painter) const {
    painter.setFont(Theme::font(kTitleFont));
    painter.setPen(colours().text);
    const QFontMetricsF metrics(painter.font());
    const Frame& frame = this->frame();
    const double room = std::max(1.0, frame.pitch * (frame.twoLines ? 2 : 1) - kGap);
    for (std::size_t axis = 0; axis < picture_.axes.size(); ++axis) {
        const QString title = metrics.elidedText(frame.titles[static_cast<qsizetype>(axis)], Qt::ElideRight, room);
        const double wide = metrics.horizontalAdvance(title) + 1;
        const double left = std::clamp(axisX(axis) - wide / 2, 0.0, std::max(0.0, width() - wide));
        painter.drawText(QRectF(left, frame.twoLines && axis % 2 == 1 ? kTitle : 0, wide, kTitle),
                         Qt::AlignVCenter | Qt::AlignLeft | Qt::TextDontClip, title);
    }
}

// Right of the axis, on an opaque background: lines pass below.
void ParallelPlot::paintLabels(QPainter& painter, std::size_t axis) const {
    const ParallelAxis& of = picture_.axes[axis];
    const QRectF& place = frame().plot;
    painter.setFont(Theme::font(kFont));
    const QFontMetricsF metrics(painter.font());
    QColor ground = colours().card;
    ground.setAlphaF(0.82F);
    const auto label = [&](double value, const QString& text) {
        const double x = axisX(axis) + kGap + 2, y = yOf(axis, value);
        const double room = of.isGene() ? frame().pitch - kGap - 5 : width() - x;
        const QString shown = metrics.elidedText(text, Qt::ElideRight, room);
        const QRectF box(x, y - kLine / 2, metrics.horizontalAdvance(shown), kLine);
        painter.fillRect(box.adjusted(-2, 0, 2, 0), ground);
        painter.setPen(colours().muted);
        painter.drawText(box, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextDontClip, shown);
    };
    if (!of.isGene()) {
        for (const Tick& tick : yTicks(of.range, false, YFormat::Percent, static_cast<int>(place.height() / 30) + 1))
            label(tick.position, tick.label);
        return;
    }
    if (of.hasSilent())
        label(-0.5, dashText()); // has no such gene
    const int every = std::max(1, static_cast<int>(std::ceil(kLine * of.range.span() / place.height())));
    for (int choice = 0; choice < of.labels.size(); choice += every)
        label(choice + 0.5, of.labels[choice]);
}

} // namespace belfry
