// The part of a picture that is used: a frame that the mouse and the keyboard change. Plain geometry in the picture's
// pixels, at whatever size it is shown. GUI thread only.
#pragma once

#include <QPointF>
#include <QRect>

class QPainter;

namespace belfry {

class CropFrame {
public:
    static constexpr int kLeastSide = 8; // pixels; a smaller picture is always taken whole

    CropFrame() = default; // of no picture
    explicit CropFrame(const QSize& picture) : picture_(QPoint(), picture), rect_(picture_) {}

    bool isNull() const { return picture_.isEmpty(); }
    bool isWhole() const { return rect_ == picture_; }
    const QRect& rect() const { return rect_; }
    const QRect& picture() const { return picture_; }

    // A drag takes an edge or a corner where it begins within `reach` of one, else moves the frame where it begins
    // inside, else draws another frame. One of the whole picture cannot be moved: inside it, too, another one is drawn.
    void press(const QPointF& position, double reach);
    bool drag(const QPointF& position); // whether the frame changed
    void release() { hold_ = {}; }
    bool isHeld() const { return hold_.kind != Hold::Kind::None; }
    Qt::CursorShape cursorAt(const QPointF& position, double reach) const; // says what a drag from there does

    // By 1 % of the picture, at least a pixel; -1, 0 or 1 for each axis. Whether the frame changed.
    bool move(int right, int down);
    bool resize(int right, int down); // by its right and its lower edge
    bool restore();                   // the whole picture

private:
    struct Hold {
        enum class Kind { None, Edges, Inside, Another };
        Kind kind = Kind::None;
        int x = 0, y = 0; // the edges: -1 left or upper, 1 right or lower
    };
    Hold holdAt(const QPointF& position, double reach) const;
    bool become(const QRect& rect);

    QRect picture_;
    QRect rect_;
    Hold hold_;
    QRect before_; // the drag
    QPointF from_;
    double slack_ = 0; // until the mouse has gone so far, it does not draw another frame: a click changes nothing
};

// Paints the frame over its picture and darkens what is outside. `place`: of the whole picture.
void paintCropFrame(QPainter& painter, const CropFrame& frame, const QRectF& place);

} // namespace belfry
