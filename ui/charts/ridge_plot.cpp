#include "ui/charts/ridge_plot.h"

#include "ui/charts/plot_painter.h"
#include "ui/foundation/number_text.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr int kReadFont = 12;
constexpr double kReadGap = 6, kBelow = kPlotBottom + kXLabelRoom;

} // namespace

RidgePlot::RidgePlot(const Theme& theme, QWidget* parent) : KeyedWidget(theme, QStringLiteral("ridgePlot"), parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMouseTracking(true);
    setAccessibleName(QStringLiteral("Ridge plot"));
    describe();
}

void RidgePlot::setPicture(RidgePicture picture) {
    const std::optional<Place> hovered = found(picture, hovered_), cursor = found(picture, cursor_);
    picture_ = std::move(picture);
    hovered_ = hovered;
    cursor_ = cursor;
    showChange();
    Q_EMIT placeChanged();
}

std::optional<RidgePlot::Place> RidgePlot::found(const RidgePicture& in, const std::optional<Place>& place) const {
    if (!place || in.empty())
        return std::nullopt;
    const std::int64_t step = picture_.ridges[place->ridge].step;
    const auto after = std::ranges::lower_bound(in.ridges, step, {}, &RidgePicture::Ridge::step);
    const auto ridge = std::min<std::ptrdiff_t>(after - in.ridges.begin(), std::ssize(in.ridges) - 1);
    return Place{static_cast<std::size_t>(ridge), in.binOf(picture_.valueOf(place->bin))};
}

RidgePlaces RidgePlot::places() const {
    return {picture_, QRectF(kPlotLeft, kPlotTop, std::max(1.0, width() - kPlotLeft - kPlotRight),
                             std::max(1.0, height() - kPlotTop - kBelow))};
}

QString RidgePlot::readText() const {
    const std::optional<Place> at = place();
    if (!at)
        return {};
    const RidgePicture::Ridge& ridge = picture_.ridges[at->ridge];
    QString text = tr("step %1 · %2 · %3 of the numbers")
                       .arg(countText(ridge.step), valueText(picture_.valueOf(at->bin), YFormat::Number),
                            percentText(ridge.shares[at->bin], 2));
    if (ridge.numbers.zeros > 0)
        text = tr("%1; %2 are exactly 0").arg(text, percentText(ridge.zeros()));
    return text;
}

void RidgePlot::describe() {
    setToolTip(
        tr("Each ridge is a histogram: the oldest at the back, the newest in front. Keys: Up and Down go from step "
           "to step, Left and Right along the values."));
    if (picture_.empty())
        setAccessibleDescription(tr("No histograms"));
    else if (const QString read = readText(); !read.isEmpty())
        setAccessibleDescription(read);
    else
        setAccessibleDescription(tr("%1 histograms, from step %2 to step %3")
                                     .arg(countText(std::ssize(picture_.ridges)),
                                          countText(picture_.ridges.front().step),
                                          countText(picture_.ridges.back().step)));
}

void RidgePlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paint(painter);
    if (showsRing()) {
        painter.setPen(QPen(colours().accent, 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 6, 6);
    }
}

void RidgePlot::paint(QPainter& painter) const {
    if (picture_.empty())
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colours().border, 1));
    painter.setBrush(colours().card);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    paintAxes(painter);
    const std::optional<Place> at = place();
    paintRidges(painter, picture_, places(), theme(), at ? std::optional(at->ridge) : std::nullopt);
    if (at)
        paintPlace(painter);
}

// Steps count downwards: those of the frame are negative.
void RidgePlot::paintAxes(QPainter& painter) const {
    constexpr double kLabelWidth = 90, kLabelHeight = 34;
    const RidgePlaces places = this->places();
    PlotFrame frame;
    frame.plot = places.baselines();
    frame.x = picture_.range;
    frame.xLabels = true;
    frame.xTicks = yTicks(frame.x, false, YFormat::Number, static_cast<int>(frame.plot.width() / kLabelWidth) + 1);
    if (places.steps.span() > 0) {
        frame.y = {-places.steps.high, -places.steps.low};
        frame.yTicks =
            yTicks(places.steps, false, YFormat::Count, static_cast<int>(frame.plot.height() / kLabelHeight) + 1);
    } else {
        frame.y = {-places.steps.low, -places.steps.low + 1};
        frame.yTicks = {{places.steps.low, countText(picture_.ridges.front().step), false}};
    }
    for (Tick& tick : frame.yTicks)
        tick.position = -tick.position;
    std::erase_if(
        frame.yTicks, [&](const Tick& tick) { return !frame.y.contains(tick.position); });
    std::erase_if(frame.xTicks, [&](const Tick& tick) { return !frame.x.contains(tick.position); });
    paintBehindLines(painter, frame, theme());
    painter.setFont(Theme::font(11));
    painter.setPen(colours().muted);
    painter.drawText(QRectF(0, places.plot.top(), kPlotLeft - 9, 18), Qt::AlignRight | Qt::AlignVCenter, tr("step"));
}

