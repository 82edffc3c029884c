#include "ui/widgets/crop_frame.h"

#include <QPainter>
#include <QPainterPath>
#include <QPen>
#include <algorithm>
#include <cmath>
#include <tuple>

namespace belfry {
namespace {

constexpr double kStepShare = 0.01;

// One axis of a frame: [low, high) of `room` pixels.
struct CropAxis {
    int low, high, room;

    int least() const { return std::min(CropFrame::kLeastSide, room); }

    // -1: the low edge, 1: the high one, 0: neither. Inside, the reach ends at a quarter: a small frame has a middle,
    // too.
    int edgeAt(double position, double reach) const {
        const double inside = std::min(reach, (high - low) / 4.0);
        if (position <= low + inside)
            return -1;
        return position >= high - inside ? 1 : 0;
    }
    CropAxis stretched(int edge, int by) const {
        if (edge < 0)
            return {std::clamp(low + by, 0, high - least()), high, room};
        return {low, edge > 0 ? std::clamp(high + by, low + least(), room) : high, room};
    }
    CropAxis moved(int by) const {
        const int within = std::clamp(by, -low, room - high);
        return {low + within, high + within, room};
    }
    // From where the mouse was pressed to where it is, in either direction.
    CropAxis drawn(double from, double to) const {
        const auto inside = [this](double position) { return std::clamp(qRound(position), 0, room); };
        const int a = inside(from), b = inside(to);
        CropAxis axis{std::min(a, b), std::max(a, b), room};
        if (axis.high - axis.low < least())
            axis = to < from ? CropAxis{a - least(), a, room} : CropAxis{a, a + least(), room};
        return axis.moved(0);
    }
};

CropAxis columns(const QRect& rect, const QRect& picture) {
    return {rect.x(), rect.x() + rect.width(), picture.width()};
}
CropAxis rows(const QRect& rect, const QRect& picture) {
    return {rect.y(), rect.y() + rect.height(), picture.height()};
}
QRect joined(const CropAxis& x, const CropAxis& y) { return {x.low, y.low, x.high - x.low, y.high - y.low}; }

int stepOf(int side) { return std::max(1, qRound(side * kStepShare)); }

} // namespace

CropFrame::Hold CropFrame::holdAt(const QPointF& position, double reach) const {
    using Kind = Hold::Kind;
    if (!QRectF(rect_).adjusted(-reach, -reach, reach, reach).contains(position))
        return {Kind::Another};
    const int x = columns(rect_, picture_).edgeAt(position.x(), reach);
    const int y = rows(rect_, picture_).edgeAt(position.y(), reach);
    if (x != 0 || y != 0)
        return {Kind::Edges, x, y};
    return {isWhole() ? Kind::Another : Kind::Inside};
}

void CropFrame::press(const QPointF& position, double reach) {
    if (isNull())
        return;
    hold_ = holdAt(position, reach);
    before_ = rect_;
    from_ = position;
    slack_ = reach;
}

bool CropFrame::drag(const QPointF& position) {
    const QPointF by = position - from_;
    const CropAxis x = columns(before_, picture_), y = rows(before_, picture_);
    switch (hold_.kind) {
    case Hold::Kind::None:
        return false;
    case Hold::Kind::Edges:
        return become(joined(x.stretched(hold_.x, qRound(by.x())), y.stretched(hold_.y, qRound(by.y()))));
    case Hold::Kind::Inside:
        return become(joined(x.moved(qRound(by.x())), y.moved(qRound(by.y()))));
    case Hold::Kind::Another:
        if (std::hypot(by.x(), by.y()) <= slack_)
            return false;
        slack_ = 0;
        return become(joined(x.drawn(from_.x(), position.x()), y.drawn(from_.y(), position.y())));
    }
    return false;
}

Qt::CursorShape CropFrame::cursorAt(const QPointF& position, double reach) const {
    const Hold hold = isNull() ? Hold{} : holdAt(position, reach);
    if (hold.kind == Hold::Kind::Inside)
        return Qt::SizeAllCursor;
    if (hold.kind != Hold::Kind::Edges)
        return Qt::CrossCursor;
    if (hold.x == 0 || hold.y == 0)
        return hold.x == 0 ? Qt::SizeVerCursor : Qt::SizeHorCursor;
    return hold.x == hold.y ? Qt::SizeFDiagCursor : Qt::SizeBDiagCursor;
}

bool CropFrame::move(int right, int down) {
    return become(joined(columns(rect_, picture_).moved(right * stepOf(picture_.width())),
                         rows(rect_, picture_).moved(down * stepOf(picture_.height()))));
}

bool CropFrame::resize(int right, int down) {
    return become(joined(columns(rect_, picture_).stretched(1, right * stepOf(picture_.width())),
                         rows(rect_, picture_).stretched(1, down * stepOf(picture_.height()))));
}

bool CropFrame::restore() { return become(picture_); }

bool CropFrame::become(const QRect& rect) {
    if (isNull() || rect == rect_)
        return false;
    rect_ = rect;
    return true;
}

// White within black is seen on every picture and on the pad of both themes.
void paintCropFrame(QPainter& painter, const CropFrame& frame, const QRectF& place) {
    constexpr double kArm = 14; // pixels of a corner
    const auto stroke = [&painter](const QPainterPath& path, double width) {
        painter.strokePath(path, QPen(QColor(0, 0, 0, 160), width + 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.strokePath(path, QPen(Qt::white, width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    };
    const double scale = place.width() / frame.picture().width();
    const QRectF rect(place.topLeft() + QPointF(frame.rect().topLeft()) * scale, QSizeF(frame.rect().size()) * scale);
    QPainterPath outside; // between the two: filled by the odd-even rule
    outside.addRect(place);
    outside.addRect(rect);
    painter.fillPath(outside, QColor(0, 0, 0, 150));
    QPainterPath edges, corners;
    edges.addRect(rect);
    for (const int third : {1, 2}) {
        if (!frame.isHeld())
            break; // only while they help to place it
        const QPointF at = rect.topLeft() + QPointF(rect.width(), rect.height()) * third / 3;
        edges.moveTo(at.x(), rect.top());
        edges.lineTo(at.x(), rect.bottom());
        edges.moveTo(rect.left(), at.y());
        edges.lineTo(rect.right(), at.y());
    }
    stroke(edges, 1);
    const double x = std::min(kArm, rect.width() / 3), y = std::min(kArm, rect.height() / 3);
    for (const auto& [corner, right, lower] :
         {std::tuple(rect.topLeft(), x, y), std::tuple(rect.topRight(), -x, y), std::tuple(rect.bottomLeft(), x, -y),
          std::tuple(rect.bottomRight(), -x, -y)}) {
        corners.moveTo(corner + QPointF(right, 0));
        corners.lineTo(corner);
        corners.lineTo(corner + QPointF(0, lower));
    }
    stroke(corners, 3);
}

} // namespace belfry
