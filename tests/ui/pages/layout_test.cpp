// Every page at eight sizes in both languages: nothing is cut, elided beside free room, or overlapped. A second entry
// of ctest does the same at scale 2. Pictures go to $BELFRY_PICTURES, else to the folder "pictures" where it was
// started.
#include "tests/ui/pages/layout_check.h"
#include "tests/ui/pages/layout_pages.h"
#include "tests/ui/pages/window_fixture.h"
#include "ui/charts/chart_buttons.h"
#include "ui/widgets/elided_label.h"

#include <QDir>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTableWidget>
#include <QTest>

namespace belfry {
namespace {

// In pixels of a screen.
constexpr QSize kSizes[] = {{1080, 618}, {1280, 720},  {1366, 768},  {1280, 800},
                            {1600, 900}, {1920, 1080}, {2560, 1440}, {3840, 2160}};

class LayoutTest : public WindowTest, public testing::WithParamInterface<const char*> {
protected:
    LayoutTest() { qputenv("XDG_DATA_HOME", path("data").toLocal8Bit()); }
    ~LayoutTest() override {
        shut();
        qunsetenv("XDG_DATA_HOME");
    }

    static void settle() { // layouts post their own events
        for (int round = 0; round < 6; ++round) {
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents();
        }
    }
    static bool fitsThePicture(const QSize& size, double scale) { return size.width() * scale <= 3840; }

    void keepPicture(const QString& name) {
        const QDir folder(qEnvironmentVariable("BELFRY_PICTURES", QStringLiteral("pictures")));
        ASSERT_TRUE(folder.mkpath(QStringLiteral(".")));
        EXPECT_TRUE(window().grab().save(folder.filePath(name)));
    }
    // "Train" of "Train during a run".
    void openPageOf(const char* filled) {
        openPage(QString::fromLatin1(filled).section(' ', 0, 0).toLatin1().constData());
    }
    // Values that change all the time are read by their captions.
    void expectWholeCaptions(const std::string& where) {
        for (const ElidedLabel* caption : find("headerFigures")->findChildren<ElidedLabel*>())
            if (caption->isVisible() && caption->isElided())
                ADD_FAILURE() << where << ": caption \"" << caption->text().toStdString() << "\" is elided";
    }
    void expectNoDefects(const std::string& where) {
        for (const FoundDefect& defect : layoutDefects(window())) {
            const char* kinds[] = {"cut", "elided beside free room", "overlapped", "leaves room unused"};
            ADD_FAILURE() << where << ": " << kinds[static_cast<int>(defect.kind)] << ": " << defect.what.toStdString();
        }
    }
};

TEST_P(LayoutTest, ShowsAllOfItself) {
    open();
    openPageOf(GetParam());
    ASSERT_TRUE(fillPage(window(), GetParam(), path("files")));
    openPageOf(GetParam());
    const double scale = window().devicePixelRatioF();
    for (const char* code : {"en", "es"}) {
        speak(code);
        for (const QSize& size : kSizes) {
            if (!fitsThePicture(size, scale))
                continue;
            window().resize(size);
            settle();
            const QString name = QStringLiteral("%1-%2x%3-%4-%5.png")
                                     .arg(QString::fromLatin1(GetParam()).toLower().replace(' ', '-'))
                                     .arg(size.width())
                                     .arg(size.height())
                                     .arg(QLatin1String(code))
                                     .arg(scale);
            EXPECT_EQ(window().size(), size)
                << name.toStdString() << " is " << window().width() << 'x' << window().height();
            expectNoDefects(name.toStdString());
            expectWholeCaptions(name.toStdString());
            keepPicture(name);
        }
    }
    if (page().controller().isActive())
        stop();
}

INSTANTIATE_TEST_SUITE_P(Pages, LayoutTest,
                         testing::Values("Train", "Train during a run", "Evaluate", "Evaluate as a map",
                                         "Evaluate with slices", "Evaluate over the run", "Runs", "Search", "Scaling",
                                         "Data"),
                         [](const auto& page) { return pascalCase(QString::fromLatin1(page.param)).toStdString(); });

// The check itself: a row of widgets without a defect, and with each kind planted.
class LayoutCheckTest : public testing::Test {
protected:
    LayoutCheckTest() : row_(new QHBoxLayout(&window_)) {
        row_->addWidget(name_);
        row_->addWidget(elided_);
        row_->addStretch();
        window_.resize(600, 80);
        window_.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&window_));
    }
    std::vector<LayoutDefect> found() {
        QCoreApplication::processEvents();
        std::vector<LayoutDefect> kinds;
        for (const FoundDefect& defect : layoutDefects(window_))
            kinds.push_back(defect.kind);
        return kinds;
    }

