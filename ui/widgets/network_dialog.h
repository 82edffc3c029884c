// A network at full size: its diagram and a table of its layers with shapes, parameters and work. GUI thread only.
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

private:
    QTableWidget* makeTable(const Blueprint& blueprint);
};

} // namespace belfry
