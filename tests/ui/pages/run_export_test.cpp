// A run's network is written for other programs from the Runs page, and what stands in the way is said.
#include "core/base/files.h"
#include "core/interop/package.h"
#include "core/runs/weights_file.h"
#include "tests/ui/pages/runs_page_fixture.h"

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
    void exportTo(const QString& name) {
        click("exportRunButton");
        auto* dialog = window().findChild<QFileDialog*>("exportDialog");
        ASSERT_NE(dialog, nullptr);
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
