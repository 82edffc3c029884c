// The layers of a network: names, shapes, and units that do nothing or can do no more. GUI thread only.
#pragma once

#include "core/explain/explainer.h"

#include <QTableWidget>
#include <cstdint>
#include <vector>

namespace belfry {

class LayerTable : public QTableWidget {
    Q_OBJECT
public:
    explicit LayerTable(QWidget* parent = nullptr);

    // Those of `maps`, in their order. The same layers again: what is chosen stays; else the first that learns is.
    void setLayers(const Blueprint& blueprint, const std::vector<LayerMaps>& maps);
    void setHealth(const std::vector<LayerHealth>& health, std::int64_t images); // over so many; empty: not known
    int layer() const; // chosen: its place in `maps`; -1: none
    // By its name in the blueprint, where it is there; else as soon as it comes.
    void chooseNamed(const QString& name);
    QString nameAt(int row) const; // "conv1"
    // Whether a unit of a layer in blueprint.layers is dead, as far as that is known.
    bool isDead(std::size_t layer, int channel) const;
    std::vector<bool> deadOf(std::size_t layer) const; // empty: not known
    std::int64_t healthImages() const { return images_; }
    QSize sizeHint() const override { return {280, 200}; }

Q_SIGNALS:
    void layerChosen(int layer); // by the user or chooseNamed(), not because there are other layers

private:
    enum Column { Name, Shape, Units, Columns };
    void showNamed(const QString& name);
    void showHealth();
    QString healthText(const LayerHealth& health) const;

    std::vector<std::size_t> layers_; // of the blueprint, by row
    QString wanted_;                  // chosen last
    std::vector<LayerHealth> health_;
    std::int64_t images_ = 0;
};

} // namespace belfry
