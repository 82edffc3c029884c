// The cameras of this computer, behind one interface: tests bring cameras of their own, and Qt Multimedia, which is
// optional, stays in one file. GUI thread only.
#pragma once

#include <QByteArray>
#include <QImage>
#include <QObject>
#include <QString>
#include <memory>
#include <vector>

namespace belfry {

struct CameraEntry {
    QByteArray id;
    QString name; // as the system calls it
};

class CameraSource : public QObject {
    Q_OBJECT
public:
    virtual std::vector<CameraEntry> cameras() const = 0; // the system's own choice first
    // Its pictures come until another one is opened, or this object is destroyed. What goes wrong is told by failed(),
    // perhaps before this returns.
    virtual void open(const QByteArray& id) = 0;

Q_SIGNALS:
    void camerasChanged(); // one was connected or taken away
    void pictureCame(const QImage& picture);
    void failed(const QString& reason); // in the system's words; "": it gave none
};

bool hasCameraSupport();                       // whether Belfry was built with Qt Multimedia
std::unique_ptr<CameraSource> systemCameras(); // null without it

} // namespace belfry
