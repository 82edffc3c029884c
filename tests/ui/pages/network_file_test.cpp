// Exported networks under the drawing pad: opened as file managers and the key of plans open them, and refused in a
// banner.
#include "core/base/files.h"
#include "core/interop/package.h"
#include "core/runs/weights_file.h"
#include "core/train/prepare.h"
#include "tests/ui/pages/window_fixture.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/widgets/drawing_pad.h"

#include <QFile>
#include <QFileDialog>
#include <QTest>

namespace belfry {
namespace {

class NetworkFileTest : public WindowTest {
protected:
    QString exported(const char* name, std::int64_t step = 740) {
        Snapshot network = *loadSnapshot(readyNetworkFile());
        network.step = step;
        exportPackage(path(name).toStdString(), network, *openData(Plan()));
        return path(name);
    }
    bool answersWith(std::int64_t step) {
        const auto& snapshot = page().drawing()->snapshot();
        return snapshot != nullptr && snapshot->step == step;
    }
    void draw() {
        auto* pad = page().drawing()->pad();
        pad->setDrawing({Stroke{{140, 60}, {140, 220}}});
    }
};

TEST_F(NetworkFileTest, AnswersOnThePad) {
    const QString network = exported("my-model");
    open();
    openPage("Runs");
    window().openNetwork(network + "/model.json");
    EXPECT_TRUE(page().isVisible());
    ASSERT_TRUE(eventually([this] { return answersWith(740); }));
    EXPECT_FALSE(find("banner")->isVisible());
    draw();
    ASSERT_TRUE(eventually([this] { return text("answerDetail").contains("my-model, exported"); }))
        << qPrintable(text("answerDetail"));
    speak("es");
    EXPECT_TRUE(text("answerDetail").contains("my-model, exportada")) << qPrintable(text("answerDetail"));
    speak("en");
    const QString other = exported("other", 12);
    window().openNetwork(other + "/"); // the folder, as a shell completes it
    ASSERT_TRUE(eventually([this] { return answersWith(12); }));
}

TEST_F(NetworkFileTest, ADamagedOneIsRefusedInABanner) {
    const QString network = exported("my-model");
    ASSERT_TRUE(QFile::remove(network + "/model.safetensors"));
    open();
    ASSERT_TRUE(eventually([this] { return page().drawing()->snapshot() != nullptr; }));
    const auto before = page().drawing()->snapshot();
    window().openNetwork(network);
    ASSERT_TRUE(eventually([this] { return find("banner")->isVisible(); }));
    EXPECT_TRUE(text("bannerText").startsWith("my-model: the network was not opened. "))
        << qPrintable(text("bannerText"));
    EXPECT_TRUE(text("bannerText").contains("model.safetensors")) << qPrintable(text("bannerText"));
    EXPECT_EQ(page().drawing()->snapshot(), before);
    window().openNetwork(path("missing/model.json"));
    ASSERT_TRUE(eventually([this] { return text("bannerText").startsWith("missing: "); }));
    window().openNetwork(exported("whole"));
    ASSERT_TRUE(eventually([this] { return answersWith(740); }));
    EXPECT_FALSE(find("banner")->isVisible()) << "it is said no longer";
}

TEST_F(NetworkFileTest, IsRefusedDuringARun) {
    const QString network = exported("my-model");
    open();
    startAndWaitForSteps();
    window().openNetwork(network);
    EXPECT_TRUE(text("bannerText").startsWith("A run is in progress")) << qPrintable(text("bannerText"));
    EXPECT_FALSE(answersWith(740));
    stop();
    window().openNetwork(network);
    ASSERT_TRUE(eventually([this] { return answersWith(740); }));
    EXPECT_FALSE(find("banner")->isVisible());
}

TEST_F(NetworkFileTest, IsOpenedWherePlansAre) {
    const QString network = exported("my-model");
    open();
    page().askOpenPlan();
    auto* dialog = window().findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    dialog->setDirectory(network);
    dialog->selectFile("model.json");
    static_cast<QDialog*>(dialog)->accept();
    ASSERT_TRUE(eventually([this] { return answersWith(740); }));
    EXPECT_FALSE(find("banner")->isVisible());
}

} // namespace
} // namespace belfry
