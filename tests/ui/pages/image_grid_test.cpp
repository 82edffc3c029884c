// The pictures of the Evaluate page: how large they are, and what is drawn of them.
#include "tests/ui/pages/window_fixture.h"
#include "ui/foundation/theme.h"
#include "ui/pages/evaluate/evaluate_page.h"
#include "ui/pages/evaluate/image_grid.h"
#include "ui/pages/evaluate/image_panel.h"

#include <gtest/gtest.h>

#include <QImage>
#include <QSplitter>
#include <QTest>
#include <utility>

namespace belfry {
namespace {

class ImagePanelTest : public WindowTest {};

// A picture that is not square stood on a black one, as if that were part of it.
TEST(ImageGrid, DrawsNothingRoundThePictures) {
    Theme theme;
    ImageGrid grid(theme);
    QImage wide(48, 24, QImage::Format_RGB32);
    wide.fill(Qt::white);
    grid.setItems({{.picture = wide, .word = {}, .brief = {}, .tip = {}}});
    grid.resize(276, grid.heightForWidth(276));
    const QImage shown = grid.grab().toImage();
    EXPECT_EQ(shown.pixelColor(grid.place(0).topLeft()), grid.palette().color(grid.backgroundRole()));
    EXPECT_EQ(shown.pixelColor(24, 24), QColor(Qt::white));
}

TEST(ImageGrid, PicturesGrowWithTheRoom) {
    Theme theme;
    ImageGrid grid(theme);
    grid.setItems(std::vector<ImageGrid::Item>(20));
    for (const auto& [width, side] : {std::pair(276, 48), std::pair(475, 48), std::pair(476, 56), std::pair(700, 84)}) {
        grid.resize(width, grid.heightForWidth(width));
        EXPECT_EQ(grid.place(0).width(), side) << width;
        EXPECT_LE(grid.place(19).bottom(), grid.height()) << width;
    }
}

// The column of images had one width in every window: 34 pixels beside it were empty until a handle was dragged, and
// wider windows showed the same five small pictures.
TEST_F(ImagePanelTest, TheImagesGrowWithTheWindowAndByTheirHandle) {
    open();
    openPage("Evaluate");
    ASSERT_TRUE(eventually([&] { return find("evaluateButton")->isEnabled(); }));
    click("evaluateButton");
    ASSERT_TRUE(eventually([&] { return find("chosenImage")->isVisible(); }));
    const EvaluatePage& page = *window().evaluatePage();
    auto* splitter = find<QSplitter>("evaluateSplitter");
    const auto* panel = page.images();
    const auto* grid = find<ImageGrid>("imageGrid");
    int before = 0;
    for (const QSize& size : {QSize(1080, 618), QSize(1272, 720), QSize(1920, 1080), QSize(3840, 2160)}) {
        window().resize(size);
        QCoreApplication::processEvents();
        EXPECT_EQ(panel->geometry().right(), splitter->rect().right()) << size.width();
        EXPECT_GE(panel->width(), before) << size.width();
        before = panel->width();
        EXPECT_LE(find("evaluation")->geometry().right(), page.rect().right());
    }
    EXPECT_EQ(grid->place(0).width(), 84);
    window().resize(1920, 1080);
    QCoreApplication::processEvents();
    before = panel->width();
    EXPECT_EQ(grid->place(0).width(), 56);
    QSplitterHandle* handle = splitter->handle(2);
    handle->setFocus();
    for (int press = 0; press < 20; ++press)
        QTest::keyClick(handle, Qt::Key_Left);
    EXPECT_EQ(panel->width(), before + 20 * 16);
    EXPECT_EQ(panel->geometry().right(), splitter->rect().right());
    QCoreApplication::processEvents();
    EXPECT_EQ(grid->place(0).width(), 84);
}

} // namespace
} // namespace belfry
