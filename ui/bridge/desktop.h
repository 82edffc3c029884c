// Requests of a run to the desktop: to stay awake meanwhile, and to notify of its end. Over D-Bus; without a desktop
// service, nothing happens. GUI thread only.
#pragma once

#include <QDBusUnixFileDescriptor>
#include <QObject>
#include <QString>

namespace belfry {

// The machine goes neither to sleep nor idle while this is on (logind's inhibitor lock, which ends with the program).
class KeepAwake : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    void set(bool on);

private:
    bool on_ = false;
    QDBusUnixFileDescriptor lock_;
};

// A notification that stays where the desktop keeps them. Text without markup.
void notifyDesktop(const QString& title, const QString& text);

} // namespace belfry
