#include "ui/foundation/attempt.h"
#include "ui/widgets/drawing_pad.h"
#include "ui/widgets/pictures.h"
#include "ui/widgets/save_file.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDropEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QUrl>

namespace belfry {

void DrawingPad::showPicture(const QImage& picture) {
    put(FramedPicture(picture, CropFrame(picture.size())));
    Q_EMIT pictureDropped(picture);
}

void DrawingPad::display(const QImage& picture) { put(FramedPicture(picture)); }

void DrawingPad::put(const FramedPicture& picture) {
    setDrawing({});
    picture_ = picture;
    changed();
}

double DrawingPad::reach() const {
    constexpr double kReach = 10; // pixels of the screen
    return picture_.pixelsIn(kReach, canvas());
}

void DrawingPad::restoreCrop() { reportCrop(picture_.frame().restore()); }

// While the frame is dragged, the network answers for every place that it comes to.
void DrawingPad::reportCrop(bool changed) {
    if (!changed)
        return;
    showChange();
    Q_EMIT pictureDropped(picture_.part());
}

bool DrawingPad::cropByKey(const QKeyEvent& event) {
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    if (!hasFrame() || (modifiers != Qt::NoModifier && modifiers != Qt::ShiftModifier))
        return false;
    const int key = event.key();
    const int right = (key == Qt::Key_Right ? 1 : 0) - (key == Qt::Key_Left ? 1 : 0);
    const int down = (key == Qt::Key_Down ? 1 : 0) - (key == Qt::Key_Up ? 1 : 0);
    CropFrame& frame = picture_.frame();
    if (right != 0 || down != 0)
        reportCrop(modifiers == Qt::NoModifier ? frame.move(right, down) : frame.resize(right, down));
    else if (key == Qt::Key_Home)
        restoreCrop();
    else
        return false;
    return true;
}

void DrawingPad::showCursorAt(const QPointF& position) {
    setCursor(hasFrame() ? picture_.frame().cursorAt(picture_.pixelAt(position, canvas()), reach()) : Qt::CrossCursor);
}

void DrawingPad::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(tr("Undo"), this, &DrawingPad::undo)->setEnabled(canUndo());
    menu.addAction(tr("Clear"), this, &DrawingPad::clear)->setEnabled(!isEmpty());
    if (hasFrame())
        menu.addAction(tr("Whole picture"), this, &DrawingPad::restoreCrop)->setEnabled(!picture_.frame().isWhole());
    menu.addSeparator();
    menu.addAction(tr("Paste picture"), this, &DrawingPad::paste)
        ->setEnabled(QApplication::clipboard()->mimeData()->hasImage());
    menu.addAction(tr("Open picture…"), this, &DrawingPad::openPicture);
    if (camera_)
        menu.addAction(tr("Camera…"), this, &DrawingPad::cameraWanted);
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
         .filters = tr("Pictures (*.png *.jpg *.jpeg *.webp *.tif *.tiff *.heic *.heif *.avif *.bmp *.gif *.svg)")},
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
    return attempt([&] { showPicture(pictureOfFile(path.toStdString())); },
                   [this](const Text& sentence) { Q_EMIT pictureRefused(sentence); });
}

} // namespace belfry
