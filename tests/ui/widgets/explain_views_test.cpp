// What the window paints of an explanation: heat maps, maps of layers, filters and units.
#include "ui/foundation/theme.h"
#include "ui/widgets/heat_view.h"
#include "ui/widgets/map_pictures.h"
#include "ui/widgets/tile_grid.h"
#include "ui/widgets/unit_bars.h"

#include <gtest/gtest.h>

#include <QTest>

namespace belfry {
namespace {

constexpr ImageShape kSmall{1, 6, 6};

// Of 6 x 6, hot in one third of each side.
HeatMap hotAt(int top, int left) {
    HeatMap map{.label = 3, .height = 6, .width = 6, .values = std::vector<float>(36), .peak = 2};
    for (int y = top; y < top + 2; ++y)
        for (int x = left; x < left + 2; ++x)
            map.values[static_cast<std::size_t>(6 * y + x)] = 1;
    return map;
}

int brightness(const QColor& colour) { return colour.red() + colour.green() + colour.blue(); }

TEST(MapPictures, TheHotPartIsTheBrightOne) {
    const std::vector<std::uint8_t> black(36);
    const QImage image = heatImage(hotAt(0, 4), black, kSmall);
    ASSERT_EQ(image.size(), QSize(6, 6));
    EXPECT_GT(brightness(image.pixelColor(5, 0)), 300);
    EXPECT_LT(brightness(image.pixelColor(0, 5)), 60);
    EXPECT_TRUE(heatImage(hotAt(0, 4), black, {1, 5, 5}).isNull()) << "another picture's";
}

// A map of 3 x 3 over a picture of 6 x 6: its middle pixel is hot, and so is the picture's middle, not a corner of it.
TEST(MapPictures, AnEnlargedMapLiesWhereItCameFrom) {
    std::vector<float> map(9, -1);
    map[4] = 5;
    const MapRange range = rangeOf(map);
    EXPECT_EQ(range.low, -1);
    EXPECT_EQ(range.high, 5);
    const QImage own = mapImage(map, 3, 3, range);
    EXPECT_GT(brightness(own.pixelColor(1, 1)), 600);
    EXPECT_LT(brightness(own.pixelColor(0, 1)), 20);
    const QImage over = mapOverPicture(map, 3, 3, range, std::vector<std::uint8_t>(36), kSmall);
    EXPECT_EQ(over.pixelColor(2, 2), over.pixelColor(3, 3));
    EXPECT_EQ(over.pixelColor(2, 3), over.pixelColor(3, 2));
    EXPECT_GT(brightness(over.pixelColor(2, 2)), brightness(over.pixelColor(1, 2)));
    EXPECT_GT(brightness(over.pixelColor(1, 2)), brightness(over.pixelColor(0, 2)));
    EXPECT_TRUE(mapOverPicture(map, 2, 3, range, std::vector<std::uint8_t>(36), kSmall).isNull());
}

TEST(MapPictures, NoWeightIsMiddleGrey) {
    FilterPictures filters{.filters = 2, .channels = 1, .height = 1, .width = 2, .values = {0, 0.5F, -0.5F, 0.25F}};
    EXPECT_NEAR(filterImage(filters, 0).pixelColor(0, 0).red(), 128, 1);
    EXPECT_EQ(filterImage(filters, 0).pixelColor(1, 0).red(), 255);
    EXPECT_EQ(filterImage(filters, 1).pixelColor(0, 0).red(), 0);
    EXPECT_NEAR(filterImage(filters, 1).pixelColor(1, 0).red(), 191, 1);
}

TEST(HeatView, SaysWhereAndForWhichClass) {
    Theme theme;
    HeatView view(theme);
    EXPECT_TRUE(view.picture().isNull());
    EXPECT_EQ(view.accessibleDescription(), "nothing drawn");
    const std::vector<std::uint8_t> picture(36, 100);
    const std::pair<HeatMap, const char*> places[] = {{hotAt(0, 0), "upper left"},
                                                      {hotAt(0, 4), "upper right"},
                                                      {hotAt(2, 2), "middle"},
                                                      {hotAt(4, 2), "bottom"},
                                                      {hotAt(2, 0), "left"}};
    for (const auto& [map, place] : places) {
        view.setMap(map, picture, kSmall, QStringLiteral("cat"));
        EXPECT_EQ(view.accessibleDescription(), QStringLiteral("cat: most in this part: %1").arg(QLatin1String(place)));
    }
    EXPECT_EQ(view.sizeHint(), QSize(96, 96)) << "a whole multiple of its pixels";
    HeatMap nothing = hotAt(0, 0);
    std::ranges::fill(nothing.values, 0.0F);
    view.setMap(nothing, picture, kSmall, QStringLiteral("cat"));
    EXPECT_TRUE(view.accessibleDescription().endsWith("nowhere"));
    view.clear();
    EXPECT_EQ(view.accessibleDescription(), "nothing drawn");
}

TEST(HeatScale, RunsFromLittleToMost) {
    Theme theme;
    HeatScale scale(theme);
    scale.resize(200, 18);
    const QImage shown = scale.grab().toImage();
    int first = 0, last = 199; // of the bar, which has colours of its own
    while (first < 199 && shown.pixelColor(first, 9).saturation() < 200)
        ++first;
    while (last > 0 && brightness(shown.pixelColor(last, 9)) < 500)
        --last;
    EXPECT_LT(first, last);
    EXPECT_LT(brightness(shown.pixelColor(first, 9)), brightness(shown.pixelColor(first + 60, 9)));
    EXPECT_TRUE(scale.accessibleDescription().contains("little"));
    scale.setPeak(1.5F);
    EXPECT_TRUE(scale.accessibleDescription().contains("1.50"));
}

class CellGridTest : public testing::Test {
protected:
    CellGridTest() : grid_(theme_, QStringLiteral("grid"), QStringLiteral("Maps")) {
        std::vector<TileGrid::Tile> tiles;
        for (int i = 0; i < 10; ++i)
            tiles.push_back({.picture = QImage(12, 12, QImage::Format_RGB32), .text = QString::number(i)});
        tiles[3].dead = true;
        for (TileGrid::Tile& tile : tiles)
            tile.picture.fill(Qt::black);
        grid_.setTiles(std::move(tiles));
        grid_.resize(4 * 88 - 4, 400); // four in a row
        grid_.show();
        QObject::connect(&grid_, &CellGrid::pointedAt, &grid_, [this](int index) { pointed_.push_back(index); });
        QObject::connect(&grid_, &CellGrid::sought, &grid_, [this](int index) { sought_.push_back(index); });
    }
    Theme theme_;
    TileGrid grid_;
    std::vector<int> pointed_, sought_;
};

TEST_F(CellGridTest, ArrowKeysGoAlongTheRowsAndStayInside) {
    EXPECT_EQ(grid_.current(), 0);
    const std::pair<Qt::Key, int> steps[] = {{Qt::Key_Right, 1}, {Qt::Key_Down, 5}, {Qt::Key_Down, 9},
                                             {Qt::Key_Down, 9},  {Qt::Key_Up, 5},   {Qt::Key_Left, 4},
                                             {Qt::Key_Home, 0},  {Qt::Key_Left, 0}, {Qt::Key_End, 9}};
    for (const auto& [key, place] : steps) {
        QTest::keyClick(&grid_, key);
        EXPECT_EQ(grid_.current(), place);
        EXPECT_EQ(grid_.accessibleDescription(), QString::number(place));
    }
    EXPECT_EQ(pointed_, (std::vector<int>{1, 5, 9, 5, 4, 0, 9}));
    EXPECT_EQ(sought_.back(), 9);
}

TEST_F(CellGridTest, ThePointerShowsWithoutChoosing) {
    QTest::mouseMove(&grid_, grid_.cell(6).center());
    EXPECT_EQ(grid_.pointed(), 6);
    EXPECT_EQ(grid_.current(), 0);
    QTest::mouseMove(&grid_, QPoint(grid_.cell(9).right() + 40, grid_.cell(9).center().y()));
    EXPECT_EQ(grid_.pointed(), 0);
    QTest::mouseClick(&grid_, Qt::LeftButton, {}, grid_.cell(7).center());
    EXPECT_EQ(grid_.current(), 7);
    QTest::keyClick(&grid_, Qt::Key_Left); // though the pointer rests on another one
    EXPECT_EQ(grid_.pointed(), 6);
}

TEST_F(CellGridTest, ADeadOneIsCrossedOut) {
    const QImage shown = grid_.grab().toImage();
    const auto middle = [&](int index) { return shown.pixelColor(grid_.cell(index).center()); };
    EXPECT_EQ(middle(2), QColor(Qt::black));
    EXPECT_GT(middle(3).red(), 100);
}

TEST(UnitBars, GoUpAndDownFromZero) {
    Theme theme;
    UnitBars bars(theme);
    bars.setUnits({2, -2, 0}, {"cat", "dog", "owl"}, {false, false, true});
    bars.resize(300, bars.heightForWidth(300));
    const QImage shown = bars.grab().toImage();
    const auto at = [&](int index, double part) { // of the bars' height, from the top
        const QRect cell = bars.cell(index);
        return shown.pixelColor(cell.left() + 8, cell.top() + static_cast<int>(72 * part));
    };
    EXPECT_EQ(at(0, 0.3), theme.palette().accent);
    EXPECT_EQ(at(0, 0.8), theme.palette().grid);
    EXPECT_EQ(at(1, 0.3), theme.palette().grid);
    EXPECT_EQ(at(1, 0.8), theme.palette().accent);
    EXPECT_EQ(bars.accessibleDescription(), "cat: 2.000");
    QTest::keyClick(&bars, Qt::Key_End);
    EXPECT_EQ(bars.accessibleDescription(), "owl: 0.000 (dead)");
    bars.setUnits(std::vector<float>(500, 1), {}, {});
    EXPECT_EQ(bars.unitName(bars.current()), "3") << "the same unit stays the current one";
    EXPECT_GT(bars.heightForWidth(300), 4 * 72) << "in rows";
}

} // namespace
} // namespace belfry
