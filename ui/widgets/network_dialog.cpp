#include "ui/widgets/network_dialog.h"

#include "ui/foundation/number_text.h"
#include "ui/foundation/screen_fit.h"
#include "ui/widgets/card.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layer_labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/network_diagram.h"
#include "ui/widgets/network_summary.h"
#include "ui/widgets/network_view.h"
#include "ui/widgets/tables.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>

namespace belfry {
namespace {
constexpr int kFirstNumber = 4; // columns from here on are numbers
constexpr int kRow = 28;
constexpr int kPictureHeight = 192;
} // namespace

NetworkDialog::NetworkDialog(const Theme& theme, const Blueprint& blueprint, const QString& title, QWidget* parent)
    : QDialog(parent) {
    setObjectName(QStringLiteral("networkDialog"));
    setWindowTitle(tr("Network %1").arg(title));
    auto* view = new NetworkView(theme, kPictureHeight, this);
    view->diagram()->setBlueprint(blueprint);
    view->diagram()->setPicking([] { return NetworkDialog::tr("Click or Enter: show what it sees"); });
    connect(view->diagram(), &NetworkDiagram::layerPicked, this, [this, layers = blueprint.layers](int layer) {
        leaveFor(QString::fromStdString(layers[static_cast<std::size_t>(layer)].name));
    });
    auto* picture = new Card(NetworkSummary::heading(title, blueprint.parameters), this);
    picture->body()->addWidget(view);
    auto* work = makeLabel(tr("%1 multiply-adds per image forward, %2 activations kept for backward")
                               .arg(countText(blueprint.multiplyAdds), countText(blueprint.activationsPerImage)),
                           "muted", this);
    auto* buttons = new QDialogButtonBox(this);
    auto* close = makeButton(tr("Close"), "Close", "", this);
    buttons->addButton(close, QDialogButtonBox::RejectRole);
    auto* maps = makeButton(tr("Layer maps…"), "Layer maps", "", this);
    maps->setToolTip(tr("Shows what each layer makes of the picture"));
    buttons->addButton(maps, QDialogButtonBox::ActionRole);
    connect(maps, &QPushButton::clicked, this, [this] { leaveFor({}); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    fillWith(this, columnOf(8, {picture, {makeTable(blueprint), 1}, work, buttons}), {16, 16, 16, 16});
    const int rows = std::min(12, static_cast<int>(blueprint.layers.size()));
    resizeWithinScreen(this, {880, 400 + kRow * rows});
}

QTableWidget* NetworkDialog::makeTable(const Blueprint& blueprint) {
    auto* table = new QTableWidget(static_cast<int>(blueprint.layers.size()), 6, this);
    dressTable(table, "layerTable", "Layers", kRow);
    table->setHorizontalHeaderLabels(
        {tr("Name"), tr("Layer"), tr("In"), tr("Out"), tr("Parameters"), tr("Multiply-adds")});
    fitHeads(table->horizontalHeader());
    for (int row = 0; row < table->rowCount(); ++row) {
        const BlueprintLayer& layer = blueprint.layers[static_cast<std::size_t>(row)];
        const QString cells[] = {QString::fromStdString(layer.name),
                                 layerTitle(layer.spec),
                                 shapeText(layer.in),
                                 shapeText(layer.out),
                                 countOrDash(layer.parameters),
                                 countOrDash(layer.multiplyAdds)};
        for (int column = 0; column < 6; ++column) {
            auto* item = new QTableWidgetItem(cells[column]);
            item->setTextAlignment(Qt::AlignVCenter | (column >= kFirstNumber ? Qt::AlignRight : Qt::AlignLeft));
            table->setItem(row, column, item);
        }
    }
    for (int column = 0; column < 6; ++column) {
        table->horizontalHeaderItem(column)->setTextAlignment(
            Qt::AlignVCenter | (column >= kFirstNumber ? Qt::AlignRight : Qt::AlignLeft));
        table->horizontalHeader()->setSectionResizeMode(column, column == 1 ? QHeaderView::Stretch
                                                                            : QHeaderView::ResizeToContents);
    }
    connect(table, &QTableWidget::cellActivated, this,
            [this, table](int row, int) { leaveFor(table->item(row, 0)->text()); });
    return table;
}

void NetworkDialog::leaveFor(const QString& layer) {
    accept();
    Q_EMIT layerMapsRequested(layer);
}

} // namespace belfry
