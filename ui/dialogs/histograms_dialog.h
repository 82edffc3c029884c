// How the numbers inside a network are spread, layer by layer over a run: all layers small, and one of them large. It
// stays open beside the window, of a run in progress or of one that has ended. GUI thread only.
#pragma once

#include "core/runs/distribution_history.h"
#include "ui/charts/ridge_picture.h"
#include "ui/foundation/texts.h"

#include <QDialog>
#include <vector>

class QLabel;
class QPushButton;
class QScrollArea;

namespace belfry {

class ComboBox;
class RidgeGrid;
class RidgePlot;
class Theme;

class HistogramsDialog : public QDialog {
    Q_OBJECT
public:
    // `theme` must outlive the dialog.
    explicit HistogramsDialog(const Theme& theme, QWidget* parent);

    // Another run, by its name; nothing is known of it yet.
    void setRun(const QString& name, const TranslatableText& emptyText);
    // All that was collected of it; drawn when the dialog is in sight. `emptyText`: why there may be nothing.
    void setSteps(std::vector<Distributions> steps, const TranslatableText& emptyText);
    void setKind(VectorKind kind);
    VectorKind kind() const;
    void enlarge(const std::string& vector); // "conv1/activations"
    void showAll();
    const std::string& enlarged() const { return enlarged_; } // "": all layers are shown
    RidgeGrid* grid() const { return grid_; }
    RidgePlot* plot() const { return plot_; }
    void reject() override; // Esc: back to all layers first

protected:
    void showEvent(QShowEvent* event) override;

private:
    void layOut(const Theme& theme);
    void fillKinds();
    void refresh();
    void showFaults();
    void showTiles();
    void showPlot();
    void fillVectors();
    std::vector<std::string> namesOf(bool firstOnly) const; // of vectors of the kind that the newest step has
    const Distributions::Vector* newest(const std::string& name) const;

    std::vector<Distributions> steps_;
    QString run_;
    TranslatableText emptyText_;
    std::string enlarged_;
    std::vector<std::string> tiles_; // names of the vectors in the grid
    ComboBox *kind_, *vector_;
    QPushButton* back_;
    QLabel *caption_, *faults_, *empty_, *facts_;
    RidgeGrid* grid_;
    RidgePlot* plot_;
    QScrollArea* scroll_;
};

} // namespace belfry
