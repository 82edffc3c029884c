// A pad to draw digits by mouse, pen or finger. Strokes are kept as vectors in pad units (0..280, x right, y down),
// whatever the widget's size; pictures can be dropped, pasted or opened instead. Without the pen a frame over such a
// picture chooses the part of it that counts. GUI thread only.
#pragma once

#include "core/predict/drawing.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/framed_picture.h"
#include "ui/widgets/themed_widget.h"

#include <QImage>
#include <QPointF>
#include <algorithm>

class QMimeData;

namespace belfry {

class DrawingPad : public KeyedWidget {
    Q_OBJECT
public:
    static constexpr float kSide = 280;    // pad units
    static constexpr float kPenWidth = 22; // pad units; renderDrawing's penWidth

    explicit DrawingPad(const Theme& theme, QWidget* parent = nullptr);

    const Drawing& drawing() const { return drawing_; }
    bool isEmpty() const { return drawing_.empty() && picture_.isNull(); }
    bool canUndo() const { return !drawing_.empty() || !cleared_.empty(); }
    // Replaces what is drawn (a stored drawing, a test); points outside the pad are moved to its edge.
    void setDrawing(Drawing drawing);
    // Without the pen the pad takes only pictures, and the drawing is cleared.
    void setPen(bool pen);
    bool hasPen() const { return pen_; }
    // Whether there is something to take pictures with: the pad asks for it, its owner shows it.
    void offerCamera(bool offered);
    bool offersCamera() const { return camera_; }

    // Shows a picture in the drawing's place; what is on the pad was not dropped, so nobody is told of a picture, and
    // it has no frame.
    void display(const QImage& picture);
    const CropFrame& crop() const { return picture_.frame(); } // null: no picture, or one without a frame

    // As high as it is wide, within reason: in a wide column it grows.
    QSize sizeHint() const override { return {280, std::clamp(width(), 280, kMaxSide)}; }
    QSize minimumSizeHint() const override { return {112, 112}; }

public Q_SLOTS:
    void undo(); // removes the last stroke; on an empty pad restores what clear() removed
    void clear();
    void paste();       // a picture from the clipboard
    void openPicture(); // asks for a file
    void showPicture(const QImage& picture);
    void restoreCrop(); // to the whole picture

Q_SIGNALS:
    void drawingChanged(const belfry::Drawing& drawing); // every point; empty after clear() and when a picture came
    void pictureDropped(const QImage& picture); // dropped, pasted or opened; again with every part that the frame takes
    void toolsChanged();                        // the pen, or the camera
    void cameraWanted();
    void pictureRefused(const belfry::TranslatableText& sentence); // the reason

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void tabletEvent(QTabletEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void describe() override;

private:
    static constexpr int kMaxSide = 480; // pixels; a larger one needs the arm
    QRectF canvas() const;               // the square inside the widget
    StrokePoint toPad(const QPointF& position) const;
    void penDown(const QPointF& position);
    void penMove(const QPointF& position);
    void penUp();
    bool touch(QEvent* event);
    bool hasFrame() const { return !pen_ && !picture_.frame().isNull(); }
    double reach() const; // of an edge of the frame, in the picture's pixels
    void reportCrop(bool changed);
    bool cropByKey(const QKeyEvent& event);
    void showCursorAt(const QPointF& position);
    void put(const FramedPicture& picture);
    bool takePicture(const QMimeData* mime);
    bool takeFile(const QString& path);
    void changed();
    void drawInk(QPainter& painter, std::size_t firstStroke, std::size_t firstPoint) const;
    void refreshInk();                   // repaints the ink layer
    void addInk(std::size_t firstPoint); // paints the last stroke's end onto it
    void paintHint(QPainter& painter, const QRectF& square) const;

    Drawing drawing_;
    Drawing cleared_; // removed by the last clear()
    FramedPicture picture_;
    QImage ink_; // the strokes, painted once: an event then costs one segment, however much is drawn
    std::size_t points_ = 0;
    bool pen_ = true;
    bool penIsDown_ = false;
    bool camera_ = false;
};

} // namespace belfry
