// A picture on the drawing pad, with the part of it that a frame takes. GUI thread only.
#pragma once

#include "ui/widgets/crop_frame.h"

#include <QImage>

namespace belfry {

class FramedPicture {
public:
    FramedPicture() = default;
    explicit FramedPicture(const QImage& picture, const CropFrame& frame = {});

    bool isNull() const { return whole_.isNull(); }
    QSize size() const { return whole_.size(); }
    CropFrame& frame() { return frame_; }
    const CropFrame& frame() const { return frame_; } // null for a picture that is taken whole
    // What is inside the frame. A large part of a large picture comes in fewer pixels, so that a drag of the frame
    // stays fluent: at least kEnough on its longer side.
    QImage part() const;

    // In a square of a widget: with its frame, or the part alone.
    void paint(QPainter& painter, const QRectF& square, bool framed) const;
    QPointF pixelAt(const QPointF& position, const QRectF& square) const;
    double pixelsIn(double distance, const QRectF& square) const; // of the picture

    static constexpr int kEnough = 512; // networks take pictures of half of that

private:
    QRectF placeIn(const QRectF& square, const QSize& size) const;
    QRectF inSmall() const; // the frame

    QImage whole_;
    QImage small_; // the whole in at most kShown pixels a side
    CropFrame frame_;
};

} // namespace belfry
