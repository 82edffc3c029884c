// The data doctor as a user meets it: pictures one after another, by keys, and a version at the end.
#include "core/backbones/backbone.h"
#include "core/base/files.h"
#include "core/base/random.h"
#include "core/data/data_version.h"
#include "core/formats/image.h"
#include "core/formats/resize.h"
#include "core/model/initial_weights.h"
#include "core/model/zoo.h"
#include "core/runs/plan_queue_file.h"
#include "core/runs/run_list.h"
#include "tests/ui/pages/window_fixture.h"
#include "ui/dialogs/discard_dialog.h"
#include "ui/pages/data/data_page.h"
#include "ui/pages/data/doctor_dialog.h"
#include "ui/pages/runs/run_table.h"
#include "ui/pages/runs/runs_page.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTest>

namespace belfry {
namespace {

class DoctorDialogTest : public WindowTest {
protected:
    DoctorDialogTest() : before_(qgetenv("XDG_DATA_HOME")) { qputenv("XDG_DATA_HOME", path("home").toLocal8Bit()); }
    ~DoctorDialogTest() override {
        shut();
        before_.isEmpty() ? qunsetenv("XDG_DATA_HOME") : qputenv("XDG_DATA_HOME", before_);
    }

    // A picture of some random colours, none like another.
    static DecodedImage scene(std::uint64_t seed) {
        RandomStream random(seed, Purpose::Sample);
        Bytes colours(4 * 4 * 3);
        for (std::uint8_t& byte : colours)
            byte = static_cast<std::uint8_t>(60 + random.below(190));
        return resized({4, 4, 3, colours}, 16, 16);
    }
    void write(const std::string& file, const DecodedImage& image) {
        const std::filesystem::path to = std::filesystem::path(folder()) / file;
        makeWritableFolder(to.parent_path());
        const Bytes png = encodePng(image);
        writeFileAtomically(to, {reinterpret_cast<const char*>(png.data()), png.size()});
    }
    std::string folder() const { return path("pets").toStdString(); }

