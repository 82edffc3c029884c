// The trials of a search as rows of a table. GUI thread only.
#pragma once

#include "ui/bridge/search_view.h"
#include "ui/foundation/theme.h"

#include <QAbstractTableModel>
#include <vector>

namespace belfry {

class TrialTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Number, State, Accuracy, Curve, Network, Parameters, Time, Generation, Parents, Mutated, Columns };
    static constexpr int SortRole = Qt::UserRole;
    static constexpr int IdRole = Qt::UserRole + 1;
    static constexpr int CurveRole = Qt::UserRole + 2;  // QPolygonF: epoch, accuracy; in the bounds of BoundsRole
    static constexpr int BoundsRole = Qt::UserRole + 3; // QRectF: epochs by accuracies, the same for all

    // `theme` must outlive the model.
    explicit TrialTableModel(const Theme& theme, QObject* parent = nullptr);

    // Rows of the same search keep their place.
    void setView(const SearchView& view);
    void retranslate();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const Trial& trial, int column) const;
    QVariant sortKey(const Trial& trial, int column) const;
    QString curveText(const Trial& trial) const;
    QString help(const Trial& trial, int column) const;
    void measureCurves();

    const Theme& theme_;
    std::filesystem::path folder_;
    Space space_;
    std::vector<Trial> trials_;            // in the order in which they came
    double most_ = 1, low_ = 0, high_ = 1; // of the curves
};

} // namespace belfry
