#include "core/model/zoo.h"
#include "tests/ui/gallery/sheets.h"
#include "ui/widgets/card.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/network_diagram.h"
#include "ui/widgets/network_dialog.h"
#include "ui/widgets/network_view.h"

#include <set>

namespace belfry {
namespace {

constexpr ImageShape kDigit{1, 28, 28}, kColour{3, 32, 32};

// Two blocks in a block, and a branch outside of all.
Architecture nested() {
    return architectureFromText("nested", "conv 16 3x3 same relu as stem\n"
                                          "conv 16 3x3 same relu\n"
                                          "add stem\n"
                                          "block stage 32 x2 {\n"
                                          "  conv width 1x1 relu as wide\n"
                                          "  block residual x3 {\n"
                                          "    conv width 3x3 same linear no-bias\n"
                                          "    batchnorm relu\n"
                                          "    add input\n"
                                          "    conv width 1x1 relu\n"
                                          "    add wide relu\n"
                                          "  }\n"
                                          "  block narrowing {\n"
                                          "    conv width 3x3 stride 2 same as body\n"
                                          "    conv width 1x1 stride 2 from input\n"
                                          "    add body relu\n"
                                          "  }\n"
                                          "}\n"
                                          "global-avgpool\n"
                                          "dense classes linear\n");
}

Card* picture(const Theme& theme, const Architecture& architecture, const ImageShape& image,
              const std::set<int>& opened = {}) {
    const Blueprint blueprint = makeBlueprint(architecture, image, 10);
    auto* card = new Card(QString::fromStdString(architecture.name));
    auto* brief = new NetworkDiagram(theme, NetworkDiagram::Detail::Brief, card);
    brief->setBlueprint(blueprint);
    brief->setFixedWidth(232);
    auto* view = new NetworkView(theme, 132, card);
    view->diagram()->setBlueprint(blueprint);
    view->diagram()->setOpened(opened);
    append(card->body(), {rowOf(24, {brief, {view, 1}})});
    return card;
}

} // namespace

QWidget* networkSheet(const Theme& theme) {
    return new NetworkDialog(theme, makeBlueprint(networkByName("lenet"), ImageShape{}, 10), QStringLiteral("LeNet"));
}

QWidget* graphSheet(const Theme& theme) {
    auto* sheet = new QWidget;
    const Architecture residual = networkByName("resnet-20");
    fillWith(sheet, columnOf(8, {picture(theme, networkByName("lenet"), kDigit),
                                 picture(theme, networkByName("mlp"), kDigit), picture(theme, residual, kColour),
                                 picture(theme, residual, kColour, {0}), picture(theme, residual, kColour, {1, 2}),
                                 picture(theme, networkByName("resnet-18"), kColour, {0, 1, 2, 3, 4, 5, 6}),
                                 picture(theme, nested(), kColour), picture(theme, nested(), kColour, {0}),
                                 picture(theme, nested(), kColour, {0, 1, 2})}));
    sheet->setFixedWidth(1240);
    sheet->setFixedHeight(sheet->sizeHint().height()); // also above that of a screen
    return sheet;
}

} // namespace belfry
