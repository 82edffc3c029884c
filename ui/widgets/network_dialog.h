// A network at full size: its diagram and a table of its layers with shapes, parameters and work; the way from a layer
// to what it sees. GUI thread only.
#pragma once

#include "core/model/blueprint.h"

#include <QDialog>

class QTableWidget;

namespace belfry {

class Theme;

class NetworkDialog : public QDialog {
    Q_OBJECT
public:
    NetworkDialog(const Theme& theme, const Blueprint& blueprint, const QString& title, QWidget* parent = nullptr);

Q_SIGNALS:
    // What a layer of this name sees is asked for, or what any does: "". The dialog is closed.
    void layerMapsRequested(const QString& layer);

private:
    void leaveFor(const QString& layer);
    QTableWidget* makeTable(const Blueprint& blueprint);
};

} // namespace belfry
