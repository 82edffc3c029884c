// A table of the differences between the compared runs: their figures, with the difference to the baseline, and the
// settings that differ. GUI thread only.
#pragma once

#include "core/runs/run_list.h"
#include "ui/pages/runs/compare_table.h"
#include "ui/pages/runs/compared_lines.h"
#include "ui/widgets/card.h"
#include "ui/widgets/run_state_text.h"

#include <map>

class QLabel;
class QPushButton;

namespace belfry {

class CompareCard : public Card {
    Q_OBJECT
public:
    // `theme` must outlive the card.
    explicit CompareCard(const Theme& theme, QWidget* parent = nullptr);

    // `baseline`: an id, "" for none. `marks`: the runs' lines, by id.
    void setRuns(const std::vector<RunSummary>& runs, const FindCurve& find, const std::string& baseline,
                 const std::map<QString, LineMark>& marks);
    // The number of chosen runs that are not shown, and of all chosen ones.
    void setLeftOut(std::size_t leftOut, std::size_t chosen);
    // Whether some of them can be grouped; then the button is there.
    void setSeeds(bool some);
    bool groupsSeeds() const;

Q_SIGNALS:
    void groupingChanged();

private:
    std::vector<CompareHead> heads(const std::map<QString, LineMark>& marks) const;
    std::vector<CompareRow> figureRows() const;
    std::vector<CompareRow> settingRows(const FindCurve& find) const;
    void showHint();

    const Theme& theme_;
    std::vector<RunSummary> runs_;
    std::string baseline_;
    std::size_t leftOut_ = 0, chosen_ = 0;
    QPushButton* seeds_;
    QLabel* hint_;
    CompareTable* table_;
};

} // namespace belfry
