#include "ui/pages/train/end_card.h"

#include "ui/pages/train/run_text.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/parts.h"

#include <QLabel>
#include <QPushButton>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr int kMaxLength = 1'000'000'000;

std::int64_t epochsOf(const Finished& finished) { return static_cast<std::int64_t>(std::ceil(finished.epochs)); }

} // namespace

EndCard::EndCard(QWidget* parent) : Card({}, parent) {
    setObjectName(QStringLiteral("endCard"));
    makeWidgets();
    connectAll();
    keepTranslated(this, [this] { retranslate(); });
    hide();
}

void EndCard::makeWidgets() {
    const Parts parts(this);
    result_ = parts.sentence("", "endText");
    gainText_ = parts.sentence("", "gainText");
    close_ =
        parts.button("quiet", QT_TR_NOOP("Close"), QT_TR_NOOP("Gives the charts their room back"), "Close end card");
    evaluate_ = parts.button("", QT_TR_NOOP("Evaluate"),
                             QT_TR_NOOP("Opens the run's best weights on the Evaluate page"), "Evaluate ended run");
    resume_ = parts.button("", QT_TR_NOOP("Resume"), QT_TR_NOOP("Resumes the run from where it was stopped"),
                           "Resume stopped run");
    longer_ = parts.button("", QT_TR_NOOP("Train longer…"), QT_TR_NOOP("Continues the run to a greater length"),
                           "Train run longer");
    compare_ = parts.button("", QT_TR_NOOP("Compare with previous"), nullptr, "Compare with previous");
    export_ = parts.button("", QT_TR_NOOP("Export…"),
                           QT_TR_NOOP("Writes the network with its best weights into a folder, for other programs"),
                           "Export ended run");
    for (QPushButton* button : {evaluate_, resume_, longer_, compare_, export_})
        button->setProperty("narrow", "true"); // all of them stand between the set-up and the pad
    lengthLabel_ = parts.label("muted", "longerCaption");
    length_ = new SpinBox(this);
    parts.help(length_, QT_TR_NOOP("Counts from the beginning of the run"));
    lengthLabel_->setBuddy(length_);
    problem_ = parts.sentence("warning", "longerProblem");
    train_ = parts.button("primary", QT_TR_NOOP("Train"), QT_TR_NOOP("Continues the run"), "Train to this length");
    append(body(), {rowOf(8, {{result_, 1}, {close_, 0, Qt::AlignTop}}), gainText_,
                    rowOf(6, {evaluate_, resume_, longer_, compare_, export_, Placed::stretch()}),
                    rowOf(8, {lengthLabel_, length_, train_, Placed::stretch()}), problem_});
}

void EndCard::connectAll() {
    connect(close_, &QPushButton::clicked, this, &QWidget::hide);
    connect(
        evaluate_, &QPushButton::clicked, this, [this] { Q_EMIT evaluateRequested(run()); });
    connect(resume_, &QPushButton::clicked, this, [this] { Q_EMIT resumeRequested(run()); });
    connect(
        longer_, &QPushButton::clicked, this,
        [this] {
            showLength(true);
            length_->setFocus();
            length_->selectAll();
        });
    connect(length_, &NumberField::changed, this, [this] { checkLength(); });
    connect(length_, &NumberField::returnPressed, train_, &QPushButton::click);
    connect(
        train_, &QPushButton::clicked, this,
        [this] { Q_EMIT longerRequested(run(), static_cast<qint64>(length_->number())); });
    connect(
        compare_, &QPushButton::clicked, this, [this] { Q_EMIT compareRequested(run(), previous_); });
    connect(export_, &QPushButton::clicked, this,
            [this] { Q_EMIT exportRequested(run(), QString::fromStdString(plan_.name)); });
}

void EndCard::showEnd(const Finished& finished, const Plan& plan) {
    finished_ = finished;
    plan_ = plan;
    const bool stopped = finished.state == RunState::Stopped;
    resume_->setVisible(stopped);
    longer_->setVisible(!stopped);
    const auto done = static_cast<double>(plan.steps > 0 ? finished.steps : epochsOf(finished));
    length_->setRange(done + 1, kMaxLength);
    length_->setNumber(done +
                       static_cast<double>(std::max<std::int64_t>(plan.steps > 0 ? plan.steps : plan.epochs, 1)));
    showLength(false);
    setPrevious({});
    retranslate();
    show();
}

std::int64_t EndCard::epochsSinceBest() const { return epochsOf(finished_) - finished_.bestEpoch; }

void EndCard::setPrevious(const std::filesystem::path& run, const Text& gain) {
    previous_ = run;
    gain_ = gain;
    showSentence(gainText_, translated(gain));
    compare_->setEnabled(!run.empty());
    if (run.empty())
        compare_->setToolTip(tr("There is no earlier run"));
    else
        compare_->setToolTip(gain.empty() ? tr("Shows this run and the one before it on the Runs page")
                                          : tr("Shows both runs on the Runs page"));
}

void EndCard::checkLength() {
    train_->setEnabled(length_->problem().empty());
    showSentence(problem_, length_->isVisibleTo(this) ? translated(length_->problem()) : QString());
}

void EndCard::showLength(bool shown) {
    for (QWidget* part : std::initializer_list<QWidget*>{lengthLabel_, length_, train_})
        part->setVisible(shown);
    checkLength();
}

void EndCard::retranslate() {
    result_->setText(endText(finished_));
    const bool inSteps = plan_.steps > 0;
    length_->setName(inSteps ? "Steps in all" : "Epochs in all");
    lengthLabel_->setText(inSteps ? tr("Steps in all") : tr("Epochs in all"));
    setPrevious(previous_, gain_);
}

} // namespace belfry
