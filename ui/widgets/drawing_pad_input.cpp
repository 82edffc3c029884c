// What reaches the drawing pad: mouse, pen, finger, keys, dropped and pasted pictures.
#include "ui/widgets/drawing_pad.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QImageReader>
#include <QMenu>
#include <QMimeData>
#include <QUrl>

namespace belfry {

bool DrawingPad::event(QEvent* event) {
    switch (event->type()) {
    case QEvent::TouchBegin:
    case QEvent::TouchUpdate:
    case QEvent::TouchEnd:
    case QEvent::TouchCancel:
        return touch(event);
    default:
        return ThemedWidget::event(event);
    }
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
        ThemedWidget::keyPressEvent(event);
}

void DrawingPad::focusInEvent(QFocusEvent* event) {
    const Qt::FocusReason reason = event->reason();
    ring_ = reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
    update();
    ThemedWidget::focusInEvent(event);
}

void DrawingPad::focusOutEvent(QFocusEvent* event) {
    ring_ = false;
    penUp();
    update();
    ThemedWidget::focusOutEvent(event);
}

void DrawingPad::resizeEvent(QResizeEvent*) {
    refreshInk();
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

void DrawingPad::paste() {
    takePicture(QApplication::clipboard()->mimeData());
}

void DrawingPad::openPicture() {
    const QString path = QFileDialog::getOpenFileName(this, tr("Open picture"), {},
                                                      tr("Pictures (*.png *.jpg *.jpeg *.bmp *.gif *.svg)"));
    if (!path.isEmpty())
        takeFile(path);
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
