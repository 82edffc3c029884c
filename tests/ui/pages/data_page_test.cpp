// The Data page as a user meets it: sets that are there and sets that are not, folders, downloads.
#include "core/base/files.h"
#include "core/formats/image.h"
#include "tests/ui/pages/window_fixture.h"
#include "ui/pages/data/class_table.h"
#include "ui/pages/data/data_page.h"
#include "ui/pages/data/data_set_list.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/widgets/drawing_pad.h"
#include "ui/widgets/probability_bars.h"
#include "ui/widgets/thumbnails.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QDropEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QProcess>
#include <QProgressBar>
#include <QTest>
#include <QUrl>

namespace belfry {
namespace {

namespace fs = std::filesystem;

class DataPageTest : public WindowTest {
protected:
    DataPageTest() {
        qputenv("XDG_DATA_HOME", folder_.filePath(QStringLiteral("home")).toLocal8Bit());
        qunsetenv("BELFRY_DATA");
    }
    ~DataPageTest() override {
        shut();
        qunsetenv("XDG_DATA_HOME");
    }

    DataPage& data() { return *window().dataPage(); }
    void openData() {
        open();
        openPage("Data");
        ASSERT_TRUE(data().isVisible());
    }
    void choose(const char* name) { find<DataSetList>("dataSets")->setCurrent(QLatin1String(name)); }
    bool isShown(const char* name) {
        const auto* widget = window().findChild<QWidget*>(QLatin1String(name));
        return widget != nullptr && widget->isVisible();
    }
    bool isRead(int classes) {
        return eventually([&] { return isShown("dataFacts") && find<ClassTable>("classTable")->rows() == classes; });
    }

    void startDownload() {
        choose("cifar-10");
        ASSERT_TRUE(eventually([&] { return isShown("downloadButton"); }));
        click("downloadButton");
    }
    void letNoServerAnswer() {
        data().setPlanner([&](const std::string&) {
            DownloadPlan plan;
            plan.folder = path("got").toStdString();
            plan.bytes = 10;
            plan.files = {{"file.bin", {"http://127.0.0.1:1/file.bin"}, 10, std::string(64, '0')}};
            return plan;
        });
    }

