// For every test program of the window: no screen is needed, those of screens.json are made up; one QApplication for
// all tests.
#include "app/common/program.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <csignal>

int main(int argc, char** argv) {
    belfry::restartWithPassiveWaiting(argv); // as the program does: beside other programs a run took half a minute more
    std::signal(SIGPIPE, SIG_IGN);           // likewise
    qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" BELFRY_SOURCE_DIR "/tests/ui/screens.json");
    QApplication application(argc, argv);
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
