#include "ui/bridge/desktop.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QVariantMap>

namespace belfry {

void KeepAwake::set(bool on) {
    if (on == on_)
        return;
    on_ = on;
    lock_ = {}; // closed: the lock is released
    const QDBusConnection bus = QDBusConnection::systemBus();
    if (!on || !bus.isConnected())
        return;
    QDBusMessage ask = QDBusMessage::createMethodCall(
        QStringLiteral("org.freedesktop.login1"), QStringLiteral("/org/freedesktop/login1"),
        QStringLiteral("org.freedesktop.login1.Manager"), QStringLiteral("Inhibit"));
    ask << QStringLiteral("sleep:idle") << QStringLiteral("Belfry") << QStringLiteral("A network is being trained")
        << QStringLiteral("block");
    auto* answer = new QDBusPendingCallWatcher(bus.asyncCall(ask), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
        const QDBusPendingReply<QDBusUnixFileDescriptor> lock = *answer;
        if (on_ && lock.isValid()) // else there is none to be had, or the run has ended meanwhile
            lock_ = lock.value();
        answer->deleteLater();
    });
}

void notifyDesktop(const QString& title, const QString& text) {
    const QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    QDBusMessage ask = QDBusMessage::createMethodCall(
        QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("/org/freedesktop/Notifications"),
        QStringLiteral("org.freedesktop.Notifications"), QStringLiteral("Notify"));
    constexpr int kDefaultTimeout = -1;
    ask << QStringLiteral("Belfry") << 0U << QStringLiteral("belfry") << title << text.toHtmlEscaped() << QStringList()
        << QVariantMap() << kDefaultTimeout;
    bus.asyncCall(ask);
}

} // namespace belfry
