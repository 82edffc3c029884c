// The pictures of the Evaluate page: how large they are, and what is drawn of them.
#include "ui/foundation/theme.h"
#include "ui/pages/evaluate/image_grid.h"

#include <gtest/gtest.h>

#include <QImage>
#include <utility>

namespace belfry {
namespace {

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

} // namespace
} // namespace belfry
