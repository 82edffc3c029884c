// The trials of a search as rows of a table. GUI thread only.
#pragma once

#include "ui/bridge/search_view.h"
#include "ui/foundation/theme.h"
#include "ui/widgets/row_model.h"

namespace belfry {

class TrialTableModel : public RowModel<Trial> {
    Q_OBJECT
public:
    enum Column { Number, State, Accuracy, Curve, Network, Parameters, Time, Generation, Parents, Mutated, Columns };
    static constexpr int kIdRole = Qt::UserRole + 1;
    static constexpr int kCurveRole = Qt::UserRole + 2;  // QPolygonF: epoch, accuracy; in the bounds of kBoundsRole
    static constexpr int kBoundsRole = Qt::UserRole + 3; // QRectF: epochs by accuracies, the same for all

    // `theme` must outlive the model.
    explicit TrialTableModel(const Theme& theme, QObject* parent = nullptr);

    // Rows of the same search keep their place.
    void setView(const SearchView& view);

protected:
    QVariant cell(const Trial& trial, int column, int role) const override;

private:
    QString curveText(const Trial& trial) const;
    void measureCurves();

    const Theme& theme_;
    std::filesystem::path folder_;
    Space space_;
    bool paused_ = false;                     // the search
    double longest_ = 1, low_ = 0, high_ = 1; // of the curves
};

} // namespace belfry
