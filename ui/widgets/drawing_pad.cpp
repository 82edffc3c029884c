#include "ui/widgets/drawing_pad.h"

#include "ui/widgets/save_file.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QImageReader>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QPainterPath>
#include <QPen>
#include <QUrl>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr float kStep = 1.0F;              // pad units: nearer points add nothing that can be seen
constexpr std::size_t kMaxPoints = 20'000; // then the pen is out of ink: memory and time stay bounded
constexpr QRectF kGuide{40, 40, 200, 200}; // the 20x20 box of the 28x28 picture

QPointF point(const StrokePoint& p) { return {p.x, p.y}; }

} // namespace

DrawingPad::DrawingPad(const Theme& theme, QWidget* parent) : KeyedWidget(theme, QStringLiteral("drawingPad"), parent) {
    setAccessibleName(QStringLiteral("Drawing pad"));
    setAttribute(Qt::WA_AcceptTouchEvents);
    setAcceptDrops(true);
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

void DrawingPad::showPicture(const QImage& picture) {
    display(picture);
    Q_EMIT pictureDropped(picture);
}

void DrawingPad::display(const QImage& picture) {
    setDrawing({});
    picture_ = picture;
    changed();
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
    setAccessibleDescription(isEmpty() ? tr("empty") : tr("strokes: %1").arg(drawing_.size()));
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
}

void DrawingPad::penDown(const QPointF& position) {
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

void DrawingPad::drawInk(QPainter& painter, std::size_t firstStroke, std::size_t firstPoint) const {
    const double scale = canvas().width() / kSide;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(scale, scale);
    painter.setPen(QPen(colours().text, kPenWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    for (std::size_t s = firstStroke; s < drawing_.size(); ++s) {
        const Stroke& stroke = drawing_[s];
        for (std::size_t i = firstPoint; i < stroke.size(); ++i)
            i == 0 ? painter.drawPoint(point(stroke[0])) : painter.drawLine(point(stroke[i - 1]), point(stroke[i]));
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
    painter.setPen(QPen(colours().border, 1, Qt::DashLine));
    painter.drawRect(QRectF(square.topLeft() + kGuide.topLeft() * scale, kGuide.size() * scale));
    painter.save();
    painter.setClipPath(round);
    if (!picture_.isNull()) {
        const QSizeF size = QSizeF(picture_.size()).scaled(square.size() * 0.8, Qt::KeepAspectRatio);
        QRectF place(QPointF(), size);
        place.moveCenter(square.center());
        painter.setRenderHint(QPainter::SmoothPixmapTransform, picture_.width() > 64);
        painter.drawImage(place, picture_);
    } else if (drawing_.empty()) {
        paintHint(painter, square);
    } else {
        painter.drawImage(square.topLeft(), ink_);
    }
    painter.restore();
    painter.setPen(showsRing() ? QPen(colours().accent, 2) : QPen(colours().border, 1));
    painter.drawPath(round);
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
    else
        KeyedWidget::keyPressEvent(event);
}

void DrawingPad::focusOutEvent(QFocusEvent* event) {
    penUp();
    KeyedWidget::focusOutEvent(event);
}

void DrawingPad::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(tr("Undo"), this, &DrawingPad::undo)->setEnabled(canUndo());
    menu.addAction(tr("Clear"), this, &DrawingPad::clear)->setEnabled(!isEmpty());
    menu.addSeparator();
    menu.addAction(tr("Paste picture"), this, &DrawingPad::paste)
        ->setEnabled(QApplication::clipboard()->mimeData()->hasImage());
    menu.addAction(tr("Open picture…"), this, &DrawingPad::openPicture);
    menu.exec(event->globalPos());
}

void DrawingPad::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasImage() || event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void DrawingPad::dropEvent(QDropEvent* event) {
    if (takePicture(event->mimeData()))
        event->acceptProposedAction();
}

void DrawingPad::paste() { takePicture(QApplication::clipboard()->mimeData()); }

void DrawingPad::openPicture() {
    askOpenFile(
        this,
        {.kind = QStringLiteral("picture"),
         .title = tr("Open picture"),
         .filters = tr("Pictures (*.png *.jpg *.jpeg *.bmp *.gif *.svg)")},
        [this](const QString& file) { takeFile(file); });
}

bool DrawingPad::takePicture(const QMimeData* mime) {
    if (mime != nullptr && mime->hasImage()) {
        const auto picture = qvariant_cast<QImage>(mime->imageData());
        if (!picture.isNull()) {
            showPicture(picture);
            return true;
        }
    }
    const QList<QUrl> urls = mime != nullptr ? mime->urls() : QList<QUrl>();
    if (!urls.isEmpty() && urls.first().isLocalFile())
        return takeFile(urls.first().toLocalFile());
    Q_EMIT pictureRefused(
        [] { return tr("No picture was found in what was dropped or pasted; copy a picture or an image file."); });
    return false;
}

bool DrawingPad::takeFile(const QString& path) {
    QImageReader reader(path); // refuses what would need more than 256 MB
    reader.setAutoTransform(true);
    const QImage picture = reader.read();
    if (picture.isNull()) {
        Q_EMIT pictureRefused([name = QFileInfo(path).fileName(), reason = reader.errorString()] {
            return tr("%1 is not a picture that can be read (%2); try a PNG or JPEG file.").arg(name, reason);
        });
        return false;
    }
    showPicture(picture);
    return true;
}

} // namespace belfry
