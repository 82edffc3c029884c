// The table of trials, best first until another column is clicked; curves as small lines. GUI thread only.
#pragma once

#include "ui/foundation/theme.h"

#include <QTableView>

class QSortFilterProxyModel;

namespace belfry {

class TrialTableModel;

class TrialTable : public QTableView {
    Q_OBJECT
public:
    // Both must outlive the table.
    TrialTable(const Theme& theme, TrialTableModel& model, QWidget* parent = nullptr);

    int chosen() const;     // id of the row that is selected, 0 for none
    void choose(int trial); // and shows its row; nothing when there is none

Q_SIGNALS:
    void trialChosen(int trial); // by the user

protected:
    void selectionChanged(const QItemSelection& now, const QItemSelection& before) override;

private:
    QSortFilterProxyModel* order_;
    bool choosing_ = false; // not by the user
};

} // namespace belfry