void RidgePlot::paintPlace(QPainter& painter) const {
    const Place at = *place();
    const RidgePlaces places = this->places();
    const QPointF point(places.xOf(picture_, picture_.valueOf(at.bin)), places.yOf(picture_, at.ridge, at.bin));
    const double x = std::floor(point.x()) + 0.5;
    painter.setPen(QPen(colours().muted, 1));
    painter.drawLine(QPointF(x, places.plot.top()), QPointF(x, places.plot.bottom()));
    painter.setPen(QPen(colours().card, 1.5));
    painter.setBrush(colours().accent);
    painter.drawEllipse(point, 4, 4);
    painter.setFont(Theme::font(kReadFont));
    const QFontMetricsF metrics(painter.font());
    const QString shown = metrics.elidedText(readText(), Qt::ElideRight, width() - 4 * kReadGap);
    QRectF box(0, 0, metrics.horizontalAdvance(shown) + 2 * kReadGap, metrics.height() + kReadGap);
    box.moveCenter(point - QPointF(0, box.height() + kReadGap));
    box.moveLeft(std::clamp(box.left(), 1.0, std::max(1.0, width() - box.width() - 1)));
    box.moveTop(std::max(1.0, box.top()));
    painter.setPen(QPen(colours().border, 1));
    painter.setBrush(colours().card);
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(colours().text);
    painter.drawText(box, Qt::AlignCenter, shown);
}

std::optional<RidgePlot::Place> RidgePlot::placeAt(const QPointF& position) const {
    const RidgePlaces places = this->places();
    if (picture_.empty() || !places.plot.adjusted(-kReadGap, 0, kReadGap, kReadGap).contains(position))
        return std::nullopt;
    return Place{places.ridgeAt(picture_, position), picture_.binOf(places.valueAt(picture_, position.x()))};
}

void RidgePlot::read(const std::optional<Place>& hovered, const std::optional<Place>& cursor) {
    if (hovered == hovered_ && cursor == cursor_)
        return;
    hovered_ = hovered;
    cursor_ = cursor;
    showChange();
    Q_EMIT placeChanged();
}

void RidgePlot::mouseMoveEvent(QMouseEvent* event) { read(placeAt(event->position()), cursor_); }

void RidgePlot::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return KeyedWidget::mousePressEvent(event);
    const std::optional<Place> at = placeAt(event->position());
    read(at, at);
}

void RidgePlot::leaveEvent(QEvent* event) {
    read({}, cursor_);
    KeyedWidget::leaveEvent(event);
}

// The newest step and the middle of the values come first. None: the key does not move.
std::optional<RidgePlot::Place> RidgePlot::movedBy(int key) const {
    const std::size_t newest = picture_.ridges.size() - 1, last = picture_.bins() - 1;
    Place at = place().value_or(Place{newest, picture_.bins() / 2});
    if (!place() && (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_Left || key == Qt::Key_Right))
        return at;
    switch (key) {
    case Qt::Key_Up: // to the back
        at.ridge -= std::min<std::size_t>(at.ridge, 1);
        return at;
    case Qt::Key_Down:
        at.ridge = std::min(at.ridge + 1, newest);
        return at;
    case Qt::Key_Left:
        at.bin -= std::min<std::size_t>(at.bin, 1);
        return at;
    case Qt::Key_Right:
        at.bin = std::min(at.bin + 1, last);
        return at;
    case Qt::Key_Home:
        at.ridge = 0;
        return at;
    case Qt::Key_End:
        at.ridge = newest;
        return at;
    default:
        return std::nullopt;
    }
}

void RidgePlot::keyPressEvent(QKeyEvent* event) {
    const std::optional<Place> at = picture_.empty() ? std::nullopt : movedBy(event->key());
    if (!at)
        return KeyedWidget::keyPressEvent(event);
    setRing(true);
    read({}, at);
}

} // namespace belfry
