// The histograms of one vector over a run as ridges, with axes. The mouse reads off step, value and share; with the
// keyboard Up and Down go from step to step, Left and Right from value to value, Home and End to the first and the last
// step. GUI thread only.
#pragma once

#include "ui/charts/ridge_painter.h"
#include "ui/widgets/themed_widget.h"

#include <optional>

namespace belfry {

class RidgePlot : public KeyedWidget {
    Q_OBJECT
public:
    struct Place {
        std::size_t ridge = 0, bin = 0;
        bool operator==(const Place&) const = default;
    };
    explicit RidgePlot(const Theme& theme, QWidget* parent = nullptr);

    // A place that is read off stays at its step and value, as far as they are still there.
    void setPicture(RidgePicture picture);
    const RidgePicture& picture() const { return picture_; }
    std::optional<Place> place() const { return hovered_ ? hovered_ : cursor_; } // that is read off
    QString readText() const; // "step 1,200 · −0.031 · 1.4 % of the numbers"; "" where nothing is read off
    RidgePlaces places() const;
    void paint(QPainter& painter) const;
    QSize sizeHint() const override { return {640, 380}; }
    QSize minimumSizeHint() const override { return {240, 160}; }

Q_SIGNALS:
    void placeChanged();

protected:
    void describe() override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    std::optional<Place> placeAt(const QPointF& position) const;
    std::optional<Place> movedBy(int key) const;
    std::optional<Place> found(const RidgePicture& in, const std::optional<Place>& place) const; // of picture_, there
    void paintAxes(QPainter& painter) const;
    void paintPlace(QPainter& painter) const;
    void read(const std::optional<Place>& hovered, const std::optional<Place>& cursor);

    RidgePicture picture_;
    std::optional<Place> hovered_, cursor_; // by the mouse, by the keyboard or a click
};

} // namespace belfry
