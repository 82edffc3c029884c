// Up to a hundred thousand points on a plane, as discs by their look, or as pictures where few enough are in sight.
// A drag moves the plane, the wheel, a pinch, + and - zoom, a double click or 0 shows all of it. A click selects a
// point, a drag with Shift, or with the lasso (L), those that it encloses; Ctrl adds to the selection, Esc clears it.
// The arrow keys go to the nearest point in their direction, with Shift they add it; Enter opens it. GUI thread only.
#pragma once

#include "ui/charts/plane_view.h"
#include "ui/charts/scatter_index.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/themed_widget.h"

#include <QImage>
#include <QPolygonF>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

class QNativeGestureEvent;
class QPinchGesture;

namespace belfry {

// The same on the screen and in a file: which points are of which look.
struct ScatterLooks {
    std::vector<std::uint8_t> ofPoint; // index into colours, by point
    std::vector<QColor> colours;
    std::vector<bool> dimmed{}; // by look: its points are faint, and not to be chosen; may be shorter
    std::vector<bool> raised{}; // by look: its points are above the others; may be shorter
};

class ScatterPlot : public KeyedWidget {
    Q_OBJECT
public:
    static constexpr int kMostPictures = 300; // at a time

    ScatterPlot(const Theme& theme, const char* name, const char* accessibleName, QWidget* parent = nullptr);

    // Other points, from -1 to 1. None is selected, and all of them are in sight.
    void setPoints(std::vector<ScatterPoint> points);
    // The same points elsewhere: selection and view stay. As many as before.
    void movePoints(std::vector<ScatterPoint> points);
    const std::vector<ScatterPoint>& points() const { return index_.points(); }
    // One for each point; without them all points look alike. Points that become faint are not selected any more.
    void setLooks(ScatterLooks looks);
    // What is known of a point, on one line.
    void setTips(std::function<QString(int)> tip) { tip_ = std::move(tip); }
    // A point's picture; a null one while it is not there. Its owner calls update() when one has come.
    void setPictures(std::function<QImage(int)> picture) { picture_ = std::move(picture); }
    // Something that is none of the points, in a ring at its place.
    void setGuest(const std::optional<ScatterPoint>& place, const QImage& picture = {});
    const std::optional<ScatterPoint>& guest() const { return guest_; }
    void setEmptyText(const TranslatableText& sentence); // without points

    const std::vector<int>& selection() const { return selection_; } // ascending
    void select(std::vector<int> points);
    int current() const { return current_; } // where the keyboard is; -1: nowhere
    int hovered() const { return hovered_; } // -1: none
    bool hasLasso() const { return lasso_; }
    void setLasso(bool on);
    double zoom() const { return view_.zoom(); }
    void zoomBy(double factor); // about the point at the keyboard, else about the middle
    void showWhole();
    bool showsPictures() const { return !places_.empty(); }
    QPointF pixelOf(int point) const { return view_.toPixel(points()[static_cast<std::size_t>(point)]); }
    int pointAt(const QPointF& pixel) const; // -1: none is near
    // Discs, without what the mouse and the keyboard add. Larger by `scale` than on the screen.
    QImage picture(double scale) const;
    QSize sizeHint() const override { return {480, 400}; }
    QSize minimumSizeHint() const override { return {200, 160}; }

Q_SIGNALS:
    void selectionChanged(); // by the user, or because points became faint
    void opened(int point);
    void hoverChanged(int point); // -1: none
    void lassoChanged(bool on);

protected:
    std::optional<QString> tipAt(const QPoint& position) const override;
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void describe() override;

private:
    enum class Gesture { None, Press, Pan, Lasso };
    struct Place { // of a picture
        int point = 0;
        QRectF room; // pixels
    };
    bool isDimmed(int point) const;
    bool isRaised(int point) const;
    QPointF zoomCentre() const;
    int lookOf(int point) const;
    ScatterIndex::Accept choosable() const;
    void outdated(); // everything that was painted
    void refresh();  // what is painted of the points
    void viewChanged();
    std::vector<QColor> shades() const; // of all looks: as they are, not selected, dimmed
    QImage discs(double scale, const PlaneView& view) const;
    std::vector<Place> pictureRooms() const;
    void changeSelection(std::vector<int> points, bool add);
    void hover(int point);
    void zoomAbout(const QPointF& pixel, double factor);
    void finishLasso(bool add);
    void clickAt(const QPointF& pixel, bool add);
    void goTo(double right, double up, bool add);
    int keyboardStart() const;
    bool zoomByKey(int key);
    void escape(QKeyEvent* event);
    bool nativeGesture(const QNativeGestureEvent& gesture);
    void pinched(const QPinchGesture& pinch);
    void paintPictures(QPainter& painter) const;
    void paintRings(QPainter& painter) const;
    void paintGuest(QPainter& painter) const;
    void paintLasso(QPainter& painter) const;

    ScatterIndex index_;
    PlaneView view_;
    ScatterLooks looks_;
    std::function<QString(int)> tip_;
    std::function<QImage(int)> picture_;
    std::optional<ScatterPoint> guest_;
    QImage guestPicture_;
    TranslatableText emptyText_;
    std::vector<int> selection_;
    std::vector<bool> selected_; // by point
    int current_ = -1, hovered_ = -1;
    bool lasso_ = false;
    Gesture gesture_ = Gesture::None;
    QPointF pressedAt_, draggedTo_;
    QPolygonF drawn_;           // of the lasso, pixels
    QImage discs_;              // as they were painted last; null: to be painted
    std::vector<Place> places_; // of pictures, likewise
};

} // namespace belfry
