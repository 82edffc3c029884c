#include "ui/pages/train/training_rules.h"

#include "core/base/error.h"
#include "core/train/class_weights.h"
#include "core/train/plan_fields.h"
#include "core/train/plan_schedule.h"
#include "ui/charts/curve_plot.h"
#include "ui/foundation/attempt.h"
#include "ui/foundation/number_text.h"
#include "ui/widgets/bound_form.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/fold.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

#include <QLocale>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kCurveHeight = 96, kCurvePoints = 240;
constexpr double kDecade = 10; // rates that differ by more are drawn by powers of ten

} // namespace

TrainingRules::TrainingRules(const Theme& theme, QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("trainingRules"));
    const Parts parts(this);
    auto* head = parts.button(
        "fold", QT_TR_NOOP("Training rules"),
        QT_TR_NOOP("Learning rate schedule, optimizer parameters, clipping, smoothing, averaging, early stopping"));
    curve_ = new CurvePlot(theme, QStringLiteral("rateCurve"), this);
    curve_->setAccessibleName(QStringLiteral("Rate over the run"));
    curve_->setFixedHeight(kCurveHeight);
    form_ = new BoundForm("belfry::TrainingRules", this);
    form_->addGroup(planFields(), "schedule");
    form_->addWide(curve_);
    form_->addGroup(planFields(), "optimizer");
    form_->addGroup(planFields(), "rules", {{"class_weights", new NumbersEdit(this)}});
    fold_ = new Fold(head, form_, this);
    fillWith(this, columnOf(0, {fold_}));
    connect(form_, &BoundForm::edited, this, &TrainingRules::edited);
    fill(shown_); // an empty field is a problem
    keepTranslated(this, [this] {
        expected<QLineEdit>(form_->widget(planField("class_weights")))->setPlaceholderText(tr("all alike"));
        curve_->setEmptyText(tr("No curve yet: the data set is missing, or a field is invalid"));
        showPlan(shown_);
    });
}

void TrainingRules::fill(const Plan& plan) { form_->fill(planFields(), plan); }

void TrainingRules::fillOptimizer(const Plan& plan) { form_->fill(planFields(), plan, "optimizer"); }

void TrainingRules::apply(Plan& plan) const { form_->read(planFields(), plan); }

void TrainingRules::showPlan(const Plan& plan) {
    shown_ = plan;
    Text weights;
    attempt([&] { checkClassWeights(plan); }, [&](const Text& sentence) { weights = sentence; });
    form_->showFor(planFields(), plan, {{"class_weights", weights}});
    showCurve();
    fold_->setSummary(summary(), form_->showsProblem());
}

void TrainingRules::setTrainImages(std::int64_t images) {
    trainImages_ = images;
    showCurve();
}

void TrainingRules::showCurve() {
    CurvePicture picture;
    picture.xTitle = tr("steps");
    picture.xFormat = YFormat::Count;
    picture.logY = decaysByIntervals(shown_.schedule);
    Curve& line = picture.curves.emplace_back();
    try {
        validate(shown_);
        const std::int64_t images = shown_.trainImages > 0 ? std::min(shown_.trainImages, trainImages_) : trainImages_;
        if (images > 0)
            for (const RatePoint& point : rateCurve(shown_, images, kCurvePoints))
                line.points.emplace_back(static_cast<double>(point.step), point.rate);
    } catch (const Error&) { // the field shows the problem
    }
    const auto [low, high] = std::ranges::minmax_element(line.points, {}, &QPointF::y);
    const bool any = !line.points.empty();
    picture.logY = picture.logY && any && low->y() > 0 && high->y() > kDecade * low->y();
    picture.fromZero = !picture.logY;
    const auto rate = [](double value) { return QLocale().toString(value, 'g', 3); };
    curve_->setToolTip(
        any ? tr("The learning rate at every step of the run: %1 to %2").arg(rate(low->y()), rate(high->y()))
            : tr("The learning rate at every step of the run"));
    curve_->setPicture(std::move(picture));
}

QString TrainingRules::problem() const { return form_->problem(); }

// The settings that differ from a plan without rules.
QString TrainingRules::summary() const {
    QStringList rules;
    for (const Choice& choice : scheduleChoices())
        if (choice.name == shown_.schedule)
            rules << translated(choice.title);
    const auto add = [&rules](bool on, const QString& text) {
        if (on)
            rules << text;
    };
    add(shown_.warmupSteps > 0 || shown_.warmupEpochs > 0, tr("warm-up"));
    add(shown_.clipNorm > 0, tr("clipping"));
    add(shown_.labelSmoothing > 0, tr("label smoothing"));
    add(!shown_.classWeights.empty(), tr("class weights"));
    add(shown_.logitAdjustment > 0, tr("logit adjustment"));
    add(shown_.sampling == "balanced", tr("balanced sampling"));
    add(shown_.averages(), tr("averaged weights"));
    add(shown_.lookaheadEvery > 0, tr("look-ahead"));
    add(shown_.patience > 0, tr("early stopping"));
    return rules.join(QStringLiteral(" · "));
}

void TrainingRules::setRunning(bool running) { form_->setEnabled(!running); }

} // namespace belfry
