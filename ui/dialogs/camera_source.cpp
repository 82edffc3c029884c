#include "ui/dialogs/camera_source.h"

#ifdef BELFRY_HAS_CAMERA
#include <QCamera>
#include <QCameraDevice>
#include <QMediaCaptureSession>
#include <QMediaDevices>
#include <QVideoFrame>
#include <QVideoSink>
#endif

namespace belfry {

#ifdef BELFRY_HAS_CAMERA
namespace {

// Made for one camera: without any, Qt's back end would complain that parts of it are missing.
struct CameraStream {
    explicit CameraStream(const QCameraDevice& device) : camera(device) {
        session.setVideoSink(&sink);
        session.setCamera(&camera);
    }

    QVideoSink sink;
    QCamera camera;
    QMediaCaptureSession session;
};

class SystemCameras : public CameraSource {
public:
    SystemCameras() { connect(&devices_, &QMediaDevices::videoInputsChanged, this, &CameraSource::camerasChanged); }
    ~SystemCameras() override { close(); }

    std::vector<CameraEntry> cameras() const override {
        std::vector<CameraEntry> entries;
        for (const QCameraDevice& device : QMediaDevices::videoInputs())
            entries.insert(device.isDefault() ? entries.begin() : entries.end(), {device.id(), device.description()});
        return entries;
    }

    void open(const QByteArray& id) override {
        close();
        for (const QCameraDevice& device : QMediaDevices::videoInputs())
            if (device.id() == id)
                return start(device);
        Q_EMIT failed({}); // taken away since it was listed
    }

private:
    void start(const QCameraDevice& device) {
        stream_ = std::make_unique<CameraStream>(device);
        connect(
            &stream_->sink, &QVideoSink::videoFrameChanged, this,
            [this](const QVideoFrame& frame) {
                const QImage picture = frame.toImage();
                if (!picture.isNull())
                    Q_EMIT pictureCame(picture);
            });
        connect(&stream_->camera, &QCamera::errorOccurred, this, [this](QCamera::Error error, const QString& reason) {
            if (error != QCamera::NoError)
                Q_EMIT failed(reason);
        });
        stream_->camera.start();
    }
    void close() {
        if (stream_ == nullptr)
            return;
        stream_->camera.disconnect(this); // an error of the end is nobody's concern
        stream_->sink.disconnect(this);
        stream_->camera.stop();
        stream_.reset();
    }

    QMediaDevices devices_;
    std::unique_ptr<CameraStream> stream_;
};

} // namespace

bool hasCameraSupport() { return true; }
std::unique_ptr<CameraSource> systemCameras() { return std::make_unique<SystemCameras>(); }
#else
bool hasCameraSupport() { return false; }
std::unique_ptr<CameraSource> systemCameras() { return nullptr; }
#endif

} // namespace belfry
