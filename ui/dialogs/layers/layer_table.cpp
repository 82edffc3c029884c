#include "ui/dialogs/layers/layer_table.h"

#include "ui/foundation/keep_translated.h"
#include "ui/foundation/number_text.h"
#include "ui/widgets/layer_labels.h"
#include "ui/widgets/tables.h"

#include <QHeaderView>
#include <QSignalBlocker>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kLayerRow = 26;         // pixels
constexpr double kWorthSaying = 0.01; // of outputs
constexpr Qt::Alignment kLeft = Qt::AlignVCenter | Qt::AlignLeft;

} // namespace

LayerTable::LayerTable(QWidget* parent) : QTableWidget(0, Columns, parent) {
    dressTable(this, "seenLayers", "Layers", kLayerRow);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setTabKeyNavigation(false);
    keepTranslated(this, [this] {
        setHorizontalHeaderLabels({tr("Layer"), tr("Shape"), tr("Units")});
        for (int column = 0; column < Columns; ++column)
            horizontalHeaderItem(column)->setTextAlignment(kLeft);
        showHealth();
    });
    fitHeads(horizontalHeader());
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setSectionResizeMode(Units, QHeaderView::Stretch);
    connect(this, &QTableWidget::currentCellChanged, this, [this](int row, int, int before, int) {
        if (row == before || row < 0)
            return;
        wanted_ = nameAt(row);
        Q_EMIT layerChosen(row);
    });
}

void LayerTable::setLayers(const Blueprint& blueprint, const std::vector<LayerMaps>& maps) {
    std::vector<std::size_t> layers;
    std::ranges::transform(maps, std::back_inserter(layers), &LayerMaps::layer);
    bool same = layers == layers_;
    for (std::size_t row = 0; row < layers.size() && same; ++row) // those of another network may have the same names
        same = item(static_cast<int>(row), Name)->toolTip() == layerDetails(blueprint.layers[layers[row]]);
    if (same)
        return;
    layers_ = std::move(layers);
    const QSignalBlocker quiet(this); // nobody has chosen
    setRowCount(static_cast<int>(layers_.size()));
    for (int row = 0; row < rowCount(); ++row) {
        const BlueprintLayer& of = blueprint.layers[layers_[static_cast<std::size_t>(row)]];
        const QString texts[] = {QString::fromStdString(of.name), shapeText(of.out), {}};
        for (int column = 0; column < Columns; ++column) {
            auto* item = new QTableWidgetItem(texts[column]);
            item->setTextAlignment(kLeft);
            item->setToolTip(layerDetails(of));
            setItem(row, column, item);
        }
    }
    showHealth();
    // At first one that learns, rather than padding or the like.
    const auto learns = [&](std::size_t layer) { return blueprint.layers[layer].parameters > 0; };
    const auto first = std::ranges::find_if(layers_, learns);
    setCurrentCell(first != layers_.end() ? static_cast<int>(first - layers_.begin()) : rowCount() - 1, Name);
    showNamed(wanted_);
}

int LayerTable::layer() const { return currentRow(); }

QString LayerTable::nameAt(int row) const {
    return row >= 0 && row < rowCount() && item(row, Name) != nullptr ? item(row, Name)->text() : QString();
}

void LayerTable::chooseNamed(const QString& name) {
    wanted_ = name;
    showNamed(name);
}

void LayerTable::showNamed(const QString& name) {
    for (int row = 0; row < rowCount(); ++row)
        if (nameAt(row) == name)
            return setCurrentCell(row, Name);
}

void LayerTable::setHealth(const std::vector<LayerHealth>& health, std::int64_t images) {
    health_ = health;
    images_ = images;
    showHealth();
}

std::vector<bool> LayerTable::deadOf(std::size_t layer) const {
    const auto found = std::ranges::find(health_, layer, &LayerHealth::layer);
    return found != health_.end() ? found->dead : std::vector<bool>();
}

bool LayerTable::isDead(std::size_t layer, int channel) const {
    const std::vector<bool> dead = deadOf(layer);
    return static_cast<std::size_t>(channel) < dead.size() && dead[static_cast<std::size_t>(channel)];
}

QString LayerTable::healthText(const LayerHealth& health) const {
    QStringList said;
    if (const auto dead = std::ranges::count(health.dead, true); dead > 0)
        said << tr("%1 of %2 dead").arg(countText(dead), countText(std::ssize(health.dead)));
    if (health.saturated >= kWorthSaying)
        said << tr("%1 saturated").arg(percentText(health.saturated, 0));
    return said.isEmpty() ? tr("none dead") : said.join(QStringLiteral(", "));
}

void LayerTable::showHealth() {
    if (horizontalHeaderItem(Units) != nullptr)
        horizontalHeaderItem(Units)->setToolTip(
            tr("Dead units give the same number for every picture: they add nothing. Saturated outputs are at the end "
               "of what their activation can give, where little is learnt. Counted over some pictures of the data."));
    for (int row = 0; row < rowCount(); ++row) {
        const auto found = std::ranges::find(health_, layers_[static_cast<std::size_t>(row)], &LayerHealth::layer);
        const QString text = found != health_.end() ? healthText(*found) : dashText();
        item(row, Units)->setText(text);
        item(row, Units)->setToolTip(text + QLatin1Char('\n') + item(row, Name)->toolTip()); // there may be no room
    }
}

} // namespace belfry
