#include "ui/pages/evaluate/rejection_chart.h"

#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/pages/evaluate/share_axes.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr double kStep = 0.01, kPage = 0.1; // of an arrow key, of Page Up and Page Down

} // namespace

RejectionChart::RejectionChart(const Theme& theme, QWidget* parent)
    : KeyedWidget(theme, QStringLiteral("rejectionChart"), parent) {
    setAccessibleName(QStringLiteral("None of these"));
    setCursor(Qt::SizeHorCursor);
    describe();
}

void RejectionChart::setCurve(std::vector<Rejection> curve, std::int64_t images) {
    curve_ = std::move(curve);
    images_ = images;
    showChange();
}

void RejectionChart::choose(double threshold) {
    const double next = std::round(std::clamp(threshold, 0.0, 1.0) / kStep) * kStep;
    if (next == threshold_)
        return;
    threshold_ = next;
    showChange();
    Q_EMIT chosen(threshold_);
}

const Rejection& RejectionChart::at(double threshold) const {
    const double last = static_cast<double>(curve_.size() - 1);
    return curve_[static_cast<std::size_t>(std::lround(std::clamp(threshold, 0.0, 1.0) * last))];
}

QString RejectionChart::sentenceOf(const Rejection& rejection) const {
    if (rejection.answered == 0)
        return tr("From %1 on: nothing is answered").arg(percentText(rejection.threshold, 0));
    return tr("From %1 on: %2 answered, %3 of them right")
        .arg(percentText(rejection.threshold, 0), percentText(rejection.share(images_)),
             percentText(rejection.accuracy()));
}

QString RejectionChart::sentence() const { return images_ == 0 ? QString() : sentenceOf(at(threshold_)); }

void RejectionChart::describe() { setAccessibleDescription(sentence()); }

double RejectionChart::thresholdAt(double x) const {
    return (x - sharePlot(size()).left()) / sharePlot(size()).width();
}

std::optional<QString> RejectionChart::tipAt(const QPoint& position) const {
    const double threshold = thresholdAt(position.x());
    return threshold >= 0 && threshold <= 1 && images_ > 0 ? sentenceOf(at(threshold)) : QString();
}

void RejectionChart::paintLine(QPainter& painter, const QColor& colour,
                               std::optional<double> (*value)(const Rejection&, std::int64_t)) const {
    const QRectF area = sharePlot(size());
    QPainterPath line;
    for (const Rejection& rejection : curve_) {
        const std::optional<double> share = value(rejection, images_);
        if (!share)
            break;
        const QPointF place(area.left() + area.width() * rejection.threshold, area.bottom() - area.height() * *share);
        line.elementCount() == 0 ? line.moveTo(place) : line.lineTo(place);
    }
    painter.setPen(QPen(colour, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(line);
}

void RejectionChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintShareAxes(painter, size(), colours(), tr("least confidence"));
    if (images_ == 0)
        return;
    using Share = std::optional<double>;
    paintLine(
        painter, colours().warning,
        [](const Rejection& rejection, std::int64_t images) -> Share { return rejection.share(images); });
    paintLine(painter, colours().accent, [](const Rejection& rejection, std::int64_t) {
        return rejection.answered > 0 ? Share(rejection.accuracy()) : std::nullopt; // of no answers there is none
    });
    const QRectF area = sharePlot(size());
    const double x = area.left() + area.width() * threshold_;
    painter.setPen(QPen(colours().text, showsRing() ? 2 : 1, Qt::DashLine));
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
}

void RejectionChart::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        choose(thresholdAt(event->position().x()));
}

void RejectionChart::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton)
        choose(thresholdAt(event->position().x()));
}

void RejectionChart::keyPressEvent(QKeyEvent* event) {
    setRing(true);
    switch (event->key()) {
    case Qt::Key_Left:
        return choose(threshold_ - kStep);
    case Qt::Key_Right:
        return choose(threshold_ + kStep);
    case Qt::Key_PageDown:
        return choose(threshold_ - kPage);
    case Qt::Key_PageUp:
        return choose(threshold_ + kPage);
    case Qt::Key_Home:
        return choose(0);
    case Qt::Key_End:
        return choose(1);
    default:
        KeyedWidget::keyPressEvent(event);
    }
}

} // namespace belfry
