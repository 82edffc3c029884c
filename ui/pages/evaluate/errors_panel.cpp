#include "ui/pages/evaluate/errors_panel.h"

#include "ui/foundation/keep_translated.h"
#include "ui/foundation/number_text.h"
#include "ui/pages/evaluate/error_table.h"
#include "ui/pages/evaluate/pair_model.h"
#include "ui/pages/evaluate/slice_model.h"
#include "ui/pages/evaluate/trend_chart.h"
#include "ui/pages/evaluate/trend_model.h"
#include "ui/widgets/parts.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <algorithm>

namespace belfry {
namespace {

constexpr std::size_t kFewestMoments = 2; // that a class can change between

} // namespace

ErrorsPanel::ErrorsPanel(const Theme& theme, QWidget* parent) : Card({}, parent) {
    setObjectName(QStringLiteral("errorsPanel"));
    makeWidgets(theme);
    layOut();
    connectAll();
    connectJob();
    showList(List::Pairs);
    keepTranslated(this, [this] {
        setTitle(tr("Errors"));
        pairModel_->retranslate();
        sliceModel_->retranslate();
        trendModel_->retranslate();
        showTexts();
    });
}

void ErrorsPanel::setReport(const Report& report) {
    const bool alike = report && report_ && report->request.run == report_->request.run &&
                       report->images == report_->images; // so are the classes over the run, but for new weights
    report_ = report;
    chosen_.reset();
    slices_.reset();
    slicesProblem_ = {};
    job_.stopSlices();
    if (!alike) {
        job_.stopTrend();
        trendOf_.reset();
        trend_.reset();
        trendProblem_ = {};
    }
    pairs_ = report_ ? confusedPairs(report_->evaluation) : std::vector<ConfusedPair>();
    pairModel_->setPairs(pairs_, report_ ? report_->snapshot->classes : std::vector<std::string>());
    sliceModel_->setSlices({}, 0);
    showTrend();
    find();
    showTexts();
}

void ErrorsPanel::showEvent(QShowEvent* event) {
    Card::showEvent(event);
    find();
    showTexts();
}

void ErrorsPanel::find() {
    if (!report_ || !isVisible())
        return; // looked for when it is seen
    if (!slices_ && slicesProblem_.empty() && !job_.isFindingSlices()) {
        progress_->setValue(0);
        job_.findSlices(report_);
    }
    // One that is under way goes on: new weights may come faster than it ends.
    if (list_ == List::Trend && !isFresh() && !job_.isFindingTrend()) {
        progress_->setValue(0);
        trendOf_ = report_;
        trendProblem_ = {};
        job_.findTrend(report_);
    }
}

void ErrorsPanel::showList(List list) {
    list_ = list;
    for (qsizetype i = 0; i < chips_.size(); ++i)
        chips_[i]->setChecked(i == static_cast<qsizetype>(list));
    find();
    showTexts();
}

void ErrorsPanel::showTrend() {
    const bool some = trend_ && trend_->moments.size() >= kFewestMoments;
    trendModel_->setTrend(some ? *trend_ : ClassTrend());
    chart_->setTrend(some ? trend_ : nullptr);
    if (some)
        chart_->highlight(trend_->worstFirst().front());
}

void ErrorsPanel::showCell(const std::optional<ConfusionCell>& cell) {
    pairTable_->showChosen(cell ? pairModel_->rowOf(*cell) : std::nullopt);
    if (cell) { // it is shown instead
        sliceTable_->showChosen(std::nullopt);
        trendTable_->showChosen(std::nullopt);
        chosen_.reset();
    }
}

void ErrorsPanel::clearChoice() {
    for (ErrorTable* table : {pairTable_, sliceTable_, trendTable_})
        table->showChosen(std::nullopt);
    chosen_.reset();
}

void ErrorsPanel::chooseSlice(int row) {
    const EvaluationSlice& slice = sliceModel_->rows().at(static_cast<std::size_t>(row));
    trendTable_->showChosen(std::nullopt);
    chosen_ = {slice.mistakes, [slice] { return nameOf(slice); }};
    Q_EMIT chosenChanged();
}

void ErrorsPanel::chooseClass(int row) {
    const std::size_t label = trendModel_->rows().at(static_cast<std::size_t>(row)).label;
    chart_->highlight(label);
    sliceTable_->showChosen(std::nullopt);
    std::vector<std::int64_t> images;
    for (const Mistake& mistake : mistakesOf(report_->evaluation))
        if (mistake.truth == static_cast<int>(label))
            images.push_back(mistake.image);
    chosen_ = {std::move(images), [name = QString::fromStdString(report_->snapshot->classes.at(label))] {
                   return tr("class %1").arg(name);
               }};
    Q_EMIT chosenChanged();
}

bool ErrorsPanel::isBusy() const {
    return list_ == List::Slices ? job_.isFindingSlices() : list_ == List::Trend && job_.isFindingTrend();
}

QString ErrorsPanel::summaryText() const {
    if (!report_)
        return {};
    if (pairs_.empty())
        return tr("The network makes no mistake with these images.");
    const ConfusedPair& most = pairs_.front();
    const auto name = [this](int label) { return report_->snapshot->classes.at(static_cast<std::size_t>(label)); };
    const Text confused =
        Text::plural("Confused most: %1 with %2 (%n images).", "Confused most: %1 with %2 (%n image).", most.images,
                     name(most.truth), name(most.answer));
    if (!slices_)
        return translated(confused);
    const EvaluationSlice* worst = worstSlice(*slices_);
    const Text where =
        worst == nullptr
            ? Text::tr("No slice is worse than the rest by more than chance.")
            : Text::tr("Worst slice: %1 %2 (%3 % right, of the rest %4 %).", titleOf(worst->by), worst->name,
                       decimals(100 * worst->accuracy(), 1), decimals(100 * worst->restAccuracy, 1));
    return translated(Text::sentences({confused, where}));
}

QString ErrorsPanel::trendStatus() const {
    if (job_.isFindingTrend() && !trend_)
        return tr("Evaluating the weights that the run keeps…");
    if (!trendProblem_.empty())
        return translated(trendProblem_);
    if (!trend_)
        return {};
    QStringList unreadable;
    for (const std::filesystem::path& file : trend_->unreadable)
        unreadable << QString::fromStdString(file.filename().string());
    const QString left = unreadable.isEmpty()
                             ? QString()
                             : tr("Weights that cannot be read: %1.").arg(unreadable.join(QStringLiteral(", ")));
    const QString few = trend_->moments.size() >= kFewestMoments
                            ? QString()
                            : tr("The run keeps the weights of one step only. Save checkpoints more often (“Save "
                                 "every”) and keep more of them (belfry-cli train --keep-checkpoints) to see what "
                                 "becomes of each class.");
    return QStringList{few, left}.join(' ').trimmed();
}

QString ErrorsPanel::statusText() const {
    if (!report_)
        return {};
    if (list_ == List::Trend)
        return trendStatus();
    if (list_ == List::Pairs)
        return {}; // the sentence at the top says it
    if (!slicesProblem_.empty())
        return translated(slicesProblem_);
    if (!slices_)
        return tr("Looking at the images…");
    return slices_->empty() ? tr("All images are alike in brightness, contrast, sharpness, size and source: there is "
                                 "nothing to tell them apart by.")
                            : QString();
}

QString ErrorsPanel::legendText() const {
    if (list_ != List::Slices || !slices_ || slices_->empty())
        return {};
    return tr("Bar: 95 % interval, from %1 to 100 %. Thin line: all images.")
        .arg(percentText(sliceModel_->scaleFrom(), 0));
}

void ErrorsPanel::showTexts() {
    showSentence(summary_, summaryText());
    showSentence(status_, statusText());
    showSentence(legend_, legendText());
    progress_->setVisible(isBusy());
    pairTable_->setVisible(list_ == List::Pairs && !pairs_.empty());
    sliceTable_->setVisible(list_ == List::Slices && slices_ && !slices_->empty());
    const bool follows = list_ == List::Trend && !trendModel_->rows().empty();
    trendTable_->setVisible(follows);
    chart_->setVisible(follows);
}

} // namespace belfry