    // Two classes of ten pictures, an empty one, and a file that is no picture.
    QString pictures() {
        const std::string folder = path("pets").toStdString();
        for (const char* name : {"cat", "dog", "empty"}) {
            makeWritableFolder(folder + "/" + name);
        }
        for (int i = 0; i < 20; ++i) {
            const Bytes png = encodePng({8, 8, 1, Bytes(64, static_cast<std::uint8_t>(i))});
            writeFileAtomically(folder + (i % 2 ? "/cat/" : "/dog/") + std::to_string(i) + ".png",
                                {reinterpret_cast<const char*>(png.data()), png.size()});
        }
        writeFileAtomically(folder + "/cat/broken.png", "no picture");
        return QString::fromStdString(folder);
    }
};

TEST_F(DataPageTest, MnistIsShownWithClassesAndFigures) {
    openData();
    ASSERT_TRUE(isRead(10));
    EXPECT_EQ(text("dataTitle"), "MNIST");
    EXPECT_EQ(text("splitFact"), "55,000 training, 5,000 validation, 10,000 test");
    EXPECT_EQ(text("shapeFact"), QStringLiteral("28 × 28 pixels, grey"));
    EXPECT_TRUE(text("meanFact").startsWith("33.")) << text("meanFact").toStdString();
    EXPECT_EQ(text("duplicatesFact"), "0");
    EXPECT_EQ(text("licenceFact"), "CC BY-SA 3.0");
    EXPECT_EQ(find<ClassTable>("classTable")->rowText(1), "1: 6,179 + 563 + 1,135");
    EXPECT_FALSE(isShown("downloadButton"));
    EXPECT_FALSE(isShown("pictureSizeField"));
    EXPECT_FALSE(find<QAbstractButton>("removeButton")->isEnabled());
}

TEST_F(DataPageTest, AMissingSetCanBeDownloaded) {
    openData();
    choose("fashion-mnist");
    ASSERT_TRUE(eventually([&] { return isShown("downloadButton"); }));
    EXPECT_TRUE(text("dataHint").startsWith("It is not on this machine"));
    EXPECT_TRUE(text("dataHint").contains("fashion-mnist")) << text("dataHint").toStdString();
    EXPECT_FALSE(find<QAbstractButton>("useForTrainingButton")->isEnabled());
    EXPECT_FALSE(isShown("dataFacts"));
    speak("es");
    EXPECT_TRUE(text("dataHint").startsWith(QStringLiteral("No está en este equipo")))
        << text("dataHint").toStdString();
}

TEST_F(DataPageTest, AFolderIsDroppedUsedAndRemembered) {
    const QString folder = pictures();
    openData();
    QMimeData dropped;
    dropped.setUrls({QUrl::fromLocalFile(folder)});
    QDragEnterEvent enter(QPoint(300, 300), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&data(), &enter); // without it Qt knows of no drag
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent drop(QPointF(300, 300), Qt::CopyAction, &dropped, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&data(), &drop);
    ASSERT_TRUE(isRead(2));
    EXPECT_EQ(text("dataTitle"), "pets");
    EXPECT_EQ(text("splitFact"), "16 training, 2 validation, 2 test");
    QStringList odd;
    for (const QLabel* label : data().findChildren<QLabel*>("dataIssue")) {
        odd << label->text();
    }
    EXPECT_TRUE(odd.join(' ').contains("1 class folder of")) << odd.join(' ').toStdString();
    EXPECT_TRUE(odd.join(' ').contains("broken.png"));

    find<QLineEdit>("pictureSizeField")->setText("12x10");
    QTest::keyClick(find<QLineEdit>("pictureSizeField"), Qt::Key_Return);
    ASSERT_TRUE(eventually(
        [&] { return isShown("shapeFact") && text("shapeFact") == QStringLiteral("12 × 10 pixels, grey"); }));
    click("useForTrainingButton");
    EXPECT_TRUE(page().isVisible());
    EXPECT_EQ(page().plan().data, folder.toStdString());
    EXPECT_EQ(page().plan().pictureSize, "12x10");
    shut();
    openData();
    ASSERT_EQ(data().folders(), QStringList{folder});
    choose(folder.toLocal8Bit().constData());
    ASSERT_TRUE(isRead(2));
    click("removeButton");
    EXPECT_TRUE(data().folders().isEmpty());
    EXPECT_TRUE(QDir(folder).exists());
}

// Two classes of four films with five frames each.
TEST_F(DataPageTest, FramesOfOneFilmAreKeptTogether) {
    const std::string folder = path("films").toStdString();
    for (const char* name : {"cat", "dog"}) {
        makeWritableFolder(folder + "/" + name);
        for (int i = 0; i < 20; ++i) {
            const Bytes png = encodePng({8, 8, 1, Bytes(64, static_cast<std::uint8_t>(i))});
            writeFileAtomically(folder + '/' + name + "/film" + std::to_string(i / 5) + '-' + std::to_string(i % 5) +
                                    ".png",
                                {reinterpret_cast<const char*>(png.data()), png.size()});
        }
    }
    const auto splits = [&](const char* fact) {
        return eventually([&] { return isShown("splitFact") && text("splitFact") == QLatin1String(fact); });
    };
    openData();
    ASSERT_TRUE(isRead(10));
    EXPECT_FALSE(isShown("groupsField")); // MNIST has its splits
    data().addFolder(QString::fromStdString(folder));
    EXPECT_TRUE(splits("32 training, 5 validation, 3 test"));
    EXPECT_TRUE(isShown("groupsField"));
    EXPECT_EQ(find<QComboBox>("groupsField")->currentText(), "As listed");
    QTest::keyClick(find("groupsField"), Qt::Key_End);
    EXPECT_EQ(find<QComboBox>("groupsField")->currentText(), "Frames");
    EXPECT_TRUE(isShown("groupsField")); // also while the folder is read anew
    EXPECT_TRUE(splits("20 training, 10 validation, 10 test"));
    click("useForTrainingButton");
    EXPECT_EQ(page().plan().groups, "frames");

    openPage("Data");
    choose("mnist");
    ASSERT_TRUE(isRead(10));
    EXPECT_FALSE(isShown("groupsField"));
    click("useForTrainingButton");
    EXPECT_EQ(page().plan().groups, "listed");
    openPage("Data");
    choose(folder.c_str());
    EXPECT_TRUE(splits("32 training, 5 validation, 3 test"));
    EXPECT_EQ(find<QComboBox>("groupsField")->currentText(), "As listed");
}

TEST_F(DataPageTest, RefusesAFolderWithoutADataSet) {
    openData();
    data().addFolder(path("")); // the settings file is in it, and nothing else
    ASSERT_TRUE(eventually([&] { return isShown("dataPageProblem"); }));
    EXPECT_TRUE(text("dataPageProblem").contains("expected sub-folders of pictures"))
        << text("dataPageProblem").toStdString();
    EXPECT_EQ(text("dataHint"), "It cannot be used as it is.");
}

// From a server on this machine that sends some at a time: pause keeps what came, cancel gives it up.
TEST_F(DataPageTest, ADownloadIsPausedResumedAndCancelled) {
    QProcess server;
    server.start(QStringLiteral(BELFRY_PYTHON),
                 {QStringLiteral(BELFRY_SOURCE_DIR "/tests/core/data/download_server.py")});
    ASSERT_TRUE(server.waitForReadyRead());
    const std::string port = server.readLine().trimmed().toStdString();
    const fs::path to = path("got").toStdString(), part = to / "file.bin.part";
    openData();
    data().setPlanner([&](const std::string&) {
        DownloadPlan plan;
        plan.folder = to;
        plan.bytes = 200'000;
        plan.files = {{"file.bin", {"http://127.0.0.1:" + port + "/slow/file.bin"}, 200'000, std::string(64, '0')}};
        return plan;
    });
    startDownload();
    ASSERT_TRUE(eventually([&] { return find<QProgressBar>("downloadBar")->value() > 0; }));
    EXPECT_TRUE(isShown("downloadPanel"));
    EXPECT_TRUE(text("downloadText").contains("127.0.0.1")) << text("downloadText").toStdString();
    click("pauseDownloadButton");
    ASSERT_TRUE(eventually([&] { return data().job().state() == DownloadJob::State::Paused; }));
    EXPECT_TRUE(text("downloadText").startsWith("Paused at"));
    const auto kept = fs::file_size(part);
    EXPECT_GT(kept, 0U);
    click("pauseDownloadButton"); // says "Resume" now
    ASSERT_TRUE(
        eventually([&] { return data().job().state() == DownloadJob::State::Running && fs::file_size(part) > kept; }));
    click("cancelDownloadButton");
    ASSERT_TRUE(eventually([&] { return data().job().state() == DownloadJob::State::Idle; }));
    EXPECT_FALSE(fs::exists(part));
    EXPECT_FALSE(isShown("downloadPanel"));
    EXPECT_TRUE(find<QAbstractButton>("downloadButton")->isEnabled());
    server.closeWriteChannel();
    server.waitForFinished();
}

TEST_F(DataPageTest, ReportsBeingOffline) {
    openData();
    letNoServerAnswer();
    startDownload();
    ASSERT_TRUE(
        eventually([&] { return text("dataPageProblem").startsWith("No server of 'file.bin' could be reached"); }));
    EXPECT_EQ(data().job().state(), DownloadJob::State::Idle);
}

// The failed download of one set was reported at the set that was looked at by then.
TEST_F(DataPageTest, AFailedDownloadIsNoProblemOfAnotherSet) {
    openData();
    letNoServerAnswer();
    startDownload();
    choose("mnist");
    ASSERT_TRUE(eventually([&] { return data().job().state() == DownloadJob::State::Idle; }));
    EXPECT_FALSE(isShown("dataPageProblem")) << text("dataPageProblem").toStdString();
    EXPECT_TRUE(isRead(10));
}

// The page changed to Train, where the plan of the run stood unchanged and nothing said why.
TEST_F(DataPageTest, ASetIsRefusedWithASentenceDuringARun) {
    open();
    startAndWaitForSteps();
    const Plan before = page().plan();
    openPage("Data");
    ASSERT_TRUE(isRead(10));
    click("useForTrainingButton");
    EXPECT_TRUE(page().isVisible());
    EXPECT_TRUE(isShown("banner"));
    EXPECT_TRUE(text("bannerText").startsWith("A run is in progress: its plan cannot be replaced."))
        << text("bannerText").toStdString();
    EXPECT_EQ(page().plan(), before);
    page().stop(StopKind::AfterStep);
    ASSERT_TRUE(eventually([&] { return stopped(); }));
}

// The preview showed the first images of the folder, which are all of its first class.
TEST_F(DataPageTest, ThePreviewShowsEachClassInTurn) {
    open();
    Plan plan = longPlan();
    plan.data = pictures().toStdString();
    page().setPlan(plan);
    const auto* preview = find("dataPreview")->findChild<Thumbnails*>();
    ASSERT_NE(preview, nullptr);
    EXPECT_TRUE(eventually([&] { return preview->accessibleDescription().startsWith("cat, dog, cat, dog, cat, dog"); }))
        << preview->accessibleDescription().toStdString();
}

// Pictures of 24 pixels stood on black squares of 32, as if the network got that too.
TEST_F(DataPageTest, NothingIsDrawnRoundThePicturesOfClasses) {
    const std::string folder = path("papers").toStdString();
    const Bytes white = encodePng({24, 24, 1, Bytes(std::size_t{24} * 24, 255)});
    for (const char* name : {"blank", "empty"}) {
        makeWritableFolder(folder + "/" + name);
        for (int i = 0; i < 10; ++i)
            writeFileAtomically(folder + '/' + name + '/' + std::to_string(i) + ".png",
                                {reinterpret_cast<const char*>(white.data()), white.size()});
    }
    openData();
    data().addFolder(QString::fromStdString(folder));
    ASSERT_TRUE(isRead(2));
    ASSERT_TRUE(eventually([&] { return text("shapeFact") == QStringLiteral("24 × 24 pixels, grey"); }));
    const QImage shown = find<ClassTable>("classTable")->grab().toImage();
    int black = 0, paper = 0;
    for (int x = 0; x < shown.width(); ++x) {
        for (int y = 0; y < shown.height(); ++y) {
            black += shown.pixelColor(x, y) == QColor(Qt::black) ? 1 : 0;
            paper += shown.pixelColor(x, y) == QColor(Qt::white) ? 1 : 0;
        }
    }
    EXPECT_EQ(black, 0);
    EXPECT_GE(paper, 2 * 24 * 24);
}

// With pictures chosen, the pad said "Draw a digit" over the bars of ten digits until a run began.
TEST_F(DataPageTest, ThePadSuitsTheChosenData) {
    open();
    const DrawPanel* panel = page().drawing();
    const auto* bars = panel->findChild<ProbabilityBars*>();
    const auto* title = qobject_cast<QLabel*>(panel->titleRow()->itemAt(0)->widget());
    ASSERT_TRUE(eventually([&] { return panel->snapshot() != nullptr; }));
    EXPECT_TRUE(panel->pad()->hasPen());
    EXPECT_EQ(title->text(), "Draw");
    panel->pad()->setDrawing({{{140, 50}, {140, 230}}});
    ASSERT_TRUE(eventually([&] { return bars->best() >= 0; }));
    Plan plan = longPlan();
    plan.data = pictures().toStdString();
    page().setPlan(plan);
    ASSERT_TRUE(eventually([&] { return panel->snapshot() == nullptr; }));
    EXPECT_FALSE(panel->pad()->hasPen());
    EXPECT_EQ(title->text(), "Picture");
    EXPECT_TRUE(panel->pad()->isEmpty());
    EXPECT_EQ(bars->rows().size(), 2U);
    EXPECT_TRUE(text("answerDetail").startsWith("no network for ")) << text("answerDetail").toStdString();
    EXPECT_FALSE(find("keepAsButton")->isEnabled());
    page().setPlan(longPlan()); // digits again
    EXPECT_TRUE(eventually([&] { return panel->snapshot() != nullptr; }));
    EXPECT_TRUE(panel->pad()->hasPen());
    EXPECT_EQ(bars->rows().size(), 10U);
    EXPECT_EQ(text("answerDetail"), "nothing drawn yet");
}

// In a window of 2560 pixels the pictures stayed 32 pixels large.
TEST_F(DataPageTest, PicturesOfClassesGrowWithTheWindow) {
    openData();
    ASSERT_TRUE(isRead(10));
    const auto* table = find<ClassTable>("classTable");
    const auto height = [table] { return table->sizeHint().height(); };
    const int before = height();
    window().resize(2560, 1300);
    EXPECT_TRUE(eventually([&] { return height() > before && table->height() == height(); })) << before;
}

// A name was cut beside half a screen of free room.
TEST_F(DataPageTest, NamesOfClassesUseTheRoom) {
    const QString folder = pictures(), name = QStringLiteral("a-kind-of-bird-with-a-long-name");
    QDir(folder).mkpath(name);
    for (const QString& picture : QDir(folder + "/cat").entryList(QDir::Files))
        QFile::copy(folder + "/cat/" + picture, folder + '/' + name + '/' + picture);
    openData();
    window().dataPage()->addFolder(folder);
    ASSERT_TRUE(isRead(3));
    window().resize(2560, 1300);
    const auto* table = find<ClassTable>("classTable");
    const int whole = QFontMetrics(Theme::font(13)).horizontalAdvance(name);
    EXPECT_TRUE(eventually([&] { return table->nameWidth() >= whole; })) << table->nameWidth() << " of " << whole;
}

// "right" stood as "rig…": a text is as wide as the sum of its letters, which is rounded.
TEST_F(DataPageTest, NamesOfClassesAreNotCutForAPartOfAPixel) {
    const QFont font = Theme::font(13);
    const QFontMetrics metrics(font);
    const QStringList names{QStringLiteral("left"), QStringLiteral("right"), QStringLiteral("airplane"),
                            QStringLiteral("truck"), QStringLiteral("gravel")};
    for (const QString& name : names) {
        DataReport report;
        auto data = std::make_shared<DataSet>();
        data->shape = {1, 1, 1};
        data->classes = {name.toStdString()};
        report.data = data;
        for (auto& split : report.summary.perClass)
            split = {1};
        report.examples.resize(1);
        ClassTable table(theme_);
        table.setReport(report);
        EXPECT_EQ(metrics.elidedText(name, Qt::ElideRight, table.nameWidth()), name);
    }
}

} // namespace
} // namespace belfry
