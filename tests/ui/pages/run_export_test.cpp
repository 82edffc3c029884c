// A run's network is written for other programs from the Runs page, and what stands in the way is said.
#include "core/base/files.h"
#include "core/interop/package.h"
#include "core/runs/weights_file.h"
#include "core/train/prepare.h"
#include "tests/ui/pages/runs_page_fixture.h"

#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QImage>
#include <QRegularExpression>
#include <QUrl>
#include <fstream>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

namespace belfry {
namespace {

class RunExportTest : public RunsPageTest {
protected:
    // On all of MNIST, or on the data set named.
    void openTrained(const std::string& data = {}) {
        const fs::path run = ended("good one", 1'700'000'000);
        Snapshot snapshot = *loadSnapshot(readyNetworkFile());
        if (!data.empty())
            snapshot.data = data;
        saveSnapshot(RunFiles(run).best, snapshot);
        openRuns(1);
        clickRow(0);
        ASSERT_TRUE(eventually([&] { return find("exportRunButton")->isEnabled(); }));
    }
    // As class folders: for all of it int8 takes minutes where the lowest priority has little of the processor.
    std::string someOfMnist() {
        const std::shared_ptr<const DataSet> mnist = openData(Plan());
        std::vector<std::uint8_t> pixels(28 * 28);
        for (const auto& [name, store, count] : {std::tuple{"train", mnist->train, 100},
                                                 {"validation", mnist->validation, 20},
                                                 {"test", mnist->test, 200}})
            for (std::int64_t id = 0; id < count; ++id) {
                const QDir folder(path("digits") + QStringLiteral("/%1/%2").arg(name).arg(int{store->label(id)}));
                folder.mkpath(".");
                store->read(std::span(&id, 1), pixels.data());
                QImage(pixels.data(), 28, 28, 28, QImage::Format_Grayscale8)
                    .save(folder.filePath(QStringLiteral("%1.png").arg(id)));
            }
        return path("digits").toStdString();
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
    openTrained(someOfMnist());
    exportTo("small", true);
    EXPECT_TRUE(banner()->text().startsWith("Exporting “good one” as fp32 and int8: 0 %"))
        << qPrintable(text("runsBannerText"));
    EXPECT_FALSE(find("exportRunButton")->isEnabled());
    ASSERT_TRUE(eventually([&] { return banner()->text().startsWith("The network was saved to"); }));
    EXPECT_TRUE(find("exportRunButton")->isEnabled());
    const Replay replay = verifyPackage(path("small").toStdString());
    EXPECT_TRUE(replay.agrees() && replay.int8);
    const QRegularExpression figures(
        "Of 200 test pictures int8 has (99|100)\\.\\d\\d % right, fp32 (99|100)\\.\\d\\d %\\. "
        "int8 has 28 % of the size\\.$");
    EXPECT_TRUE(figures.match(banner()->text()).hasMatch()) << qPrintable(text("runsBannerText"));
    speak("es");
    EXPECT_TRUE(banner()->text().contains("De 200 imágenes de prueba")) << qPrintable(text("runsBannerText"));
}

// All of MNIST: work that ended between two looks at the banner would never be seen half done.
TEST_F(RunExportTest, SaysHowFarItIsAndIsCancelled) {
    openTrained();
    exportTo("cancelled", true);
    ASSERT_TRUE(eventually([&] {
        return banner()->text().startsWith("Exporting") && !banner()->text().endsWith(" 0 %");
    })) << qPrintable(text("runsBannerText"));
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
