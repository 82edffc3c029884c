// A run's network is written for other programs from the Runs page, and what stands in the way is said.
#include "core/base/files.h"
#include "core/interop/package.h"
#include "core/runs/weights_file.h"
#include "tests/ui/pages/runs_page_fixture.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QUrl>
#include <fstream>

namespace belfry {
namespace {

class RunExportTest : public RunsPageTest {
protected:
    void openTrained() {
        const fs::path run = ended("good one", 1'700'000'000);
        saveSnapshot(RunFiles(run).best, *loadSnapshot(readyNetworkFile()));
        openRuns(1);
        clickRow(0);
        ASSERT_TRUE(eventually([&] { return find("exportRunButton")->isEnabled(); }));
    }
    void exportTo(const QString& name, bool int8 = false) {
        const auto shown = [&] { return window().findChild<QFileDialog*>("exportDialog"); };
        ASSERT_TRUE(eventually([&] { return shown() == nullptr; })) << "the one before";
        click("exportRunButton");
        QFileDialog* dialog = shown();
        ASSERT_NE(dialog, nullptr);
        auto* precision = dialog->findChild<QComboBox*>("fileTypeCombo");
        ASSERT_EQ(precision->currentText(), "fp32");
        if (int8) {
            QTest::keyClick(precision, Qt::Key_Down);
            EXPECT_TRUE(precision->currentText().startsWith("fp32 and int8"));
        }
        EXPECT_TRUE(dialog->selectedFiles().constFirst().endsWith("good one"));
        dialog->setDirectory(folder_.path());
        dialog->selectFile(name);
        static_cast<QDialog*>(dialog)->accept();
    }
};

TEST_F(RunExportTest, WritesAPackageThatVerifies) {
    openTrained();
    QUrl opened;
    window().runsPage()->setOpener([&](const QUrl& folder) {
        opened = folder;
        return true;
    });
    exportTo("package");
    ASSERT_TRUE(eventually([&] { return banner()->text().startsWith("The network was saved to"); }));
    EXPECT_TRUE(verifyPackage(path("package").toStdString()).agrees());
    EXPECT_TRUE(find("exportRunButton")->isEnabled());
    click("runsBannerAction");
    EXPECT_EQ(opened.toLocalFile(), path("package"));
}

TEST_F(RunExportTest, WritesInt8TooAndSaysWhatItCosts) {
    openTrained();
    exportTo("small", true);
    EXPECT_TRUE(banner()->text().startsWith("Exporting “good one” as fp32 and int8: 0 %"))
        << qPrintable(text("runsBannerText"));
    EXPECT_FALSE(find("exportRunButton")->isEnabled());
    ASSERT_TRUE(eventually([&] {
        return banner()->text().startsWith("Exporting") && !banner()->text().endsWith(" 0 %");
    })) << "it says how far it is";
    ASSERT_TRUE(eventually([&] { return banner()->text().startsWith("The network was saved to"); }));
    EXPECT_TRUE(find("exportRunButton")->isEnabled());
    const Replay replay = verifyPackage(path("small").toStdString());
    EXPECT_TRUE(replay.agrees() && replay.int8);
    EXPECT_TRUE(banner()->text().contains("Of 10,000 test pictures int8 has 99.2"))
        << qPrintable(text("runsBannerText"));
    EXPECT_TRUE(banner()->text().endsWith("fp32 99.23 %. int8 has 28 % of the size."))
        << qPrintable(text("runsBannerText"));
    speak("es");
    EXPECT_TRUE(banner()->text().contains("99,23")) << qPrintable(text("runsBannerText"));
}

TEST_F(RunExportTest, IsCancelled) {
    openTrained();
    exportTo("cancelled", true);
    click("runsBannerAction");
    EXPECT_TRUE(find("exportRunButton")->isEnabled());
    exportTo("next"); // begins when the work that was cancelled has ended
    ASSERT_TRUE(eventually([&] { return banner()->text().startsWith("The network was saved to"); }));
    EXPECT_EQ(QDir(folder_.path()).entryList({"cancelled*"}, QDir::AllEntries), QStringList());
    EXPECT_FALSE(fs::exists(path("next").toStdString() + "/model-int8.onnx"));
}

// A second export from the Train page would have cancelled the first one.
TEST_F(RunExportTest, OneAtATime) {
    openTrained();
    exportTo("first", true);
    click("runsBannerDismiss");
    window().runsPage()->exportOf({}, "second");
    EXPECT_TRUE(banner()->isVisible());
    EXPECT_TRUE(banner()->text().startsWith("Exporting “good one”")) << qPrintable(text("runsBannerText"));
    click("runsBannerAction");
}

TEST_F(RunExportTest, NeverOverwrites) {
    openTrained();
    std::ofstream(path("taken").toStdString()) << "a file";
    exportTo("taken");
    ASSERT_TRUE(eventually([&] { return banner()->text().contains("already exists"); }));
    speak("es");
    EXPECT_TRUE(banner()->text().contains("ya existe")) << banner()->text().toStdString();
}

} // namespace
} // namespace belfry
