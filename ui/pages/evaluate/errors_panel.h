// What the mistakes of an evaluation have in common: the classes that are confused, the slices of the images that are
// worse than the rest, and what became of each class over the run. What is chosen is shown among the images. GUI thread
// only.
#pragma once

#include "core/predict/mistakes.h"
#include "ui/bridge/errors_job.h"
#include "ui/foundation/texts.h"
#include "ui/pages/evaluate/errors_export.h"
#include "ui/widgets/card.h"

#include <QList>
#include <memory>
#include <optional>
#include <vector>

class QLabel;
class QProgressBar;
class QPushButton;

namespace belfry {

class ErrorTable;
class PairModel;
class SliceModel;
class Theme;
class TrendChart;
class TrendModel;

class ErrorsPanel : public Card {
    Q_OBJECT
public:
    struct Chosen { // mistakes, the most confident first
        std::vector<std::int64_t> images;
        TranslatableText heading; // "Brightness 41.0 to 66.0"
    };
    explicit ErrorsPanel(const Theme& theme, QWidget* parent = nullptr); // its destructor stops and waits

    // Slices and classes over the run are looked for when they are seen. Null: nothing is shown.
    void setReport(const std::shared_ptr<const EvaluationReport>& report);
    void showCell(const std::optional<ConfusionCell>& cell);        // that is chosen in the matrix
    const std::optional<Chosen>& chosen() const { return chosen_; } // of a slice or a class
    void clearChoice();
    KnownErrors known() const { return {slices_, isFresh() && !job_.isFindingTrend() ? trend_ : nullptr}; } // for files

Q_SIGNALS:
    void cellChosen(const belfry::ConfusionCell& cell);
    void chosenChanged();

protected:
    void showEvent(QShowEvent* event) override;

private:
    enum class List { Pairs, Slices, Trend };
    using Report = std::shared_ptr<const EvaluationReport>;
    void makeWidgets(const Theme& theme);
    void layOut();
    void connectAll();
    void connectJob();
    void showList(List list);
    void find(); // what is seen and not known
    void chooseSlice(int row);
    void chooseClass(int row);
    void showTrend();
    void showTexts();
    bool isFresh() const { return trendOf_ == report_; } // the trend is that of this report, or will be
    QString summaryText() const;
    QString statusText() const; // of the list that is seen; "": it says all
    QString trendStatus() const;
    QString legendText() const;
    bool isBusy() const; // with the list that is seen

    Report report_;
    List list_ = List::Pairs;
    std::vector<ConfusedPair> pairs_;
    std::shared_ptr<const EvaluationSlices> slices_; // null: not found yet
    std::shared_ptr<const ClassTrend> trend_;        // perhaps of an earlier report of the run
    Report trendOf_;                                 // whose trend was asked for last
    Text slicesProblem_, trendProblem_;
    std::optional<Chosen> chosen_;

    QLabel *summary_, *status_, *legend_;
    QList<QPushButton*> chips_; // by List
    QProgressBar* progress_;
    PairModel* pairModel_;
    SliceModel* sliceModel_;
    TrendModel* trendModel_;
    ErrorTable *pairTable_, *sliceTable_, *trendTable_;
    TrendChart* chart_;
    ErrorsJob job_; // last: what it answers needs all above
};

} // namespace belfry
