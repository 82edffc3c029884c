#include "core/base/error.h"
#include "tests/ui/charts/chart_fixture.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_menu.h"

#include <QFile>
#include <QMenu>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <cmath>
#include <limits>

namespace belfry {
namespace {

void saveCsv(LiveChart& chart, const QString& file) {
    CsvWriter writer(chart, file);
    while (writer.writeRows(20'000)) {
    }
    writer.finish();
}

struct ChartExportTest : ChartFixture {
    QTemporaryDir folder;
    QString path(const char* name) const { return folder.filePath(QLatin1String(name)); }
    static QStringList lines(const QString& file) {
        QFile in(file);
        return in.open(QIODevice::ReadOnly) ? QString::fromUtf8(in.readAll()).split('\n', Qt::SkipEmptyParts)
                                            : QStringList();
    }
};

TEST_F(ChartExportTest, PngHasTwiceTheSizeAndTheLines) {
    feedMany(1, 200);
    group.redraw();
    savePng(*loss, path("loss.png"));
    const QImage image(path("loss.png"));
    EXPECT_EQ(image.size(), loss->size() * 2);
    int blue = 0;
    for (int x = 0; x < image.width(); ++x)
        for (int y = 0; y < image.height(); ++y)
            blue += image.pixelColor(x, y) == theme.seriesColour(0);
    EXPECT_GT(blue, 500);
}

TEST_F(ChartExportTest, SvgParsesAndStaysInsideThePlot) {
    feedMany(1, 200);
    feed(201, 1e6); // an outlier must not run over the page: SVG has no clipping
    group.redraw();
    saveSvg(*loss, path("loss.svg"));
    QSvgRenderer renderer(path("loss.svg"));
    ASSERT_TRUE(renderer.isValid());
    EXPECT_EQ(renderer.viewBox().size(), loss->size());
    QImage image(loss->size(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    renderer.render(&painter);
    painter.end();
    const int above = loss->view().y() + static_cast<int>(loss->frame().plot.top()) - 6;
    for (int x = image.width() / 4; x < image.width(); ++x) {
        const QColor colour = image.pixelColor(x, above);
        EXPECT_LT(colour.blue() - colour.red(), 40) << x;
    }
}

TEST_F(ChartExportTest, CsvHasOneRowPerPointAndTheDotsInTheirs) {
    feedMany(1, 150);
    feed(151, std::numeric_limits<double>::quiet_NaN());
    loss->appendDot(lossValidation, at(100), 0.25);
    group.redraw();
    saveCsv(*loss, path("loss.csv"));
    const QStringList rows = lines(path("loss.csv"));
    ASSERT_EQ(rows.size(), 152);
    EXPECT_EQ(rows[0], "step,epoch,images,seconds,each step,smoothed,validation");
    for (int i = 1; i <= 151; ++i) {
        const QStringList cells = rows[i].split(',');
        ASSERT_EQ(cells.size(), 7) << rows[i].toStdString();
        EXPECT_EQ(cells[0].toInt(), i);
        EXPECT_EQ(cells[2].toInt(), 64 * i);
        EXPECT_EQ(cells[4].isEmpty(), i == 151);
        EXPECT_EQ(cells[4].toFloat(), i == 151 ? 0 : static_cast<float>(1 + 0.1 * std::sin(i)));
        EXPECT_EQ(cells[6], i == 100 ? "0.25" : "");
    }
}

TEST_F(ChartExportTest, CsvIsTheSameInEveryLanguage) {
    QLocale::setDefault(QLocale(QLocale::Spanish));
    feedMany(1, 3);
    saveCsv(*loss, path("loss.csv"));
    EXPECT_TRUE(lines(path("loss.csv"))[1].startsWith("1,0.01,64,0.5,"));
}

TEST_F(ChartExportTest, DotsWithoutPointsGetRowsOfTheirOwn) {
    loss->appendDot(lossValidation, at(10), 0.5);
    loss->appendDot(lossValidation, at(20), 0.25);
    saveCsv(*loss, path("loss.csv"));
    const QStringList rows = lines(path("loss.csv"));
    ASSERT_EQ(rows.size(), 3);
    EXPECT_EQ(rows[2], "20,0.2,1280,10,,,0.25");
}

TEST_F(ChartExportTest, AnUnwritableFileIsNamedInTheError) {
    feedMany(1, 3);
    for (auto save :
         {+[](LiveChart&c, const QString&f) { savePng(c, f); }, +[](LiveChart&c, const QString&f) { saveSvg(c, f); },
          +[](LiveChart&c, const QString&f) { saveCsv(c, f); }}) {
        try {
            save(*loss, path("missing/loss.out"));
            FAIL();
        } catch (const Error& error) {
            EXPECT_EQ(error.category(), ErrorCategory::Io);
            EXPECT_NE(std::string(error.what()).find("missing/loss.out"), std::string::npos);
        }
    }
}

TEST_F(ChartExportTest, LongRunsAreSavedInSlices) {
    feedMany(1, 50'000);
    auto* work = new CsvExport(*loss, path("long.csv"));
    QSignalSpy finished(work, &CsvExport::finished);
    EXPECT_FALSE(QFile::exists(path("long.csv"))) << "nothing half written";
    ASSERT_TRUE(finished.wait());
    EXPECT_EQ(qvariant_cast<Text>(finished[0][0]), "");
    EXPECT_EQ(lines(path("long.csv")).size(), 50'001);
}

TEST_F(ChartExportTest, ClearingEndsASliceWithAMessage) {
    feedMany(1, 50'000);
    auto* work = new CsvExport(*loss, path("long.csv"));
    QSignalSpy finished(work, &CsvExport::finished);
    group.clear();
    ASSERT_TRUE(finished.wait());
    EXPECT_NE(qvariant_cast<Text>(finished[0][0]), "");
    EXPECT_FALSE(QFile::exists(path("long.csv")));
}

// A new run with other towers replaces the lines; the export once went on with the numbers of the former ones.
TEST_F(ChartExportTest, NewLinesEndASliceToo) {
    feedMany(1, 50'000);
    auto* work = new CsvExport(*loss, path("long.csv"));
    QSignalSpy finished(work, &CsvExport::finished);
    loss->clearSeries();
    ASSERT_TRUE(finished.wait());
    EXPECT_NE(qvariant_cast<Text>(finished[0][0]), "");
}

TEST_F(ChartExportTest, TheMenuOffersWhatTheChartCanDo) {
    QMenu menu;
    fillChartMenu(menu, *loss);
    for (const char* name : {"lossCopyImageAction", "lossSavePngAction", "lossSaveSvgAction", "lossSaveCsvAction",
                             "lossXEpochAction", "lossSmoothing900Action", "lossFitAction", "lossFollowAction"})
        EXPECT_TRUE(menu.findChild<QAction*>(QLatin1String(name))) << name;
    menu.findChild<QAction*>(QStringLiteral("lossXTimeAction"))->trigger();
    EXPECT_EQ(group.xAxis(), XAxis::Seconds);
    menu.findChild<QAction*>(QStringLiteral("lossSmoothing900Action"))->trigger();
    EXPECT_EQ(group.smoothing(), 0.9);
}

} // namespace
} // namespace belfry
