// Which part of a plane a widget shows: all of its points with a margin, or nearer. One unit is as many pixels
// upwards as to the right. GUI thread only.
#pragma once

#include "ui/charts/scatter_index.h"

#include <QPointF>
#include <QSizeF>

namespace belfry {

class PlaneView {
public:
    static constexpr double kMostZoom = 400;

    void setSize(const QSizeF& size) { size_ = size; } // pixels, of the widget
    // Where the points are: at first the square from -1 to 1.
    void setBounds(const ScatterBox& bounds);
    QPointF toPixel(const ScatterPoint& point) const;
    ScatterPoint toPlane(const QPointF& pixel) const;
    double scale() const;                      // pixels of one unit
    ScatterBox shown(double margin = 0) const; // pixels around it

    double zoom() const { return zoom_; } // 1: all of it
    bool isWhole() const { return zoom_ <= 1 && centre_ == middle(); }
    void reset();
    // What is at the pixel stays there.
    void zoomAbout(const QPointF& pixel, double factor);
    void pan(const QPointF& by);            // pixels: the way the points go
    void reveal(const ScatterPoint& point); // as little as is needed

private:
    void keepInside();
    ScatterPoint middle() const; // of the bounds

    QSizeF size_{1, 1};
    ScatterBox bounds_{-1, -1, 1, 1};
    ScatterPoint centre_;
    double zoom_ = 1;
};

} // namespace belfry
