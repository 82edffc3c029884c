#include "ui/widgets/drawing_pad.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>
#include <utility>

namespace belfry {
namespace {

constexpr float kStep = 1.0F;              // pad units: nearer points add nothing that can be seen
constexpr std::size_t kMaxPoints = 20'000; // then the pen is out of ink: memory and time stay bounded

} // namespace

DrawingPad::DrawingPad(const Theme& theme, QWidget* parent) : KeyedWidget(theme, QStringLiteral("drawingPad"), parent) {
    setAccessibleName(QStringLiteral("Drawing pad"));
    setAttribute(Qt::WA_AcceptTouchEvents);
    setAcceptDrops(true);
    setMouseTracking(true); // the cursor says what a drag of the frame does
    setCursor(Qt::CrossCursor);
    setMaximumHeight(kMaxSide);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred); // the first to give way in a low window
    connect(&theme, &Theme::changed, this, &DrawingPad::refreshInk);
    changed();
}

void DrawingPad::setDrawing(Drawing drawing) {
    points_ = 0;
    for (Stroke& stroke : drawing) {
        for (StrokePoint& p : stroke)
            p = {std::clamp(p.x, 0.0F, kSide), std::clamp(p.y, 0.0F, kSide)};
        points_ += stroke.size();
    }
    std::erase_if(drawing, [](const Stroke& stroke) { return stroke.empty(); });
    drawing_ = std::move(drawing);
    picture_ = {};
    penIsDown_ = false;
    refreshInk();
    changed();
}

void DrawingPad::undo() {
    if (!canUndo())
        return; // a picture stays
    if (drawing_.empty()) {
        setDrawing(std::exchange(cleared_, {}));
        return;
    }
    Drawing shorter = drawing_;
    shorter.pop_back();
    setDrawing(std::move(shorter));
}

void DrawingPad::clear() {
    if (!drawing_.empty())
        cleared_ = drawing_;
    setDrawing({});
}

void DrawingPad::resizeEvent(QResizeEvent* event) {
    if (event->size().width() != event->oldSize().width())
        updateGeometry();
    refreshInk();
}

void DrawingPad::changed() {
    showChange();
    Q_EMIT drawingChanged(drawing_);
}

void DrawingPad::describe() {
    const QSize size = picture_.size(), part = picture_.frame().rect().size();
    QString said = isEmpty() ? tr("empty") : tr("strokes: %1").arg(drawing_.size());
    if (!picture_.isNull())
        said = tr("picture of %1 × %2 pixels").arg(size.width()).arg(size.height());
    if (!picture_.frame().isNull() && !picture_.frame().isWhole())
        said = tr("crop %1 × %2 of %3 × %4").arg(part.width()).arg(part.height()).arg(size.width()).arg(size.height());
    setAccessibleDescription(said);
    setToolTip(hasFrame()
                   ? tr("Drag over the picture to ask about a part of it. Then the arrow keys move the frame, and "
                        "with Shift they resize it. A double click or Home brings the whole picture back.")
                   : QString());
    if (!hasFrame())
        setCursor(Qt::CrossCursor);
}

QRectF DrawingPad::canvas() const {
    const double side = std::min(width(), height());
    return {(width() - side) / 2, (height() - side) / 2, side, side};
}

StrokePoint DrawingPad::toPad(const QPointF& position) const {
    const QRectF square = canvas();
    const double scale = kSide / std::max(square.width(), 1.0);
    const auto unit = [scale](double v) { return static_cast<float>(std::clamp(v * scale, 0.0, double{kSide})); };
    return {unit(position.x() - square.x()), unit(position.y() - square.y())};
}

void DrawingPad::setPen(bool pen) {
    if (pen_ == pen)
        return;
    pen_ = pen;
    penUp();
    if (!pen && !drawing_.empty())
        setDrawing({});
    cleared_.clear();
    showChange();
    Q_EMIT toolsChanged();
}

void DrawingPad::offerCamera(bool offered) {
    camera_ = offered;
    Q_EMIT toolsChanged();
}

void DrawingPad::penDown(const QPointF& position) {
    if (hasFrame()) {
        picture_.frame().press(picture_.pixelAt(position, canvas()), reach());
        return;
    }
    if (!pen_ || points_ >= kMaxPoints)
        return;
    picture_ = {};
    cleared_.clear();
    drawing_.push_back({toPad(position)});
    ++points_;
    penIsDown_ = true;
    addInk(0);
    changed();
}

void DrawingPad::penMove(const QPointF& position) {
    if (hasFrame()) {
        reportCrop(picture_.frame().drag(picture_.pixelAt(position, canvas())));
        return;
    }
    if (!penIsDown_ || points_ >= kMaxPoints)
        return;
    Stroke& stroke = drawing_.back();
    const StrokePoint next = toPad(position);
    if (std::hypot(next.x - stroke.back().x, next.y - stroke.back().y) < kStep)
        return;
    stroke.push_back(next);
    ++points_;
    addInk(stroke.size() - 1);
    changed();
}

void DrawingPad::penUp() {
    penIsDown_ = false;
    picture_.frame().release();
    update(); // the frame shows its thirds while it is held
}

bool DrawingPad::event(QEvent* event) {
    const QEvent::Type type = event->type();
    const bool touches = type == QEvent::TouchBegin || type == QEvent::TouchUpdate || type == QEvent::TouchEnd;
    return touches || type == QEvent::TouchCancel ? touch(event) : KeyedWidget::event(event);
}

// One finger draws; Qt makes no mouse events of touches that were accepted.
bool DrawingPad::touch(QEvent* event) {
    auto* touches = static_cast<QTouchEvent*>(event);
    if (event->type() == QEvent::TouchCancel || event->type() == QEvent::TouchEnd || touches->points().isEmpty())
        penUp();
    else if (event->type() == QEvent::TouchBegin)
        penDown(touches->points().first().position());
    else
        penMove(touches->points().first().position());
    event->accept();
    return true;
}

void DrawingPad::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        penDown(event->position());
}

void DrawingPad::mouseMoveEvent(QMouseEvent* event) {
    if (event->buttons().testFlag(Qt::LeftButton))
        penMove(event->position());
    else if (event->buttons() == Qt::NoButton)
        showCursorAt(event->position());
}

void DrawingPad::mouseDoubleClickEvent(QMouseEvent* event) {
    if (hasFrame() && event->button() == Qt::LeftButton)
        restoreCrop();
    else
        KeyedWidget::mouseDoubleClickEvent(event); // as a press
}

void DrawingPad::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        penUp();
}

void DrawingPad::tabletEvent(QTabletEvent* event) {
    if (event->type() == QEvent::TabletPress)
        penDown(event->position());
    else if (event->type() == QEvent::TabletMove && event->pressure() > 0)
        penMove(event->position());
    else if (event->type() == QEvent::TabletRelease)
        penUp();
    event->accept();
}

void DrawingPad::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Undo))
        undo();
    else if (event->matches(QKeySequence::Paste))
        paste();
    else if (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace)
        clear();
    else if (!cropByKey(*event))
        KeyedWidget::keyPressEvent(event);
}

void DrawingPad::focusOutEvent(QFocusEvent* event) {
    penUp();
    KeyedWidget::focusOutEvent(event);
}

} // namespace belfry
