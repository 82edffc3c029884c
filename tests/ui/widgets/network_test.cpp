#include "core/model/zoo.h"
#include "ui/widgets/layer_labels.h"
#include "ui/widgets/network_diagram.h"
#include "ui/widgets/network_dialog.h"
#include "ui/widgets/network_summary.h"

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QApplication>
#include <QHelpEvent>
#include <QLabel>
#include <QTableWidget>
#include <QTest>
#include <QToolTip>
#include <functional>

namespace belfry {
namespace {

Architecture deep(int layers) {
    Architecture network{"deep", {}};
    for (int i = 0; i < layers; ++i) {
        network.lines.push_back(ConvolutionLayer{64, 3, 1, Padding::Same, Activation::Relu, 0});
    }
    network.lines.push_back(DenseLayer{0, Activation::Linear, 0});
    return network;
}

std::vector<Blueprint> blueprints() {
    return {makeBlueprint(networkByName("lenet"), ImageShape{}, 10),
            makeBlueprint(networkByName("mlp"), ImageShape{}, 10),
            makeBlueprint(networkByName("lenet"), ImageShape{3, 32, 32}, 10),
            makeBlueprint(deep(40), ImageShape{3, 32, 32}, 100)};
}

// The first pictures cut the boxes and numbers at both ends.
TEST(NetworkDiagram, StaysInsideAtAnyWidth) {
    Theme theme;
    for (const auto detail : {NetworkDiagram::Detail::Brief, NetworkDiagram::Detail::Full}) {
        NetworkDiagram diagram(theme, detail);
        for (const Blueprint& blueprint : blueprints()) {
            diagram.setBlueprint(blueprint);
            for (const int width : {80, 150, 232, 400, 848}) {
                const bool full = detail == NetworkDiagram::Detail::Full; // scrolls where it is wider
                diagram.resize(full ? std::max(width, diagram.neededSize().width()) : width,
                               diagram.sizeHint().height());
                double right = 0;
                ASSERT_FALSE(diagram.picture().nodes.empty());
                for (const NetworkNode& node : diagram.picture().nodes) {
                    EXPECT_TRUE(QRectF(diagram.rect()).contains(node.box)) << width;
                    EXPECT_TRUE(node.label.isEmpty() || QRectF(diagram.rect()).contains(node.label)) << width;
                    EXPECT_GE(node.box.left(), right - 1e-6) << "boxes overlap at " << width;
                    right = node.box.right();
                }
            }
        }
    }
}

TEST(NetworkDiagram, LeNetShowsItsNumbersAtTheColumnsWidth) {
    Theme theme;
    NetworkDiagram diagram(theme, NetworkDiagram::Detail::Brief);
    diagram.setBlueprint(blueprints()[0]);
    diagram.resize(230, diagram.sizeHint().height());
    EXPECT_FALSE(diagram.picture().nodes.front().label.isEmpty());
}

TEST(NetworkDiagram, ToolTipDescribesTheLayer) {
    const Blueprint lenet = blueprints()[0];
    for (const BlueprintLayer& layer : lenet.layers) {
        if (layer.name == "conv2") {
            EXPECT_EQ(layerDetails(layer), QStringLiteral("conv2: convolution 6, 5×5, relu\n32×32×1 → 28×28×6\n"
                                                          "156 parameters, 117,600 multiply-adds"));
            return;
        }
    }
    FAIL() << "no layer conv2";
}

TEST(NetworkDiagram, HoverShowsTheLayerUnderTheCursor) {
    Theme theme;
    NetworkDiagram diagram(theme, NetworkDiagram::Detail::Brief);
    diagram.setBlueprint(blueprints()[0]);
    diagram.resize(232, diagram.sizeHint().height());
    diagram.show();
    const QPoint at = diagram.picture().nodes[2].box.center().toPoint();
    QHelpEvent help(QEvent::ToolTip, at, diagram.mapToGlobal(at));
    QApplication::sendEvent(&diagram, &help);
    EXPECT_TRUE(QToolTip::text().startsWith(QStringLiteral("conv2"))) << QToolTip::text().toStdString();
    QToolTip::hideText();
}

TEST(LayerText, SuperscriptsSurvive) {
    EXPECT_EQ(squareText(28), QStringLiteral("28²"));
    EXPECT_EQ(shortShapeText({28, 28, 6}), QStringLiteral("28²×6"));
    EXPECT_EQ(shortShapeText({1, 1, 1200}), QStringLiteral("1,200"));
}

TEST(NetworkSummary, HeadingCountsParameters) {
    Theme theme;
    NetworkSummary picture(theme);
    picture.setBlueprint(blueprints()[0], QStringLiteral("LeNet"));
    auto* title = picture.findChild<QLabel*>(QStringLiteral("networkTitle"));
    EXPECT_EQ(title->text(), QStringLiteral("LeNet · 61,706 parameters"));
    picture.setProblem(QStringLiteral("conv3 gets too small a picture"));
    EXPECT_TRUE(picture.diagram()->isHidden());
    EXPECT_EQ(picture.findChild<QLabel*>(QStringLiteral("networkProblem"))->text(),
              QStringLiteral("conv3 gets too small a picture"));
    picture.setBlueprint(blueprints()[0], QStringLiteral("LeNet"));
    EXPECT_FALSE(picture.diagram()->isHidden());
}

TEST(NetworkSummary, ClickAndEnterOpenTheTable) {
    Theme theme;
    NetworkSummary picture(theme);
    picture.setBlueprint(blueprints()[0], QStringLiteral("LeNet"));
    picture.resize(232, 100);
    picture.show();
    QApplication::processEvents();
    QTest::mouseClick(picture.diagram(), Qt::LeftButton);
    auto* dialog = picture.findChild<NetworkDialog*>();
    ASSERT_NE(dialog, nullptr);
    auto* table = dialog->findChild<QTableWidget*>(QStringLiteral("layerTable"));
    EXPECT_EQ(table->rowCount(), static_cast<int>(blueprints()[0].layers.size()));
    EXPECT_EQ(table->item(1, 4)->text(), QStringLiteral("156"));
    delete dialog;
    QTest::keyClick(picture.diagram(), Qt::Key_Return);
    EXPECT_NE(picture.findChild<NetworkDialog*>(), nullptr);
}

TEST(NetworkDialog, LeadsFromALayerToWhatItSees) {
    Theme theme;
    const auto asked = [&](const std::function<void(NetworkDialog&)>& act) {
        NetworkDialog dialog(theme, blueprints()[0], QStringLiteral("LeNet"));
        QStringList layers;
        QObject::connect(&dialog, &NetworkDialog::layerMapsRequested, &dialog,
                         [&](const QString& layer) { layers << (layer.isEmpty() ? QStringLiteral("any") : layer); });
        dialog.show();
        QApplication::processEvents();
        act(dialog);
        EXPECT_FALSE(dialog.isVisible());
        return layers.join(' ').toStdString();
    };
    EXPECT_EQ(asked([](NetworkDialog& dialog) {
                  auto* diagram = dialog.findChild<NetworkDiagram*>();
                  QTest::mouseClick(diagram, Qt::LeftButton, {}, diagram->picture().nodes[2].box.center().toPoint());
              }),
              "conv2");
    EXPECT_EQ(asked([](NetworkDialog& dialog) {
                  auto* diagram = dialog.findChild<NetworkDiagram*>();
                  diagram->setFocus();
                  QTest::keyClick(diagram, Qt::Key_End);
                  QTest::keyClick(diagram, Qt::Key_Return);
              }),
              "dense8");
    EXPECT_EQ(asked([](NetworkDialog& dialog) {
                  auto* table = dialog.findChild<QTableWidget*>(QStringLiteral("layerTable"));
                  table->setCurrentCell(3, 0);
                  QTest::keyClick(table, Qt::Key_Return);
              }),
              "conv4");
    EXPECT_EQ(asked([](NetworkDialog& dialog) {
                  QTest::mouseClick(dialog.findChild<QAbstractButton*>(QStringLiteral("layerMapsButton")),
                                    Qt::LeftButton);
              }),
              "any");
}

} // namespace
} // namespace belfry
