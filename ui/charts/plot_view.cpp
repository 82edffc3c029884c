#include "ui/charts/plot_view.h"

#include "ui/charts/plot_painter.h"
#include "ui/foundation/focus.h"

#include <QChart>
#include <QGraphicsLayout>
#include <QLineSeries>
#include <QMouseEvent>
#include <QPainter>
#include <QValueAxis>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr double kClickSlop = 4;   // pixels the mouse may move in a click
constexpr double kTallBox = 24;    // lower boxes zoom x alone
constexpr double kWheelStep = 0.8; // per notch
constexpr double kNotch = 120;     // eighths of a degree

} // namespace

PlotView::PlotView(const Theme& theme, bool xLabels, QWidget* parent)
    : QChartView(parent), theme_(theme), xAxis_(new QValueAxis), yAxis_(new QValueAxis), xLabels_(xLabels) {
    chart()->setBackgroundVisible(false);
    chart()->setBackgroundRoundness(0);
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->legend()->hide();
    chart()->addAxis(xAxis_, Qt::AlignBottom);
    chart()->addAxis(yAxis_, Qt::AlignLeft);
    xAxis_->setVisible(false);
    yAxis_->setVisible(false);
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(QFrame::NoFrame);
    setStyleSheet(QStringLiteral("background: transparent; border: none; padding: 0"));
    setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    viewport()->setCursor(Qt::CrossCursor);
    crosshair_ = new Crosshair(theme, viewport());
    connect(&theme, &Theme::changed, this, [this] {
        stale_ = true;
        viewport()->update();
    });
}

QRectF PlotView::plotRect() const {
    const double bottom = kPlotBottom + (xLabels_ ? kXLabelRoom : 0);
    return QRectF(QPointF(0, 0), QSizeF(size())).adjusted(kPlotLeft, kPlotTop, -kPlotRight, -bottom);
}

void PlotView::dressLine(QLineSeries& series, const PlotFrame::Line& line) const {
    const QPen pen(line.colour, line.width, line.dash); // square caps: round ones cost a curve for every piece
    if (series.pen() != pen)
        series.setPen(pen);
    const double low = frame_.y.low - frame_.y.span(), high = frame_.y.high + frame_.y.span();
    QList<QPointF> points;
    points.reserve(static_cast<qsizetype>(line.points.size()));
    for (const QPointF& point : line.points) // far outliers would overflow the rasteriser
        points.append({point.x(), std::clamp(point.y(), low, high)});
    series.replace(points);
}

void PlotView::setFrame(PlotFrame frame) {
    frame_ = std::move(frame);
    for (QLineSeries* series : lines_) // moving the axes must not recompute the former points
        series->clear();
    if (chart()->plotArea() != frame_.plot) // found by Qt Charts itself it is half a pixel, or 30, off
        chart()->setPlotArea(frame_.plot);
    xAxis_->setRange(frame_.x.low, frame_.x.high);
    yAxis_->setRange(frame_.y.low, frame_.y.high);
    while (lines_.size() < frame_.lines.size()) {
        lines_.push_back(new QLineSeries);
        chart()->addSeries(lines_.back());
        lines_.back()->attachAxis(xAxis_);
        lines_.back()->attachAxis(yAxis_);
    }
    for (std::size_t i = 0; i < frame_.lines.size(); ++i)
        dressLine(*lines_[i], frame_.lines[i]);
    stale_ = true;
    viewport()->update();
}

double PlotView::xAt(double pixel) const {
    return frame_.x.low + (pixel - frame_.plot.left()) / frame_.plot.width() * frame_.x.span();
}

double PlotView::yAt(double pixel) const {
    return frame_.y.low + (frame_.plot.bottom() - pixel) / frame_.plot.height() * frame_.y.span();
}

void PlotView::paintPlot(QPainter& painter, const QPointF& at, bool ownLines) {
    if (!ownLines) {
        render(&painter, QRectF(at, QSizeF(size())), rect());
        return;
    }
    painter.save();
    painter.translate(at);
    paintBehindLines(painter, frame_, theme_);
    paintLines(painter, frame_);
    paintAboveLines(painter, frame_, theme_);
    painter.restore();
}