    // Twenty pictures, of which cat/copy.png is cat/0.png again, and dog/dark.png is dark.
    void examine() {
        beginExamining();
        ASSERT_TRUE(eventually([&] { return rows() == 2; }));
    }
    void beginExamining() {
        for (int i = 0; i < 9; ++i) {
            write("cat/" + std::to_string(i) + ".png", scene(static_cast<std::uint64_t>(i)));
            write("dog/" + std::to_string(i) + ".png", scene(static_cast<std::uint64_t>(100 + i)));
        }
        write("cat/copy.png", scene(0));
        DecodedImage dark = scene(55);
        for (std::uint8_t& byte : dark.pixels)
            byte = static_cast<std::uint8_t>((byte - 60) / 5);
        write("dog/dark.png", dark);
        open();
        openPage("Data");
        window().dataPage()->addFolder(QString::fromStdString(folder()));
        ASSERT_TRUE(eventually([&] { return find<QPushButton>("doctorButton")->isEnabled(); }));
        click("doctorButton");
    }
    QTableView& table() { return *find<QTableView>("doctorTable"); }
    int rows() { return table().model()->rowCount(); }
    QString cell(int row, int column) { return table().model()->index(row, column).data().toString(); }
    // On the examined folder, with splits of this seed.
    Plan shortPlan(std::uint64_t seed) const {
        Plan plan;
        plan.name = "split " + std::to_string(seed);
        plan.data = folder();
        plan.splitSeed = seed;
        plan.model = "mlp";
        plan.mlp = {.hiddenLayers = 1, .width = 8};
        plan.devices = {"cpu"};
        plan.batchPerTower = 4;
        plan.epochs = 1;
        return plan;
    }
    bool finished() { return page().status().kind == RunStatus::Kind::Finished; }
    void finish(const Plan& plan) {
        page().setPlan(plan);
        page().start();
        ASSERT_TRUE(eventually([this] { return finished(); })) << qPrintable(text("bannerText"));
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(&table(), key, modifiers); }

private:
    const QByteArray before_;
};

TEST_F(DoctorDialogTest, AsksAboutOnePictureAfterAnother) {
    examine();
    EXPECT_TRUE(text("doctorSummary").contains("1 group of near copies. 1 picture looks wrong."))
        << text("doctorSummary").toStdString();
    EXPECT_TRUE(text("doctorSummary").contains("needs a backbone"));
    EXPECT_TRUE(cell(0, 0).startsWith("Copy of a")) << cell(0, 0).toStdString();
    EXPECT_EQ(cell(1, 0), "Dark");
    EXPECT_EQ(cell(1, 1), "dog/dark.png");
    EXPECT_EQ(table().currentIndex().row(), 0);
    EXPECT_TRUE(find<QLabel>("doctorOriginalName")->isVisible());
    EXPECT_FALSE(find<QPushButton>("trainAgainButton")->isEnabled());
    press(Qt::Key_K);
    EXPECT_EQ(cell(0, 3), "kept");
    EXPECT_EQ(table().currentIndex().row(), 1);
    press(Qt::Key_X);
    EXPECT_EQ(cell(1, 3), "left out");
    press(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(cell(1, 3), "");
    press(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(cell(0, 3), "");
    EXPECT_FALSE(find<QPushButton>("undoDecisionButton")->isEnabled());
}

// The button said "train again", and filled in the plan of the Train page alone.
TEST_F(DoctorDialogTest, TrainsAgainOnTheVersionAndSaysWhatItChanged) {
    examine();
    press(Qt::Key_X);
    EXPECT_EQ(find<QComboBox>("doctorClass")->currentText(), "dog"); // its own
    find<QComboBox>("doctorClass")->setCurrentText("cat");
    press(Qt::Key_R);
    EXPECT_EQ(cell(1, 3), "now cat");
    const std::string gone = cell(0, 1).toStdString();
    finish(shortPlan(1));
    const std::string first = listRuns().at(0).id;
    finish(shortPlan(2)); // other splits: not to be compared with
    EXPECT_EQ(text("gainText"), "");

    page().setPlan(shortPlan(1));
    click("trainAgainButton");
    EXPECT_TRUE(page().isVisible());
    EXPECT_TRUE(page().status().isActive());
    const Plan plan = page().plan();
    EXPECT_EQ(plan.data, folder());
    const DataVersion version = loadDataVersion(plan.dataVersion);
    EXPECT_EQ(version.folder, folder());
    EXPECT_EQ(version.changes,
              (std::map<std::string, std::optional<std::string>>{{gone, std::nullopt}, {"dog/dark.png", "cat"}}));
    ASSERT_TRUE(eventually([this] { return finished(); })) << qPrintable(text("bannerText"));
    ASSERT_TRUE(eventually([this] { return find("gainText")->isVisible(); }));
    EXPECT_TRUE(
        text("gainText")
            .contains(QString::fromStdString("of the test pictures are right with version " + plan.dataVersion)))
        << qPrintable(text("gainText"));
    EXPECT_TRUE(text("gainText").contains("without changes (run 'split 1')")) << qPrintable(text("gainText"));

    click("compareWithPreviousButton"); // with that run, which is not the one before
    ASSERT_TRUE(window().runsPage()->isVisible());
    const RunTable* runs = window().runsPage()->table();
    ASSERT_TRUE(eventually([runs] { return runs->selectedIds().size() == 2; }));
    EXPECT_TRUE(runs->selectedIds().contains(QString::fromStdString(first)));
}

TEST_F(DoctorDialogTest, AVersionWaitsInTheQueueDuringARun) {
    examine();
    press(Qt::Key_X);
    openPage("Train");
    startAndWaitForSteps();
    const Plan running = page().plan();
    click("trainAgainButton");
    EXPECT_TRUE(page().isVisible());
    EXPECT_EQ(page().status().kind, RunStatus::Kind::Running);
    EXPECT_EQ(page().plan(), running);
    EXPECT_TRUE(text("bannerText").startsWith("A run is in progress. The plan was added"))
        << qPrintable(text("bannerText"));
    const std::vector<Plan> waiting = readPlanQueue(runsRoot() / "queue.json");
    ASSERT_EQ(waiting.size(), 1U);
    EXPECT_EQ(waiting.at(0).data, folder());
    EXPECT_EQ(loadDataVersion(waiting.at(0).dataVersion).changes.size(), 1U);
    stop();
    EXPECT_EQ(listRuns().size(), 1U); // what waits begins when that is asked for
}

// They were lost without a word.
TEST_F(DoctorDialogTest, AsksBeforeDecisionsAreDiscarded) {
    examine();
    press(Qt::Key_K);
    EXPECT_TRUE(find<QPushButton>("trainAgainButton")->isEnabled()) << "a copy that is kept is a change";
    QTest::keyClick(&table(), Qt::Key_Escape);
    auto* asked = window().findChild<DiscardDialog*>();
    ASSERT_NE(asked, nullptr);
    asked->reject();
    EXPECT_TRUE(find("doctorDialog")->isVisible());
    press(Qt::Key_Z, Qt::ControlModifier);
    QTest::keyClick(&table(), Qt::Key_Escape); // there is nothing to lose
    EXPECT_TRUE(eventually([&] { return window().findChild<DoctorDialog*>() == nullptr; }));
}

// Only the command line told them.
TEST_F(DoctorDialogTest, NamesClassesThatAreHardToTellApart) {
    Backbone backbone{.name = "mine", .blueprint = {}, .weights = {}, .origin = {.sha256 = "12"}};
    backbone.blueprint = makeBlueprint(networkByName("resnet-20"), {.channels = 3, .height = 32, .width = 32}, 5, {});
    backbone.weights = initialWeights(backbone.blueprint, 1); // it tells random colours from others by chance
    saveBackbone(backbone);
    beginExamining();
    ASSERT_TRUE(eventually([&] { return rows() > 0; })) << qPrintable(text("doctorSummary"));
    EXPECT_TRUE(text("doctorSummary").contains("1 pair of classes is hard to tell apart: cat / dog ("))
        << qPrintable(text("doctorSummary"));
    speak("es");
    EXPECT_TRUE(text("doctorSummary").contains("cat / dog (")) << qPrintable(text("doctorSummary"));
    EXPECT_FALSE(text("doctorSummary").contains("hard to tell")) << qPrintable(text("doctorSummary"));
}

TEST_F(DoctorDialogTest, StopsWhenItIsClosed) {
    examine();
    click("closeDoctorButton");
    EXPECT_TRUE(eventually([&] { return window().findChild<DoctorDialog*>() == nullptr; }));
    click("doctorButton");
    window().findChild<DoctorDialog*>()->reject(); // at once, in the middle
    EXPECT_TRUE(eventually([&] { return window().findChild<DoctorDialog*>() == nullptr; }));
}

} // namespace
} // namespace belfry
