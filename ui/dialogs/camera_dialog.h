// Takes a picture with a camera, for the drawing pad. The camera is open as long as the dialog is. GUI thread only.
#pragma once

#include "ui/dialogs/camera_source.h"

#include <QDialog>

class QPushButton;

namespace belfry {

class CameraView;
class ComboBox;
class Theme;

class CameraDialog : public QDialog {
    Q_OBJECT
public:
    // `theme` must outlive the dialog.
    CameraDialog(const Theme& theme, std::unique_ptr<CameraSource> source, QWidget* parent);
    ~CameraDialog() override;

    void done(int result) override;

Q_SIGNALS:
    void taken(const QImage& picture);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void layOut(const Theme& theme);
    void listCameras();
    void openCamera(const QByteArray& id, const QString& name);
    void say(const QString& sentence); // instead of a picture: why there is none
    void showPicture(const QImage& picture);
    void showFailure(const QString& reason);
    void take();

    std::unique_ptr<CameraSource> source_;
    CameraView* view_;
    QWidget* choice_; // hidden where there is none
    ComboBox* cameras_;
    QPushButton* take_;
    QImage newest_;     // null until the camera has given a picture
    QByteArray opened_; // the camera; "" where none is, or it has failed
};

} // namespace belfry
