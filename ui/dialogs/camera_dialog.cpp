#include "ui/dialogs/camera_dialog.h"

#include "ui/foundation/screen_fit.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/themed_widget.h"

#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <algorithm>

namespace belfry {

// What the camera sees, or a sentence.
class CameraView : public KeyedWidget {
public:
    CameraView(const Theme& theme, QWidget* parent) : KeyedWidget(theme, QStringLiteral("cameraView"), parent) {
        setAccessibleName(QStringLiteral("Picture of the camera"));
    }

    void show(const QImage& picture, const QString& sentence) {
        picture_ = picture;
        sentence_ = sentence;
        setAccessibleDescription(sentence);
        update();
    }
    QSize sizeHint() const override { return {640, 480}; }
    QSize minimumSizeHint() const override { return {240, 180}; }

protected:
    void paintEvent(QPaintEvent*) override {
        constexpr int kMargin = 24; // pixels around a sentence
        QPainter painter(this);
        painter.fillRect(rect(), colours().card);
        if (picture_.isNull()) {
            paintSentence(painter, rect().adjusted(kMargin, kMargin, -kMargin, -kMargin), sentence_);
        } else {
            QRect place(QPoint(), picture_.size().scaled(size(), Qt::KeepAspectRatio));
            place.moveCenter(rect().center());
            painter.setRenderHint(QPainter::SmoothPixmapTransform);
            painter.drawImage(place, picture_);
        }
        painter.setPen(showsRing() ? QPen(colours().accent, 2) : QPen(colours().border, 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }

private:
    QImage picture_;
    QString sentence_;
};

CameraDialog::CameraDialog(const Theme& theme, std::unique_ptr<CameraSource> source, QWidget* parent)
    : QDialog(parent), source_(std::move(source)) {
    setObjectName(QStringLiteral("cameraDialog"));
    setWindowTitle(tr("Camera"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    layOut(theme);
    connect(cameras_, &QComboBox::activated, this,
            [this] { openCamera(cameras_->currentData().toByteArray(), cameras_->currentText()); });
    connect(source_.get(), &CameraSource::camerasChanged, this, &CameraDialog::listCameras);
    connect(source_.get(), &CameraSource::pictureCame, this, &CameraDialog::showPicture);
    connect(source_.get(), &CameraSource::failed, this, &CameraDialog::showFailure);
    listCameras();
    view_->setFocus(); // Space and Enter then take the picture
}

CameraDialog::~CameraDialog() = default;

void CameraDialog::layOut(const Theme& theme) {
    const Parts parts(this);
    view_ = new CameraView(theme, this);
    cameras_ = parts.field(new ComboBox(this), QT_TR_NOOP("Camera"), "cameraField",
                           QT_TR_NOOP("The camera that takes the picture"));
    choice_ = new QWidget(this);
    fillWith(choice_, rowOf(8, {parts.caption(QT_TR_NOOP("Camera"), cameras_), {cameras_, 1}}));
    auto* cancel = parts.button("", QT_TR_NOOP("Cancel"), QT_TR_NOOP("Closes the camera and leaves the pad as it is"));
    take_ =
        parts.button("primary", QT_TR_NOOP("Take picture"), QT_TR_NOOP("Puts the picture on the pad (Space or Enter)"));
    take_->setDefault(true);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(take_, &QPushButton::clicked, this, &CameraDialog::take);
    fillWith(this, columnOf(12, {choice_, {view_, 1}, rowOf(8, {Placed::stretch(), cancel, take_})}), kPageMargins);
    resizeWithinScreen(this, {680, 600});
}

void CameraDialog::listCameras() {
    const std::vector<CameraEntry> found = source_->cameras();
    const QByteArray wanted = opened_.isEmpty() ? cameras_->currentData().toByteArray() : opened_;
    const QSignalBlocker quiet(cameras_);
    cameras_->clear();
    for (const CameraEntry& camera : found)
        cameras_->addItem(camera.name, camera.id);
    choice_->setVisible(found.size() > 1);
    if (found.empty()) {
        opened_.clear();
        return say(tr("No camera was found. Connect one, or drop a picture on the pad."));
    }
    cameras_->setCurrentIndex(std::max(cameras_->findData(wanted), 0));
    if (cameras_->currentData().toByteArray() != opened_)
        openCamera(cameras_->currentData().toByteArray(), cameras_->currentText());
}

void CameraDialog::openCamera(const QByteArray& id, const QString& name) {
    opened_ = id;
    say(tr("Waiting for the first picture of %1…").arg(name));
    source_->open(id);
}

void CameraDialog::say(const QString& sentence) {
    newest_ = {};
    setAllowed(take_, sentence);
    view_->show({}, sentence);
}

void CameraDialog::showPicture(const QImage& picture) {
    if (opened_.isEmpty())
        return; // on its way when the camera failed
    if (newest_.isNull())
        setAllowed(take_, {});
    newest_ = picture;
    view_->show(picture, {});
}

void CameraDialog::showFailure(const QString& reason) {
    opened_.clear();
    say(tr("%1 gives no picture (%2). End other programs that use it and open this dialog again, or choose another "
           "camera.")
            .arg(cameras_->currentText(), reason.isEmpty() ? tr("it gave no reason") : reason));
}

void CameraDialog::take() {
    Q_EMIT taken(newest_);
    accept();
}

void CameraDialog::done(int result) {
    source_.reset(); // the camera's light goes out at once
    QDialog::done(result);
}

void CameraDialog::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space)
        take_->click(); // does nothing while it is disabled
    else
        QDialog::keyPressEvent(event);
}

} // namespace belfry
