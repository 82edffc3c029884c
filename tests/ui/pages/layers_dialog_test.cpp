// What each layer of a network sees, and what another network makes of the same picture.
#include "core/model/initial_weights.h"
#include "core/model/zoo.h"
#include "tests/ui/pages/evaluate_page_fixture.h"
#include "ui/dialogs/layers/insight_box.h"
#include "ui/dialogs/layers/layer_table.h"
#include "ui/dialogs/layers/layers_dialog.h"
#include "ui/dialogs/layers/layers_pane.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/widgets/drawing_pad.h"
#include "ui/widgets/network_diagram.h"
#include "ui/widgets/network_dialog.h"
#include "ui/widgets/network_summary.h"
#include "ui/widgets/tile_grid.h"
#include "ui/widgets/unit_bars.h"

#include <QAbstractButton>
#include <QLabel>
#include <QMouseEvent>
#include <QScreen>
#include <algorithm>

namespace belfry {
namespace {

class LayersDialogTest : public EvaluatePageTest {
protected:
    // Of the network that ships with Belfry: pad1 conv2 pool3 conv4 pool5 dense6 dense7 dense8.
    void openLayers() {
        open();
        page().setPlan(longPlan());
        ASSERT_TRUE(eventually([&] { return page().drawing()->snapshot() != nullptr; }));
        pad().setDrawing({{{80, 60}, {190, 60}, {120, 220}}});
        QTest::mouseClick(part<QAbstractButton>(*page().drawing()->insight(), "layerMapsButton"), Qt::LeftButton);
        dialog_ = page().drawing()->insight()->dialog();
        ASSERT_NE(dialog_, nullptr);
        EXPECT_FALSE(dialog_->isModal());
        ASSERT_TRUE(eventually([&] { return layers().rowCount() > 0; }));
    }
    DrawingPad& pad() { return *page().drawing()->pad(); }
    LayersPane& pane() { return *dialog_->pane(); }
    LayerTable& layers() { return *pane().layers(); }
    template <typename Kind>
    static Kind* part(const QWidget& of, const char* name) {
        auto* found = of.findChild<Kind*>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return found;
    }
    static QString said(const QWidget& of, const char* label) { return part<QLabel>(of, label)->text(); }
    TileGrid& tiles() { return *part<TileGrid>(pane(), "mapTiles"); }
    void choose(const char* layer) {
        layers().chooseNamed(QLatin1String(layer));
        ASSERT_EQ(layers().nameAt(layers().currentRow()), layer);
    }

