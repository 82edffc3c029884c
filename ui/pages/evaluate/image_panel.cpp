#include "ui/pages/evaluate/image_panel.h"

#include "core/study/image_history.h"
#include "ui/dialogs/layers/insight_box.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/pages/evaluate/history_chart.h"
#include "ui/widgets/digit_view.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/pictures.h"
#include "ui/widgets/probability_bars.h"
#include "ui/widgets/scrolled.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <algorithm>
#include <set>

namespace belfry {
namespace {

constexpr int kWidth = 312;

} // namespace

ImagePanel::ImagePanel(const Theme& theme, QWidget* parent) : Card({}, parent) {
    setObjectName(QStringLiteral("imagePanel"));
    setMinimumWidth(kWidth);
    const Parts parts(this);
    caption_ = parts.elided("muted", "imagesCaption");
    grid_ = new ImageGrid(theme, this);
    parts.help(grid_, QT_TR_NOOP("Worst first. Click or use the arrow keys to select one."));
    closer_ = new QWidget(this);
    closer_->setObjectName(QStringLiteral("chosenImage"));
    view_ = new DigitView(theme, closer_);
    truth_ = parts.elided("", "imageTruth");
    answer_ = parts.elided("", "imageAnswer");
    bars_ = new ProbabilityBars(theme, closer_);
    remove_ = parts.button("quiet", QT_TR_NOOP("Remove"),
                           QT_TR_NOOP("Removes the drawing from the personal test set; this can be undone"),
                           "Remove drawing");
    showAll_ = parts.button("quiet", QT_TR_NOOP("Show all"), QT_TR_NOOP("All images again, instead of those selected"),
                            "Show all images");
    mistakesOnly_ = parts.chip(QT_TR_NOOP("Mistakes only"), QT_TR_NOOP("Leaves out the images that were recognised"));
    titleRow()->addWidget(mistakesOnly_);
    history_ = new HistoryChart(theme, closer_);
    insight_ = new InsightBox(theme, "imageInsight", closer_);
    layOut();
    connect(grid_, &ImageGrid::chosen, this, &ImagePanel::showImage);
    connect(showAll_, &QPushButton::clicked, this, &ImagePanel::allRequested);
    connect(mistakesOnly_, &QPushButton::toggled, this, &ImagePanel::showShown);
    connect(remove_, &QPushButton::clicked, this, [this] {
        if (const int place = grid_->current(); place >= 0) {
            const auto image = static_cast<std::size_t>(shown_[static_cast<std::size_t>(place)]);
            Q_EMIT removeRequested(report_->drawings.files.at(image));
        }
    });
    setReport(nullptr);
    keepTranslated(this, [this] {
        setTitle(tr("Images"));
        showTexts();
        if (report_ && !pictures_.bytes.empty())
            fill();
        if (report_ && grid_->current() >= 0)
            showImage(grid_->current());
    });
}

QSize ImagePanel::sizeHint() const { return {kWidth, Card::sizeHint().height()}; }

void ImagePanel::layOut() {
    auto* scroll = scrolled(grid_, "imagesScroll", this);
    connect(grid_, &ImageGrid::chosen, scroll, [this, scroll](int place) {
        const QRect rect = grid_->place(place);
        scroll->ensureVisible(rect.center().x(), rect.center().y(), rect.width() / 2, rect.height() / 2);
    });
    const Parts parts(this);
    QLabel* historyTitle = parts.caption(QT_TR_NOOP("Across checkpoints"), nullptr);
    parts.help(historyTitle,
               QT_TR_NOOP("Probability of the true class, and the predicted class, at each checkpoint of the run"));
    auto* words = columnOf(4, {view_, truth_, answer_, Placed::stretch(), {remove_, 0, Qt::AlignLeft}});
    fillWith(closer_,
             columnOf(6, {rowOf(12, {{words, 4}, {bars_, 6, Qt::AlignTop}}), insight_, historyTitle, history_}));
    body()->setSpacing(6);
    append(body(), {rowOf(8, {{caption_, 1}, showAll_}), {scroll, 1}, closer_});
}

void ImagePanel::setReport(const Report& report) {
    report_ = report;
    insight_->setNetwork(report_ ? report_->snapshot : nullptr,
                         report_ ? report_->request.run : std::filesystem::path());
    if (report_)
        bars_->setClasses(stringsOf(report_->snapshot->classes));
    showCell(std::nullopt);
}

QString ImagePanel::className(int label) const {
    return QString::fromStdString(report_->snapshot->classes.at(static_cast<std::size_t>(label)));
}

void ImagePanel::showCell(const std::optional<ConfusionCell>& cell) {
    cell_ = cell;
    ofMap_ = false;
    heading_.reset();
    showThese(report_ ? worstFirst(report_->evaluation, cell_) : std::vector<std::int64_t>());
}

void ImagePanel::showChosen(const std::vector<std::int64_t>& images) {
    std::vector<std::int64_t> ordered = worstFirst(report_->evaluation);
    const std::set<std::int64_t> chosen(images.begin(), images.end());
    std::erase_if(ordered, [&chosen](std::int64_t image) { return !chosen.contains(image); });
    cell_ = std::nullopt;
    ofMap_ = true;
    heading_.reset();
    showThese(std::move(ordered));
}

void ImagePanel::showMistakes(const std::vector<std::int64_t>& images, const TranslatableText& heading) {
    cell_ = std::nullopt;
    ofMap_ = false;
    heading_ = heading;
    showThese(images);
}

void ImagePanel::lookAt(std::int64_t image) {
    const auto place = std::ranges::find(shown_, image);
    if (place == shown_.end())
        return;
    grid_->setFocus(Qt::OtherFocusReason);
    wanted_ = image;
    if (grid_->count() > 0)
        grid_->setCurrent(static_cast<int>(place - shown_.begin()));
}

void ImagePanel::showThese(std::vector<std::int64_t> images) {
    listed_ = std::move(images);
    showShown();
}

// All images of a cell are mistakes, or none is.
bool ImagePanel::leavesRightOnes() const { return mistakesOnly_->isChecked() && !cell_; }

void ImagePanel::showShown() {
    wanted_ = -1;
    pictures_ = {};
    grid_->setItems({});
    closer_->hide();
    readPictures_.cancel();
    readHistory_.cancel();
    shown_ = listed_;
    if (leavesRightOnes())
        std::erase_if(shown_, [this](std::int64_t image) {
            const auto at = static_cast<std::size_t>(image);
            return report_->evaluation.labels[at] == report_->evaluation.answers[at];
        });
    all_ = static_cast<std::int64_t>(shown_.size());
    shown_.resize(std::min(shown_.size(), kMaxShown));
    showTexts();
    if (shown_.empty())
        return;
    readPictures_.start<Pictures>(
        [report = report_, numbers = shown_](const LatestJob::Token&) {
            Pictures pictures;
            pictures.each = static_cast<std::size_t>(report->snapshot->blueprint->image.bytes());
            pictures.bytes.resize(pictures.each * numbers.size());
            report->images->read(numbers, pictures.bytes.data());
            return pictures;
        },
        [this](const Pictures& pictures) {
            pictures_ = pictures;
            fill();
            const auto wanted = std::ranges::find(shown_, wanted_);
            grid_->setCurrent(wanted == shown_.end() ? 0 : static_cast<int>(wanted - shown_.begin()));
        },
        [this](const Text& sentence) { Q_EMIT failed(sentence); });
}

std::span<const std::uint8_t> ImagePanel::bytesOf(int place) const {
    return std::span(pictures_.bytes).subspan(static_cast<std::size_t>(place) * pictures_.each, pictures_.each);
}

void ImagePanel::fill() {
    std::vector<ImageGrid::Item> items;
    const Evaluation& evaluation = report_->evaluation;
    for (std::size_t i = 0; i < shown_.size(); ++i) {
        const auto image = static_cast<std::size_t>(shown_[i]);
        const int truth = evaluation.labels[image], answer = evaluation.answers[image];
        const QString sure = percentText(double{evaluation.probability(shown_[i], answer)}, 0);
        items.push_back(
            {.picture = imageFromBytes(bytesOf(static_cast<int>(i)), report_->snapshot->blueprint->image),
             .word = truth == answer ? sure : QStringLiteral("%1 (%2)").arg(className(answer), sure),
             .brief = truth == answer ? QString() : className(answer),
             .tip = truth == answer
                        ? tr("%1 recognised, confidence %2").arg(className(truth), sure)
                        : tr("%1 mistaken for %2, confidence %3").arg(className(truth), className(answer), sure),
             .wrong = truth != answer});
    }
    const int current = grid_->current();
    const QSignalBlocker quiet(grid_);
    grid_->setItems(std::move(items));
    grid_->setCurrent(current);
}

void ImagePanel::showImage(int place) {
    const std::int64_t image = shown_.at(static_cast<std::size_t>(place));
    view_->setPicture(bytesOf(place), report_->snapshot->blueprint->image);
    bars_->setProbabilities(report_->evaluation.probabilitiesOf(image));
    const std::span<const std::uint8_t> bytes = bytesOf(place);
    insight_->setPicture({bytes.begin(), bytes.end()});
    closer_->show();
    showTexts();
    readHistory(image);
}

void ImagePanel::readHistory(std::int64_t image) {
    readHistory_.cancel();
    if (report_->request.run.empty()) {
        history_->clear(tr("The pretrained network has no checkpoints."));
        return;
    }
    history_->clear(tr("Reading the checkpoints…"));
    const int label = report_->evaluation.labels[static_cast<std::size_t>(image)];
    const std::span<const std::uint8_t> bytes = bytesOf(grid_->current());
    readHistory_.start<ImageHistory>(
        [folder = report_->request.run, picture = std::vector(bytes.begin(), bytes.end()),
         label](const LatestJob::Token& job) { return imageHistory(folder, picture, label, job.stop); },
        [this, label](const ImageHistory& history) {
            history_->setHistory(history, label, stringsOf(report_->snapshot->classes));
            if (history.moments.empty())
                history_->clear(tr("The run has no readable weights."));
        },
        [this](const Text& sentence) {
            history_->clear();
            Q_EMIT failed(sentence);
        });
}

QString ImagePanel::captionText() const {
    const bool some = static_cast<std::int64_t>(shown_.size()) < all_;
    const QString shown = countText(static_cast<std::int64_t>(shown_.size())), all = countText(all_);
    if (ofMap_ && !leavesRightOnes())
        return some ? tr("the worst %1 of %2 pictures of the map").arg(shown, all)
                    : translated(Text::plural("%n pictures of the map", "%n picture of the map", all_));
    const QString count = some ? tr("the worst %1 of %2").arg(shown, all) : tr("%1, worst first").arg(all);
    if (heading_ || (ofMap_ && leavesRightOnes()))
        return tr("Mistakes, %1: %2").arg(heading_ ? heading_->text() : tr("selected on the map"), count);
    if (leavesRightOnes())
        return tr("Mistakes: %1").arg(count);
    if (!cell_)
        return tr("All: %1").arg(count);
    return cell_->truth == cell_->answer
               ? tr("%1 recognised: %2").arg(className(cell_->truth), count)
               : tr("%1 mistaken for %2: %3").arg(className(cell_->truth), className(cell_->answer), count);
}

void ImagePanel::showTexts() {
    showAll_->setVisible(ofMap_ || heading_);
    setAllowed(mistakesOnly_, cell_ ? tr("Of a cell of the matrix all images are mistakes, or none is.") : QString());
    remove_->setVisible(report_ && report_->request.split == EvaluationSplit::Drawings);
    if (!report_) {
        caption_->clear();
        return;
    }
    caption_->setText(captionText());
    if (const int place = grid_->current(); place >= 0) {
        const auto image = static_cast<std::size_t>(shown_.at(static_cast<std::size_t>(place)));
        truth_->setText(tr("True class: %1").arg(className(report_->evaluation.labels[image])));
        answer_->setText(tr("Predicted: %1").arg(className(report_->evaluation.answers[image])));
    }
}

} // namespace belfry
