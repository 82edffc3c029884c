// The window and its dialogs open within the screen that they are on: tests/ui/screens.json has eight.
#include "tests/ui/pages/window_fixture.h"

#include <QDialog>
#include <QGuiApplication>
#include <QPointer>
#include <QScreen>
#include <QTest>

namespace belfry {
namespace {

class ScreensTest : public WindowTest {
protected:
    // As a user starts the program: nobody gives the window a size.
    void openAsStarted() {
        settings_ = std::make_unique<Settings>(path("belfry.ini"));
        window_ = std::make_unique<MainWindow>(theme_, language_, *settings_);
        window_->show();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(window_.get()));
    }
    static void expectWithin(const QScreen& screen, const QWidget& window) {
        const QRect outer = window.frameGeometry();
        EXPECT_TRUE(screen.availableGeometry().contains(outer))
            << window.objectName().toStdString() << " on " << screen.name().toStdString() << ": " << outer.x() << ' '
            << outer.y() << ' ' << outer.width() << 'x' << outer.height();
    }
    // Opens it with a click, and closes it again.
    void expectDialogWithin(const QScreen& screen, const char* opener) {
        QTest::mouseClick(find(opener), Qt::LeftButton);
        QDialog* dialog = nullptr;
        ASSERT_TRUE(eventually([&] {
            for (QDialog* one : window().findChildren<QDialog*>())
                dialog = one->isVisible() ? one : dialog;
            return dialog != nullptr;
        })) << opener;
        QCoreApplication::processEvents();
        expectWithin(screen, *dialog);
        const QPointer<QDialog> closed = dialog;
        dialog->reject();
        ASSERT_TRUE(eventually([&] { return closed == nullptr || !closed->isVisible(); })) << opener;
    }
};

// The first start on a laptop of 1366x768 put the status strip below the screen.
TEST_F(ScreensTest, TheFirstStartIsWithinTheScreen) {
    openAsStarted();
    const QScreen* screen = QGuiApplication::primaryScreen();
    ASSERT_LE(screen->size().height(), 768);
    expectWithin(*screen, window());
    EXPECT_TRUE(window().rect().contains(find("statusStrip")->geometry()));
}

// Settings of a large screen put the window over the edges of a small one.
TEST_F(ScreensTest, ARestoredWindowIsWithinItsScreen) {
    for (QScreen* screen : QGuiApplication::screens()) {
        {
            Settings settings(path("belfry.ini"));
            QWidget last;
            last.setScreen(screen);
            last.setGeometry(QRect(screen->geometry().topLeft() + QPoint(40, 40), screen->size()));
            settings.setGeometry(last.saveGeometry());
        }
        openAsStarted();
        expectWithin(*screen, window());
        shut();
    }
}

// The network editor was 1240 wide and About 640 high, whatever the screen.
TEST_F(ScreensTest, DialogsOpenWithinTheScreen) {
    openAsStarted();
    for (const QScreen* screen : QGuiApplication::screens()) {
        window().setGeometry(QRect(screen->geometry().topLeft() + QPoint(2, 2), QSize(1080, 618)));
        QCoreApplication::processEvents();
        for (const char* code : {"en", "es"}) {
            speak(code);
            for (const char* opener :
                 {"aboutButton", "networkDiagram", "editNetworkButton", "findRateButton", "findBatchButton"})
                expectDialogWithin(*screen, opener);
            openPage("Search");
            expectDialogWithin(*screen, "editSpaceButton");
            openPage("Runs");
            expectDialogWithin(*screen, "queueButton");
            openPage("Train");
        }
    }
}

} // namespace
} // namespace belfry
