// Widgets, layout and wiring of the errors.
#include "ui/pages/evaluate/error_table.h"
#include "ui/pages/evaluate/errors_panel.h"
#include "ui/pages/evaluate/pair_model.h"
#include "ui/pages/evaluate/slice_model.h"
#include "ui/pages/evaluate/slice_rows.h"
#include "ui/pages/evaluate/trend_chart.h"
#include "ui/pages/evaluate/trend_model.h"
#include "ui/widgets/column_widths.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

namespace belfry {
namespace {

constexpr int kErrorSteps = 1000, kErrorRow = 28, kErrorsWidth = 348;

// Shares the room of the table among the columns of its model.
template <typename Model>
ErrorTable* columnsTable(Model* model, const char* name, const char* label, QWidget* parent) {
    auto* table = new ErrorTable(*model, name, label, kErrorRow, parent);
    new ColumnWidths(*table, [model](int column) { return model->widthOf(column); }, {0});
    return table;
}

} // namespace

void ErrorsPanel::makeWidgets(const Theme& theme) {
    const Parts parts(this);
    summary_ = parts.sentence("", "errorsSummary");
    status_ = parts.sentence("muted", "errorsStatus");
    legend_ = parts.sentence("muted", "errorsLegend");
    chips_ = {
        parts.chip(QT_TR_NOOP("Confused pairs"),
                   QT_TR_NOOP("Which class is taken for which; a row shows its images, and is chosen in the "
                              "matrix")),
        parts.chip(QT_TR_NOOP("Slices"), QT_TR_NOOP("Accuracy by brightness, contrast, sharpness, size and source "
                                                    "of the images; a row shows its mistakes")),
        parts.chip(QT_TR_NOOP("Over the run"), QT_TR_NOOP("Accuracy of each class with all weights that the run "
                                                          "keeps, the worst decline first; a row shows the "
                                                          "mistakes of its class"))};
    progress_ = parts.progress("errorsBar", "Looking for errors", kErrorSteps);
    pairModel_ = new PairModel(this);
    sliceModel_ = new SliceModel(this);
    trendModel_ = new TrendModel(this);
    pairTable_ = columnsTable(pairModel_, "pairTable", "Confused pairs", this);
    trendTable_ = columnsTable(trendModel_, "trendTable", "Classes over the run", this);
    sliceTable_ = new ErrorTable(*sliceModel_, "sliceTable", "Slices", SliceRows::kHeight, this);
    sliceTable_->setItemDelegate(new SliceRows(theme, *sliceModel_, sliceTable_));
    sliceTable_->horizontalHeader()->hide();
    sliceTable_->horizontalHeader()->setStretchLastSection(true);
    connect(&theme, &Theme::changed, sliceTable_->viewport(), qOverload<>(&QWidget::update));
    chart_ = new TrendChart(theme, this);
}

void ErrorsPanel::layOut() {
    setMinimumWidth(kErrorsWidth);
    body()->setSpacing(6);
    append(body(), {summary_,
                    rowOf(4, {chips_[0], chips_[1], chips_[2], Placed::stretch()}),
                    progress_,
                    status_,
                    legend_,
                    {pairTable_, 1},
                    {sliceTable_, 1},
                    {trendTable_, 3},
                    {chart_, 2}});
    body()->addStretch();
}

void ErrorsPanel::connectAll() {
    for (qsizetype i = 0; i < chips_.size(); ++i)
        connect(chips_[i], &QPushButton::clicked, this, [this, i] { showList(static_cast<List>(i)); });
    connect(pairTable_, &ErrorTable::rowChosen, this, [this](int row) {
        const ConfusedPair& pair = pairModel_->rows().at(static_cast<std::size_t>(row));
        Q_EMIT cellChosen({pair.truth, pair.answer});
    });
    connect(sliceTable_, &ErrorTable::rowChosen, this, &ErrorsPanel::chooseSlice);
    connect(trendTable_, &ErrorTable::rowChosen, this, &ErrorsPanel::chooseClass);
    for (const ErrorTable* table : {pairTable_, sliceTable_, trendTable_})
        connect(table, &ErrorTable::cleared, this, [this] {
            clearChoice();
            Q_EMIT chosenChanged();
        });
}

void ErrorsPanel::connectJob() {
    const auto progress = [this](List list) {
        return [this, list](double part) {
            if (list == list_)
                progress_->setValue(static_cast<int>(kErrorSteps * part));
        };
    };
    connect(&job_, &ErrorsJob::slicesProgressed, this, progress(List::Slices));
    connect(&job_, &ErrorsJob::trendProgressed, this, progress(List::Trend));
    connect(&job_, &ErrorsJob::slicesFound, this, [this](const std::shared_ptr<const EvaluationSlices>& slices) {
        slices_ = slices;
        sliceModel_->setSlices(*slices, report_->evaluation.result.accuracy());
        showTexts();
    });
    connect(&job_, &ErrorsJob::slicesFailed, this, [this](const Text& sentence) {
        slicesProblem_ = sentence;
        showTexts();
    });
    connect(&job_, &ErrorsJob::trendFound, this, [this](const std::shared_ptr<const ClassTrend>& trend) {
        trend_ = trend;
        showTrend();
        find(); // again, if there are newer weights
        showTexts();
    });
    connect(&job_, &ErrorsJob::trendFailed, this, [this](const Text& sentence) {
        trendProblem_ = sentence;
        find();
        showTexts();
    });
}

} // namespace belfry
