// The window that fetches LibTorch, with scripts that stand in for packaging/libraries.sh.
#include "app/fetch/fetch_window.h"

#include <QFile>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using belfry::FetchWindow;

class FetchWindowTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    QString script(const QByteArray& text) {
        QFile file(folder_.filePath(QStringLiteral("script")));
        [[maybe_unused]] const bool open = file.open(QIODevice::WriteOnly | QIODevice::Truncate);
        file.write("#!/bin/bash\ncd \"" + folder_.path().toLocal8Bit() + "\"\n" + text);
        file.close();
        file.setPermissions(file.permissions() | QFile::ExeOwner);
        return file.fileName();
    }
    static QString state(const FetchWindow& window) {
        return window.findChild<QLabel*>(QStringLiteral("state"))->text();
    }
    static QPushButton* button(const FetchWindow& window, const char* name) {
        return window.findChild<QPushButton*>(QLatin1String(name));
    }

private Q_SLOTS:
    void showsProgressAndEnds() {
        // It goes on when the test has seen the bar.
        FetchWindow window(script("[ \"$1\" = --progress ] || exit 9\necho progress 600 2540 torch\nuntil [ -e seen ]; "
                                  "do sleep 0.02; done\n"));
        QSignalSpy done(&window, &FetchWindow::done);
        window.show();
        window.start();
        auto* const bar = window.findChild<QProgressBar*>();
        QTRY_COMPARE(bar->value(), 600);
        QCOMPARE(bar->maximum(), 2540);
        QVERIFY(state(window).contains(QStringLiteral("torch")));
        QVERIFY(!button(window, "again")->isVisible());
        QVERIFY(QFile(folder_.filePath(QStringLiteral("seen"))).open(QIODevice::WriteOnly));
        QTRY_COMPARE(done.size(), 1);
        QCOMPARE(done[0][0].toBool(), true);
    }

    void saysWhyItFailedAndGoesOn() {
        FetchWindow window(script("if [ -e once ]; then exit 0; fi\ntouch once\necho progress 1 2 x\necho 'check the "
                                  "network' >&2\nexit 1\n"));
        QSignalSpy done(&window, &FetchWindow::done);
        window.show();
        window.start();
        QTRY_VERIFY(button(window, "again")->isVisible());
        QCOMPARE(state(window), QStringLiteral("check the network"));
        QCOMPARE(done.size(), 0);
        QCOMPARE(window.focusWidget(), button(window, "again")); // Space pressed Cancel
        button(window, "again")->click();
        QTRY_COMPARE(done.size(), 1);
        QCOMPARE(done[0][0].toBool(), true);
    }

    // pip, which the script starts, went on alone.
    void cancelEndsTheScriptAndWhatItStarted() {
        FetchWindow window(script("sleep 300 &\necho $! > inner\necho progress 1 2 x\nwait\n"));
        QSignalSpy done(&window, &FetchWindow::done);
        window.show();
        window.start();
        QTRY_COMPARE(window.findChild<QProgressBar*>()->value(), 1);
        button(window, "cancel")->click();
        QCOMPARE(done.size(), 1);
        QCOMPARE(done[0][0].toBool(), false);
        QFile inner(folder_.filePath(QStringLiteral("inner")));
        QVERIFY(inner.open(QIODevice::ReadOnly));
        const QString process = QStringLiteral("/proc/%1/stat").arg(QString::fromLatin1(inner.readAll()).trimmed());
        const auto gone = [&process] { // or a zombie that nobody waits for in a container
            QFile stat(process);
            return !stat.open(QIODevice::ReadOnly) || stat.readAll().contains(") Z ");
        };
        QTRY_VERIFY(gone());
    }

    void aScriptThatIsNotThereIsSaid() {
        FetchWindow window(folder_.filePath(QStringLiteral("nothing")));
        window.show();
        window.start();
        QTRY_VERIFY(button(window, "again")->isVisible());
        QVERIFY(!state(window).isEmpty());
    }
};

QTEST_MAIN(FetchWindowTest)
#include "fetch_window_test.moc"
