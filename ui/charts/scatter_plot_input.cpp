// Mouse, touch and keyboard of the points.
#include "ui/charts/scatter_plot.h"

#include <QGestureEvent>
#include <QKeyEvent>
#include <QLineF>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPinchGesture>
#include <QWheelEvent>
#include <cmath>
#include <numeric>

namespace belfry {
namespace {

constexpr double kDragFrom = 4; // pixels: less is a click
constexpr double kStep = 3;     // pixels between two corners of the lasso
constexpr double kKeyZoom = 1.5, kWheelZoom = 1.25, kWheelNotch = 120;

} // namespace

bool ScatterPlot::event(QEvent* event) {
    if (event->type() == QEvent::NativeGesture && nativeGesture(*static_cast<QNativeGestureEvent*>(event)))
        return true;
    if (event->type() == QEvent::Gesture) {
        const auto* gestures = static_cast<QGestureEvent*>(event);
        if (const auto* pinch = static_cast<QPinchGesture*>(gestures->gesture(Qt::PinchGesture))) {
            pinched(*pinch);
            return true;
        }
    }
    return KeyedWidget::event(event);
}

// Two fingers on a touch pad.
bool ScatterPlot::nativeGesture(const QNativeGestureEvent& gesture) {
    if (gesture.gestureType() != Qt::ZoomNativeGesture)
        return false;
    zoomAbout(gesture.position(), std::exp2(gesture.value()));
    return true;
}

// On a screen that is touched.
void ScatterPlot::pinched(const QPinchGesture& pinch) {
    gesture_ = Gesture::None; // the first finger pressed
    drawn_.clear();
    zoomAbout(mapFromGlobal(pinch.centerPoint()), pinch.scaleFactor());
}

void ScatterPlot::wheelEvent(QWheelEvent* event) {
    if (index_.count() == 0 || event->angleDelta().y() == 0) {
        event->ignore();
        return;
    }
    zoomAbout(event->position(), std::pow(kWheelZoom, event->angleDelta().y() / kWheelNotch));
    event->accept();
}

void ScatterPlot::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || index_.count() == 0) {
        KeyedWidget::mousePressEvent(event);
        return;
    }
    setRing(false);
    pressedAt_ = draggedTo_ = event->position();
    gesture_ = Gesture::Press;
}

void ScatterPlot::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    if (gesture_ == Gesture::None) {
        hover(pointAt(at));
        if (!lasso_)
            setCursor(hovered_ >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        return;
    }
    if (gesture_ == Gesture::Press && QLineF(pressedAt_, at).length() >= kDragFrom) {
        const bool round = lasso_ || event->modifiers().testFlag(Qt::ShiftModifier);
        gesture_ = round ? Gesture::Lasso : Gesture::Pan;
        drawn_ = {pressedAt_};
        hover(-1);
        setCursor(round ? Qt::CrossCursor : Qt::ClosedHandCursor);
    }
    if (gesture_ == Gesture::Pan) {
        view_.pan(at - draggedTo_);
        viewChanged();
    } else if (gesture_ == Gesture::Lasso && QLineF(drawn_.back(), at).length() >= kStep) {
        drawn_ << at;
        update();
    }
    draggedTo_ = at;
}

void ScatterPlot::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton)
        return;
    const bool add = event->modifiers().testFlag(Qt::ControlModifier);
    const Gesture gesture = std::exchange(gesture_, Gesture::None);
    if (gesture == Gesture::Press)
        clickAt(event->position(), add);
    else if (gesture == Gesture::Lasso)
        finishLasso(add);
    setCursor(lasso_ ? Qt::CrossCursor : Qt::ArrowCursor);
}

void ScatterPlot::finishLasso(bool add) {
    std::vector<ScatterPoint> corners;
    for (const QPointF& corner : drawn_)
        corners.push_back(view_.toPlane(corner));
    drawn_.clear();
    current_ = -1;
    changeSelection(index_.inside(corners, choosable()), add);
    update();
}

void ScatterPlot::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        showWhole();
}

void ScatterPlot::leaveEvent(QEvent* event) {
    hover(-1);
    KeyedWidget::leaveEvent(event);
}

bool ScatterPlot::zoomByKey(int key) {
    if (key == Qt::Key_Plus || key == Qt::Key_Equal)
        zoomBy(kKeyZoom);
    else if (key == Qt::Key_Minus)
        zoomBy(1 / kKeyZoom);
    else if (key == Qt::Key_0)
        showWhole();
    else
        return false;
    return true;
}

// First the lasso that is being drawn, then the selection.
void ScatterPlot::escape(QKeyEvent* event) {
    if (gesture_ == Gesture::Lasso) {
        gesture_ = Gesture::None;
        drawn_.clear();
        update();
    } else if (!selection_.empty()) {
        changeSelection({}, false);
    } else if (lasso_) {
        setLasso(false);
    } else {
        KeyedWidget::keyPressEvent(event);
    }
}

void ScatterPlot::keyPressEvent(QKeyEvent* event) {
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
    const bool command = event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
    const int key = event->key();
    if (index_.count() == 0 || (command && key != Qt::Key_A))
        return KeyedWidget::keyPressEvent(event);
    setRing(true);
    if (key == Qt::Key_Left || key == Qt::Key_Right)
        goTo(key == Qt::Key_Right ? 1 : -1, 0, shift);
    else if (key == Qt::Key_Up || key == Qt::Key_Down)
        goTo(0, key == Qt::Key_Up ? 1 : -1, shift);
    else if ((key == Qt::Key_Return || key == Qt::Key_Enter) && !selection_.empty())
        Q_EMIT opened(current_ >= 0 ? current_ : selection_.front());
    else if (event->matches(QKeySequence::SelectAll))
        changeSelection(index_.within(ScatterBox{-1e9, -1e9, 1e9, 1e9}, choosable()), false);
    else if (key == Qt::Key_Escape)
        escape(event);
    else if (key == Qt::Key_L)
        setLasso(!lasso_);
    else if (!zoomByKey(key))
        KeyedWidget::keyPressEvent(event);
    update();
}

} // namespace belfry