void PlotView::paintEvent(QPaintEvent*) {
    const QSize pixels = (QSizeF(size()) * devicePixelRatioF()).toSize();
    if (stale_ || picture_.size() != pixels) {
        stale_ = false;
        picture_ = QPixmap(pixels);
        picture_.setDevicePixelRatio(devicePixelRatioF());
        picture_.fill(theme_.palette().card);
        QPainter painter(&picture_);
        paintPlot(painter, {0, 0}, false);
    }
    QPainter painter(viewport());
    painter.drawPixmap(0, 0, picture_);
}

void PlotView::resizeEvent(QResizeEvent* event) {
    QChartView::resizeEvent(event);
    crosshair_->resize(size());
    Q_EMIT resized();
}

void PlotView::drawBackground(QPainter* painter, const QRectF&) { paintBehindLines(*painter, frame_, theme_); }

void PlotView::drawForeground(QPainter* painter, const QRectF&) { paintAboveLines(*painter, frame_, theme_); }

// The box being drawn: over the full height until it is tall enough to mean y as well.
QRectF PlotView::band(const QPointF& to) const {
    QRectF box = QRectF(pressed_, to).normalized();
    if (!tall(box)) {
        box.setTop(frame_.plot.top());
        box.setBottom(frame_.plot.bottom());
    }
    return box.intersected(frame_.plot);
}

bool PlotView::tall(const QRectF& box) const { return box.height() > kTallBox; }

void PlotView::mousePressEvent(QMouseEvent* event) {
    const bool pan = event->button() == Qt::MiddleButton ||
                     (event->button() == Qt::LeftButton && (event->modifiers() & Qt::ShiftModifier));
    if (!pan && event->button() != Qt::LeftButton)
        return event->ignore();
    gesture_ = pan ? Gesture::Pan : Gesture::Box;
    moved_ = false;
    pressed_ = last_ = event->position();
}

void PlotView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    moved_ = moved_ || (at - pressed_).manhattanLength() > kClickSlop;
    if (gesture_ == Gesture::Pan) {
        Q_EMIT dragged(xAt(last_.x()) - xAt(at.x()), yAt(last_.y()) - yAt(at.y()));
        last_ = at;
    } else if (gesture_ == Gesture::Box && moved_) {
        crosshair_->setBand(band(at));
    }
    if (frame_.plot.adjusted(-2, -kPlotTop, 2, kPlotBottom).contains(at))
        Q_EMIT hovered(at);
    else
        Q_EMIT hoverEnded();
}

void PlotView::mouseReleaseEvent(QMouseEvent* event) {
    const Gesture done = std::exchange(gesture_, Gesture::None);
    crosshair_->setBand({});
    if (done == Gesture::None)
        return event->ignore();
    if (done == Gesture::Pan)
        return;
    if (!moved_)
        return Q_EMIT clicked();
    const QRectF box = band(event->position());
    if (box.width() < kClickSlop)
        return;
    std::optional<Interval> y;
    if (tall(QRectF(pressed_, event->position()).normalized()))
        y = Interval{yAt(box.bottom()), yAt(box.top())};
    Q_EMIT boxDrawn({xAt(box.left()), xAt(box.right())}, y);
}

void PlotView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        Q_EMIT fitRequested();
}

void PlotView::wheelEvent(QWheelEvent* event) {
    const int turned = event->angleDelta().y();
    if (turned == 0)
        return event->ignore();
    Q_EMIT wheelTurned(xAt(event->position().x()), std::pow(kWheelStep, turned / kNotch));
    event->accept();
}

void PlotView::leaveEvent(QEvent* event) {
    QChartView::leaveEvent(event);
    Q_EMIT hoverEnded();
}

void PlotView::focusInEvent(QFocusEvent* event) {
    QChartView::focusInEvent(event);
    Q_EMIT focusRingChanged(cameByKeyboard(event->reason()));
}

void PlotView::focusOutEvent(QFocusEvent* event) {
    QChartView::focusOutEvent(event);
    Q_EMIT focusRingChanged(false);
}

} // namespace belfry
