// For every test program of the window: no screen is needed, those of screens.json are made up; one QApplication for
// all tests.
#include <gtest/gtest.h>

#include <QApplication>

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen:configfile=" BELFRY_SOURCE_DIR "/tests/ui/screens.json");
    QApplication application(argc, argv);
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
