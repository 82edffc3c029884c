#include "ui/widgets/drawing_pad.h"

#include <QPainter>
#include <QPainterPath>
#include <QPen>

namespace belfry {
namespace {

constexpr QRectF kGuide{40, 40, 200, 200}; // the 20x20 box of the 28x28 picture

QPointF pointOf(const StrokePoint& p) { return {p.x, p.y}; }

} // namespace

void DrawingPad::drawInk(QPainter& painter, std::size_t firstStroke, std::size_t firstPoint) const {
    const double scale = canvas().width() / kSide;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(scale, scale);
    painter.setPen(QPen(colours().text, kPenWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    for (std::size_t s = firstStroke; s < drawing_.size(); ++s) {
        const Stroke& stroke = drawing_[s];
        for (std::size_t i = firstPoint; i < stroke.size(); ++i)
            i == 0 ? painter.drawPoint(pointOf(stroke[0]))
                   : painter.drawLine(pointOf(stroke[i - 1]), pointOf(stroke[i]));
    }
}

void DrawingPad::refreshInk() {
    const double ratio = devicePixelRatioF();
    ink_ = QImage((canvas().size() * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    ink_.setDevicePixelRatio(ratio);
    ink_.fill(Qt::transparent);
    QPainter painter(&ink_);
    drawInk(painter, 0, 0);
    update();
}

void DrawingPad::addInk(std::size_t firstPoint) {
    if (ink_.isNull() || ink_.devicePixelRatio() != devicePixelRatioF()) {
        refreshInk();
        return;
    }
    QPainter painter(&ink_);
    drawInk(painter, drawing_.size() - 1, firstPoint);
}

// Two sentences as one block inside the square; a small pad has room for the first alone.
void DrawingPad::paintHint(QPainter& painter, const QRectF& square) const {
    constexpr double kMargin = 12, kBothSide = 150; // pixels; the least side of a pad with both sentences
    constexpr int kFlags = Qt::AlignHCenter | Qt::TextWordWrap;
    const QRectF room = square.adjusted(kMargin, kMargin, -kMargin, -kMargin);
    const QString first = pen_ ? tr("Draw a digit") : tr("Drop a picture here");
    const QString second = pen_ ? tr("or drop a picture here") : tr("or right-click to paste or open one");
    const QFont large = Theme::font(13), small = Theme::font(12);
    const auto heightOf = [&](const QFont& font, const QString& text) {
        return QFontMetricsF(font).boundingRect(room, kFlags, text).height();
    };
    const double firstHeight = heightOf(large, first);
    const double secondHeight = square.width() < kBothSide ? 0 : heightOf(small, second);
    QRectF place(room.left(), room.center().y() - (firstHeight + secondHeight) / 2, room.width(), firstHeight);
    painter.setPen(colours().muted);
    painter.setFont(large);
    painter.drawText(place, kFlags, first);
    if (secondHeight == 0)
        return;
    place = QRectF(room.left(), place.bottom(), room.width(), secondHeight);
    painter.setFont(small);
    painter.drawText(place, kFlags, second);
}

void DrawingPad::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF square = canvas();
    const double scale = square.width() / kSide;
    const QRectF frame = square.adjusted(0.5, 0.5, -0.5, -0.5);
    QPainterPath round;
    round.addRoundedRect(frame, 8, 8);
    painter.fillPath(round, colours().dark ? colours().window.darker(150) : colours().card);
    if (pen_ || isEmpty()) { // behind a photograph it would be another frame
        painter.setPen(QPen(colours().border, 1, Qt::DashLine));
        painter.drawRect(QRectF(square.topLeft() + kGuide.topLeft() * scale, kGuide.size() * scale));
    }
    painter.save();
    painter.setClipPath(round);
    if (!picture_.isNull())
        picture_.paint(painter, square, hasFrame());
    else if (drawing_.empty())
        paintHint(painter, square);
    else
        painter.drawImage(square.topLeft(), ink_);
    painter.restore();
    painter.setPen(showsRing() ? QPen(colours().accent, 2) : QPen(colours().border, 1));
    painter.drawPath(round);
}

} // namespace belfry