    LayersDialog* dialog_ = nullptr; // the window's
};

TEST_F(LayersDialogTest, OpensFromALayerOfTheNetworksPicture) {
    open();
    page().setPlan(longPlan());
    ASSERT_TRUE(eventually([&] { return page().drawing()->snapshot() != nullptr; }));
    pad().setDrawing({{{80, 60}, {190, 60}, {120, 220}}});
    auto* summary = find<NetworkSummary>("networkPicture");
    QTest::mouseClick(summary->diagram(), Qt::LeftButton);
    auto* network = window().findChild<NetworkDialog*>();
    ASSERT_NE(network, nullptr);
    auto* diagram = network->findChild<NetworkDiagram*>();
    QTest::mouseClick(diagram, Qt::LeftButton, {}, diagram->picture().nodes[4].box.center().toPoint());
    dialog_ = page().drawing()->insight()->dialog();
    ASSERT_NE(dialog_, nullptr);
    ASSERT_TRUE(eventually([&] { return layers().rowCount() > 0; }));
    EXPECT_EQ(layers().nameAt(layers().currentRow()), "conv4");
    EXPECT_TRUE(eventually([&] { return window().findChild<NetworkDialog*>() == nullptr; }));
}

TEST_F(LayersDialogTest, ListsTheLayersAndShowsTheMapsOfTheChosenOne) {
    ASSERT_NO_FATAL_FAILURE(openLayers());
    EXPECT_EQ(layers().nameAt(layers().currentRow()), "conv2") << "the first that learns";
    EXPECT_EQ(layers().item(layers().currentRow(), 1)->text(), "28×28×6");
    EXPECT_EQ(tiles().count(), 6);
    EXPECT_TRUE(said(pane(), "mapDetail").startsWith("Channel 1 of 6: "));
    EXPECT_EQ(said(pane(), "paneNetwork"), "Pretrained network");
    EXPECT_TRUE(eventually([&] { return said(pane(), "paneAnswer").startsWith("“7”, "); }));
    layers().setFocus();
    QTest::keyClick(&layers(), Qt::Key_Down);
    EXPECT_EQ(layers().nameAt(layers().currentRow()), "pool3");
    QTest::keyClick(&layers(), Qt::Key_Down);
    EXPECT_EQ(tiles().count(), 16);
    EXPECT_TRUE(said(pane(), "mapDetail").startsWith("Channel 1 of 16: "));
}

TEST_F(LayersDialogTest, AMapIsShownCloserByPointerAndByKeys) {
    ASSERT_NO_FATAL_FAILURE(openLayers());
    const QPointF over = tiles().cell(2).center(); // the pointer itself may be over the window behind
    QMouseEvent move(QEvent::MouseMove, over, tiles().mapToGlobal(over), Qt::NoButton, Qt::NoButton, {});
    QCoreApplication::sendEvent(&tiles(), &move);
    EXPECT_TRUE(said(pane(), "mapDetail").startsWith("Channel 3 of 6: "));
    EXPECT_TRUE(part<QWidget>(pane(), "mapOverPicture")->isVisible());
    EXPECT_TRUE(part<QWidget>(pane(), "filterPicture")->isVisible()) << "of the first convolution";
    tiles().setFocus();
    QTest::keyClick(&tiles(), Qt::Key_Right);
    EXPECT_TRUE(said(pane(), "mapDetail").startsWith("Channel 2 of 6: "));
    EXPECT_TRUE(tiles().accessibleDescription().startsWith("Channel 2 of 6: "));
    EXPECT_TRUE(part<QWidget>(pane(), "mapOverPicture")->accessibleDescription().startsWith("Channel 2 of 6: "));
    choose("conv4");
    EXPECT_FALSE(part<QWidget>(pane(), "filterPicture")->isVisible());
    EXPECT_TRUE(part<QWidget>(pane(), "mapOverPicture")->isVisible());
}

TEST_F(LayersDialogTest, UnitsOfDenseLayersAreBarsAndTheLastOnesAreTheClasses) {
    ASSERT_NO_FATAL_FAILURE(openLayers());
    choose("dense7");
    auto* units = part<UnitBars>(pane(), "unitBars");
    EXPECT_TRUE(units->isVisible());
    EXPECT_EQ(units->count(), 84);
    EXPECT_TRUE(said(pane(), "mapDetail").startsWith("Unit 1 of 84: "));
    choose("dense8");
    ASSERT_EQ(units->count(), 10);
    const auto most = std::ranges::max_element(units->values());
    EXPECT_EQ(most - units->values().begin(), 7) << "what is drawn";
    units->setFocus();
    QTest::keyClick(units, Qt::Key_End);
    EXPECT_TRUE(said(pane(), "mapDetail").startsWith("Class 9, before softmax: "));
    QTest::mouseClick(units, Qt::LeftButton, {}, units->cell(7).center());
    EXPECT_TRUE(said(pane(), "mapDetail").startsWith("Class 7, before softmax: "));
}

TEST_F(LayersDialogTest, ShowsTheFiltersOfTheFirstConvolution) {
    ASSERT_NO_FATAL_FAILURE(openLayers());
    auto* chip = part<QAbstractButton>(pane(), "filtersButton");
    QTest::mouseClick(chip, Qt::LeftButton);
    auto* filters = part<TileGrid>(pane(), "filterTiles");
    EXPECT_TRUE(filters->isVisible());
    EXPECT_EQ(filters->count(), 6);
    EXPECT_EQ(filters->tiles()[0].picture.size(), QSize(5, 5));
    QTest::keyClick(filters, Qt::Key_End);
    EXPECT_TRUE(said(pane(), "mapDetail").startsWith("Filter 6 of 6: "));
    chip = part<QAbstractButton>(pane(), "mapsButton");
    chip->setFocus();
    QTest::keyClick(chip, Qt::Key_Space);
    EXPECT_TRUE(tiles().isVisible());
}

TEST_F(LayersDialogTest, SaysThatThereAreNoFiltersWithoutConvolutions) {
    LayersPane alone(theme_);
    auto network = std::make_shared<Snapshot>(*loadSnapshot(readyNetworkFile()));
    network->blueprint =
        std::make_shared<const Blueprint>(makeBlueprint(networkByName("mlp"), {1, 28, 28}, 10, InputStage{}));
    network->weights = initialWeights(*network->blueprint, 1);
    alone.show();
    alone.setNetwork(network, {});
    EXPECT_TRUE(said(alone, "mapsHint").contains("Draw on the pad"));
    alone.setPicture(std::vector<std::uint8_t>(784, 90));
    ASSERT_TRUE(eventually([&] { return alone.layers()->rowCount() > 0; }));
    EXPECT_TRUE(eventually([&] { return said(alone, "paneHeatKind") == "gradient of the picture"; }));
    QTest::mouseClick(part<QAbstractButton>(alone, "filtersButton"), Qt::LeftButton);
    EXPECT_TRUE(said(alone, "mapsHint").contains("no convolution"));
}

// Layers are named by kind and number, so those of another network may have the same names: the list showed the shapes
// of the network before.
TEST_F(LayersDialogTest, ListsTheShapesOfTheNetworkThatIsShown) {
    LayersPane alone(theme_);
    alone.show();
    alone.setPicture(std::vector<std::uint8_t>(784, 90));
    for (const char* channels : {"4", "12"}) {
        auto network = std::make_shared<Snapshot>(*loadSnapshot(readyNetworkFile()));
        const Architecture layers = architectureFromText("net", "conv " + std::string(channels) +
                                                                    " 3x3 relu\nglobal-avgpool\ndense classes linear");
        network->blueprint = std::make_shared<const Blueprint>(makeBlueprint(layers, {1, 28, 28}, 10, InputStage{}));
        network->weights = initialWeights(*network->blueprint, 1);
        alone.setNetwork(network, {});
        alone.setPicture(std::vector<std::uint8_t>(784, 90));
        const QString shape = QStringLiteral("26×26×%1").arg(QLatin1String(channels));
        EXPECT_TRUE(eventually([&] { return alone.layers()->rowCount() == 3; }));
        EXPECT_TRUE(eventually([&] { return alone.layers()->item(0, 1)->text() == shape; })) << channels;
        alone.layers()->chooseNamed(QStringLiteral("dense3"));
        EXPECT_EQ(alone.layers()->currentRow(), 2) << "stays chosen";
    }
}

TEST_F(LayersDialogTest, MarksWhatTheLayersDoOverSomePictures) {
    ASSERT_NO_FATAL_FAILURE(openLayers());
    for (int row = 0; row < layers().rowCount(); ++row)
        EXPECT_TRUE(eventually([&] { return layers().item(row, 2)->text() != "–"; })) << row;
    EXPECT_EQ(layers().healthImages(), 128);
    layers().setHealth({{.layer = 1, .dead = {true, false, true, false, false, false}, .saturated = 0.25}}, 128);
    EXPECT_EQ(layers().item(1, 2)->text(), "2 of 6 dead, 25 % saturated");
    EXPECT_TRUE(layers().item(1, 2)->toolTip().startsWith("2 of 6 dead, 25 % saturated\n")) << "it may be cut off";
    EXPECT_EQ(layers().deadOf(1), (std::vector<bool>{true, false, true, false, false, false}));
}

TEST_F(LayersDialogTest, FollowsTheDrawing) {
    ASSERT_NO_FATAL_FAILURE(openLayers());
    const QImage before = tiles().tiles()[0].picture;
    pad().setDrawing({{{140, 40}, {140, 240}}});
    EXPECT_TRUE(eventually([&] { return tiles().tiles()[0].picture != before; }));
    pad().clear();
    EXPECT_TRUE(said(pane(), "mapsHint").contains("Draw on the pad"));
    EXPECT_FALSE(tiles().isVisible());
    pad().setDrawing({{{140, 40}, {140, 240}}});
    EXPECT_TRUE(eventually([&] { return tiles().isVisible(); }));
    dialog_->close();
    EXPECT_TRUE(eventually([&] { return page().drawing()->insight()->dialog() == nullptr; }));
    pad().clear(); // nobody listens any more
}

// The ready network beside a checkpoint that says the first class to everything.
TEST_F(LayersDialogTest, ComparesWithTheWeightsOfAnotherRun) {
    trained("other", 1'700'000'000, {100});
    ASSERT_NO_FATAL_FAILURE(openLayers());
    LayersPane& other = *dialog_->other();
    EXPECT_FALSE(other.isVisible());
    QTest::mouseClick(part<QAbstractButton>(*dialog_, "compareButton"), Qt::LeftButton);
    EXPECT_TRUE(other.isVisible());
    auto* runs = part<QComboBox>(*dialog_, "comparedRunField");
    auto* weights = part<QComboBox>(*dialog_, "comparedWeightsField");
    ASSERT_TRUE(eventually([&] { return runs->findText("other", Qt::MatchStartsWith) >= 0; }));
    runs->setCurrentIndex(runs->findText("other", Qt::MatchStartsWith));
    ASSERT_TRUE(eventually([&] { return said(other, "paneAnswer").startsWith("“7”, "); }));
    ASSERT_TRUE(eventually([&] { return weights->findText("step 100") >= 0; }));
    weights->setFocus();
    QTest::keyClick(weights, Qt::Key_End);
    EXPECT_EQ(weights->currentText(), "step 100");
    ASSERT_TRUE(eventually([&] { return said(other, "paneAnswer") == "“0”, 10.0 %"; }));
    EXPECT_TRUE(said(pane(), "paneAnswer").startsWith("“7”, "));
    EXPECT_EQ(said(other, "paneHeatKind"), "nothing speaks for “0”");
    choose("dense6"); // of both
    EXPECT_TRUE(eventually([&] { return other.layers()->nameAt(other.layers()->currentRow()) == "dense6"; }));
    EXPECT_EQ(layers().nameAt(layers().currentRow()), "dense6");
    QTest::mouseClick(part<QAbstractButton>(*dialog_, "compareButton"), Qt::LeftButton);
    EXPECT_FALSE(other.isVisible());
}

// It grew to the right only: the weights and the button that closes it were beyond the edge of a small screen.
TEST_F(LayersDialogTest, StaysOnTheScreenWhenItGrowsToCompare) {
    ASSERT_NO_FATAL_FAILURE(openLayers());
    const QRect screen = dialog_->screen()->availableGeometry();
    dialog_->move(screen.right() - dialog_->width(), 60);
    QTest::mouseClick(part<QAbstractButton>(*dialog_, "compareButton"), Qt::LeftButton);
    ASSERT_TRUE(dialog_->other()->isVisible());
    EXPECT_GT(dialog_->width(), 1000);
    EXPECT_LE(dialog_->geometry().right(), screen.right());
    EXPECT_GE(dialog_->geometry().left(), screen.left());
}

} // namespace
} // namespace belfry