    QWidget window_;
    QHBoxLayout* row_;
    QLabel* name_ = new QLabel(QStringLiteral("A text that has its room"));
    ElidedLabel* elided_ = new ElidedLabel(QStringLiteral("another one"));
};

TEST_F(LayoutCheckTest, FindsNothingWhereAllIsWell) { EXPECT_TRUE(found().empty()); }

TEST_F(LayoutCheckTest, FindsATextThatIsCut) {
    name_->setFixedWidth(40);
    EXPECT_EQ(found(), std::vector{LayoutDefect::Cut});
}

TEST_F(LayoutCheckTest, FindsAWidgetOutsideItsParent) {
    auto* lost = new QLabel(QStringLiteral("x"), &window_);
    lost->move(590, 10);
    lost->show();
    EXPECT_EQ(found(), std::vector{LayoutDefect::Cut});
}

TEST_F(LayoutCheckTest, FindsATextElidedBesideFreeRoom) {
    elided_->setFixedWidth(30);
    EXPECT_EQ(found(), std::vector{LayoutDefect::ElidedBesideRoom});
}

TEST_F(LayoutCheckTest, FindsASplitterThatIsNotFilled) {
    auto* splitter = new QSplitter;
    auto* part = new QLabel(QStringLiteral("x"));
    part->setMaximumWidth(60);
    splitter->addWidget(part);
    splitter->setMinimumWidth(200);
    row_->insertWidget(0, splitter);
    EXPECT_EQ(found(), std::vector{LayoutDefect::Unused});
}

TEST_F(LayoutCheckTest, FindsAColumnElidedBesideFreeRoom) {
    auto* table = new QTableWidget(1, 2);
    table->verticalHeader()->hide();
    table->setHorizontalHeaderLabels({QStringLiteral("Name"), QStringLiteral("Note")});
    table->setItem(0, 0, new QTableWidgetItem(QStringLiteral("a name that is longer than its column")));
    table->setColumnWidth(0, 80);
    table->setColumnWidth(1, 80);
    row_->insertWidget(0, table, 1);
    window_.resize(900, 200);
    EXPECT_EQ(found(), std::vector{LayoutDefect::ElidedBesideRoom});
}

TEST_F(LayoutCheckTest, FindsAColumnsHeadThatIsCut) {
    auto* table = new QTableWidget(1, 2);
    table->verticalHeader()->hide();
    table->setHorizontalHeaderLabels({QStringLiteral("Floating-point operations"), QStringLiteral("Note")});
    table->setColumnWidth(0, 60);
    table->horizontalHeader()->setStretchLastSection(false);
    row_->insertWidget(0, table);
    window_.resize(900, 200);
    EXPECT_EQ(found(), (std::vector{LayoutDefect::Cut, LayoutDefect::ElidedBesideRoom}));
}

TEST_F(LayoutCheckTest, FindsWidgetsThatOverlap) {
    QCoreApplication::processEvents();
    elided_->setGeometry(name_->geometry().translated(8, 0)); // as fixed widths do in a window that is too narrow
    EXPECT_EQ(layoutDefects(window_).size(), 1U);
    EXPECT_EQ(layoutDefects(window_).front().kind, LayoutDefect::Overlapped);
}

} // namespace
} // namespace belfry
