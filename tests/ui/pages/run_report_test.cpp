// A report of a run, asked for on the Evaluate page and on the Runs page.
#include "core/base/files.h"
#include "tests/ui/file_dialog.h"
#include "tests/ui/pages/evaluate_page_fixture.h"
#include "ui/dialogs/run_reporter.h"
#include "ui/widgets/banner.h"

#include <QFile>
#include <QMenu>
#include <QUrl>

namespace belfry {
namespace {

class RunReportTest : public EvaluatePageTest {
protected:
    // A run on a few of the digits, so that a report of it takes no time.
    static fs::path smallRun(const std::string& name) {
        Plan plan;
        plan.name = name;
        plan.devices = {"cpu"};
        plan.trainImages = 200;
        plan.validationImages = 100;
        const fs::path folder = ended(plan, 1'700'000'000, 0.97, 40);
        Snapshot snapshot = *loadSnapshot(readyNetworkFile());
        snapshot.source = name;
        saveSnapshot(RunFiles(folder).best, snapshot);
        return folder;
    }
    void evaluate(const fs::path& run) {
        openEvaluate();
        choose("evaluatedSplitField", "validation");
        evaluatePage().evaluateRun(run);
        ASSERT_TRUE(eventually([&] { return evaluatePage().report() != nullptr; }));
        settings_->setFolder(QStringLiteral("report"), folder_.path());
    }
    using RunsPageTest::banner; // the text of that of the Runs page
    Banner* banner(const char* name) { return window().findChild<Banner*>(QLatin1String(name)); }
    void typeReport(const char* name) {
        typeFileName(window().findChild<QFileDialog*>("reportDialog"), QLatin1String(name));
        ASSERT_TRUE(eventually([this] { return window().findChild<QFileDialog*>() == nullptr; }));
    }
    std::string written(const char* name) { return readFile(path(name).toStdString()); }
};

TEST_F(RunReportTest, TheEvaluatePageWritesOneAndOpensIt) {
    evaluate(smallRun("small lenet"));
    QUrl opened;
    evaluatePage().reporter()->setOpener([&opened](const QUrl& file) {
        opened = file;
        return true;
    });
    click("reportOfEvaluatedRunButton");
    auto* dialog = window().findChild<QFileDialog*>("reportDialog");
    ASSERT_NE(dialog, nullptr);
    EXPECT_TRUE(dialog->selectedFiles().first().endsWith("small lenet.html"));
    typeReport("mine"); // the suffix is added
    EXPECT_TRUE(banner("evaluateBanner")->sentence().startsWith("Writing a report of “small lenet”"));
    EXPECT_FALSE(find("reportOfEvaluatedRunButton")->isEnabled());
    ASSERT_TRUE(eventually([&] { return find("reportOfEvaluatedRunButton")->isEnabled(); }));
    EXPECT_EQ(banner("evaluateBanner")->sentence(), "The report of “small lenet” is in " + path("mine.html") + ".");
    const std::string html = written("mine.html");
    EXPECT_TRUE(html.starts_with("<!doctype html>") || html.starts_with("<!DOCTYPE html>")) << html.substr(0, 40);
    EXPECT_NE(html.find("small lenet"), std::string::npos);
    EXPECT_NE(html.find("best.safetensors"), std::string::npos);
    click("evaluateBannerAction");
    EXPECT_EQ(opened, QUrl::fromLocalFile(path("mine.html")));
}

TEST_F(RunReportTest, OneThatIsCancelledIsNotWritten) {
    evaluate(smallRun("small lenet"));
    click("reportOfEvaluatedRunButton");
    typeReport("never.html");
    click("evaluateBannerAction"); // "Cancel"
    EXPECT_TRUE(find("reportOfEvaluatedRunButton")->isEnabled());
    EXPECT_FALSE(banner("evaluateBanner")->isVisible());
    click("reportOfEvaluatedRunButton"); // its work follows that of the first
    typeReport("second.html");
    ASSERT_TRUE(eventually([&] { return find("reportOfEvaluatedRunButton")->isEnabled(); }));
    EXPECT_TRUE(QFile::exists(path("second.html")));
    EXPECT_FALSE(QFile::exists(path("never.html")));
}

TEST_F(RunReportTest, AFileThatCannotBeWrittenIsSaid) {
    evaluate(smallRun("small lenet"));
    click("reportOfEvaluatedRunButton");
    typeReport("missing/report.html");
    ASSERT_TRUE(eventually([&] { return find("reportOfEvaluatedRunButton")->isEnabled(); }));
    EXPECT_TRUE(banner("evaluateBanner")->sentence().contains("missing"))
        << banner("evaluateBanner")->sentence().toStdString();
}

TEST_F(RunReportTest, WithoutABrowserItSaysWhereTheFileIs) {
    evaluate(smallRun("small lenet"));
    evaluatePage().reporter()->setOpener([](const QUrl&) { return false; });
    click("reportOfEvaluatedRunButton");
    typeReport("mine.html");
    ASSERT_TRUE(eventually([&] { return find("reportOfEvaluatedRunButton")->isEnabled(); }));
    click("evaluateBannerAction");
    EXPECT_EQ(banner("evaluateBanner")->sentence(),
              "No program could be opened for the report. Open " + path("mine.html") + " in a browser.");
}

TEST_F(RunReportTest, TheReadyNetworkHasNoRunToReport) {
    openEvaluate();
    evaluateReady();
    ASSERT_TRUE(evaluated(5000));
    EXPECT_FALSE(find("reportOfEvaluatedRunButton")->isEnabled());
    EXPECT_EQ(find("reportOfEvaluatedRunButton")->toolTip(), "The pretrained network belongs to no run.");
}

// From the menu of the table, by keyboard.
TEST_F(RunReportTest, ARunInProgressIsReportedAsFarAsItIs) {
    Plan plan;
    plan.name = "going on";
    plan.devices = {"cpu"};
    const fs::path folder = createRun(plan);
    RunRecorder recorder(folder); // holds the run: it is "running"
    openRuns(1);
    settings_->setFolder(QStringLiteral("report"), folder_.path());
    clickRow(0);
    ASSERT_TRUE(eventually([&] { return find("reportOfRunButton")->isEnabled(); }));
    QContextMenuEvent asked(QContextMenuEvent::Keyboard, {}, table()->mapToGlobal(QPoint(5, 5)));
    QCoreApplication::sendEvent(table(), &asked);
    auto* menu = window().findChild<QMenu*>("runMenu");
    ASSERT_NE(menu, nullptr);
    auto* action = menu->findChild<QAction*>("reportOfRunAction");
    ASSERT_NE(action, nullptr);
    menu->setActiveAction(action);
    QTest::keyClick(menu, Qt::Key_Return);
    typeReport("going on.html");
    EXPECT_FALSE(find("reportOfRunButton")->isEnabled());
    ASSERT_TRUE(eventually([&] { return find("reportOfRunButton")->isEnabled(); }));
    const QString said = banner()->text();
    EXPECT_TRUE(said.startsWith("The report of “going on” is in ")) << said.toStdString();
    EXPECT_TRUE(said.contains("It has no evaluation. ")) << said.toStdString(); // it has no weights yet
    EXPECT_NE(written("going on.html").find("going on"), std::string::npos);
}

TEST_F(RunReportTest, ADamagedRunSaysWhy) {
    const fs::path run = smallRun("small lenet");
    evaluate(run);
    writeFileAtomically(RunFiles(run).plan, "no plan");
    click("reportOfEvaluatedRunButton");
    typeReport("mine.html");
    ASSERT_TRUE(eventually([&] { return find("reportOfEvaluatedRunButton")->isEnabled(); }));
    EXPECT_TRUE(banner("evaluateBanner")->sentence().contains("plan"))
        << banner("evaluateBanner")->sentence().toStdString();
    EXPECT_FALSE(QFile::exists(path("mine.html")));
}

} // namespace
} // namespace belfry
