// An evaluation saved from its page, in each of its formats.
#include "core/base/files.h"
#include "core/predict/evaluation_csv.h"
#include "tests/ui/file_dialog.h"
#include "tests/ui/pages/window_fixture.h"
#include "ui/pages/evaluate/confusion_matrix.h"
#include "ui/pages/evaluate/evaluate_page.h"
#include "ui/pages/evaluate/evaluation_export.h"
#include "ui/widgets/banner.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QEvent>
#include <QFile>
#include <QImage>
#include <QSvgRenderer>
#include <algorithm>
#include <functional>
#include <thread>

namespace belfry {
namespace {

class EvaluateExportTest : public WindowTest {
protected:
    EvaluatePage& evaluatePage() { return *window().evaluatePage(); }
    void evaluateReady() {
        open();
        settings_->setFolder(QStringLiteral("evaluation"), folder_.path());
        openPage("Evaluate");
        auto* split = find<QComboBox>("evaluatedSplitField");
        split->setCurrentIndex(split->findText("validation"));
        ASSERT_TRUE(eventually([&] { return find("evaluateButton")->isEnabled(); }));
        click("evaluateButton");
        ASSERT_TRUE(eventually([&] { return evaluatePage().report() != nullptr; }));
    }
    void saveAs(const char* name) {
        click("saveEvaluationButton");
        typeFileName(window().findChild<QFileDialog*>("evaluationDialog"), QLatin1String(name));
        ASSERT_TRUE(eventually([this] { return window().findChild<QFileDialog*>() == nullptr; }));
        ASSERT_TRUE(eventually([this] { return find("saveEvaluationButton")->isEnabled(); }));
    }
    std::string written(const char* name) { return readFile(path(name).toStdString()); }
    // What draws the pages of a PDF: its streams, inflated.
    static QByteArray drawingOf(const QByteArray& pdf) {
        const QByteArray size("\0\x10\0\0", 4); // that qUncompress() expects before the data: as much as that at first
        QByteArray drawing;
        qsizetype end = 0;
        for (qsizetype at = pdf.indexOf("stream\n"); at >= 0; at = pdf.indexOf("stream\n", end)) {
            const qsizetype begin = at + 7;
            end = pdf.indexOf("endstream", begin) + 10;
            if (pdf.mid(begin, 1) == "x") // as deflated data begin
                drawing += qUncompress(size + pdf.mid(begin, end - begin));
        }
        return drawing;
    }
};

TEST_F(EvaluateExportTest, SavesPictureTableAndReport) {
    evaluateReady();
    saveAs("matrix.png");
    const QImage picture(path("matrix.png"));
    EXPECT_GT(picture.width(), 900);
    EXPECT_GT(picture.height(), picture.width()); // a heading above the square
    saveAs("matrix.svg");
    EXPECT_TRUE(QSvgRenderer(path("matrix.svg")).isValid());
    EXPECT_NE(written("matrix.svg").find("on the validation images of MNIST"), std::string::npos);
    const EvaluationReport& report = *evaluatePage().report();
    const std::vector<std::int64_t>& counts = report.evaluation.result.confusion;
    EXPECT_NE(written("matrix.svg").find('>' + std::to_string(counts.front()) + '<'), std::string::npos);
    saveAs("counts.csv");
    EXPECT_EQ(written("counts.csv"), evaluationCsv(report.evaluation.result, report.snapshot->classes));
    saveAs("report.pdf");
    const std::string pdf = written("report.pdf");
    EXPECT_TRUE(pdf.starts_with("%PDF-"));
    EXPECT_NE(pdf.find("/Count 1"), std::string::npos); // one page
    // Its texts are at least: the figures and three titles, the matrix's names on both sides and its counts, and a name
    // and a share for the bar of each class.
    const auto classes = static_cast<qsizetype>(report.snapshot->classes.size());
    const auto empty = static_cast<qsizetype>(std::ranges::count(counts, 0));
    const qsizetype texts = drawingOf(QByteArray::fromStdString(pdf)).count("BT");
    EXPECT_GE(texts, 4 + 2 * classes + classes * classes - empty + 2 * classes);
    EXPECT_EQ(window().findChild<Banner*>("savedNotice")->sentence(), "Saved to " + path("report.pdf"));
}

// The window stood still while a picture was compressed and written.
TEST_F(EvaluateExportTest, FilesAreEncodedAndWrittenOffTheWindowsThread) {
    evaluateReady();
    for (const char* name : {"matrix.png", "matrix.svg", "counts.csv", "report.pdf"}) {
        const std::function<void()> write =
            evaluationWriter(evaluatePage().report(), theme_, QStringLiteral("lenet"), path(name));
        EXPECT_FALSE(QFile::exists(path(name))) << name;
        std::jthread(write).join();
        EXPECT_TRUE(QFile::exists(path(name))) << name;
    }
    auto* save = find<QAbstractButton>("saveEvaluationButton");
    const QString help = save->toolTip();
    struct States : QObject { // of the button, each with its tool tip
        QStringList seen;
        bool eventFilter(QObject* button, QEvent* event) override {
            const QString tip = static_cast<QWidget*>(button)->toolTip();
            if (event->type() == QEvent::ToolTipChange && (seen.isEmpty() || seen.last() != tip))
                seen << tip;
            return false;
        }
    } states;
    save->installEventFilter(&states);
    saveAs("again.png");
    EXPECT_EQ(states.seen, QStringList({"The evaluation is being saved.", help}));
    EXPECT_FALSE(QImage(path("again.png")).isNull());
}

TEST_F(EvaluateExportTest, TheChosenCellIsNotPartOfThePicture) {
    evaluateReady();
    saveAs("before.svg");
    evaluatePage().matrix()->choose(ConfusionCell{4, 9});
    saveAs("after.svg");
    EXPECT_EQ(written("before.svg"), written("after.svg"));
}

TEST_F(EvaluateExportTest, AFileThatCannotBeWrittenIsReported) {
    evaluateReady();
    saveAs("missing/matrix.png");
    const auto* banner = evaluatePage().findChild<Banner*>("evaluateBanner");
    EXPECT_TRUE(banner->isVisible());
    EXPECT_TRUE(banner->sentence().contains("missing")) << qPrintable(banner->sentence());
}

} // namespace
} // namespace belfry
