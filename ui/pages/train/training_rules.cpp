#include "ui/pages/train/training_rules.h"

#include "core/train/choices.h"
#include "core/base/error.h"
#include "core/train/plan_schedule.h"
#include "ui/charts/curve_plot.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/entered.h"
#include "ui/widgets/field_grid.h"
#include "ui/widgets/number_edit.h"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>

namespace belfry {
namespace {

constexpr int kCurveHeight = 96, kCurvePoints = 240;
constexpr double kDecade = 10; // rates that differ by more are drawn by powers of ten

bool uses(const std::string& optimizer, const char* parameter) {
    const auto info = std::ranges::find(optimizers(), optimizer, &OptimizerInfo::name);
    return info != optimizers().end() && info->uses(parameter);
}

} // namespace

// A real number of the plan. `parameter`: the optimizer's that it is, or "".
struct TrainingRules::Number {
    const char* label;
    const char* help;
    double Plan::*value;
    const char* parameter = "";
    const char* unit = "";
};

// A whole number of the plan that means something else when it is 0.
struct TrainingRules::Count {
    const char* label;
    const char* help;
    std::int64_t Plan::*value;
    const char *zero, *one, *many;
};

const std::vector<TrainingRules::Number>& TrainingRules::numbers() {
    static const std::vector<Number> table{
        {QT_TR_NOOP("Decay factor"),
         QT_TR_NOOP("What is left of the rate after each interval. Learning that stops too early: nearer to 1."),
         &Plan::decayFactor},
        {QT_TR_NOOP("Decay epochs"),
         QT_TR_NOOP("The interval in epochs. Learning that stops too early: a longer one. Decay steps, when there are "
                    "some, count instead."),
         &Plan::decayEpochs, "", QT_TR_NOOP("epochs")},
        {QT_TR_NOOP("Warm-up epochs"),
         QT_TR_NOOP("Over these the rate rises in equal steps from almost zero. A loss that jumps in the first steps: "
                    "try 1. Warm-up steps, when there are some, count instead."),
         &Plan::warmupEpochs, "", QT_TR_NOOP("epochs")},
        {QT_TR_NOOP("Momentum"),
         QT_TR_NOOP("Share of the last change that is kept. Loss that swings: lower it, or the rate."), &Plan::momentum,
         "momentum"},
        {QT_TR_NOOP("Rho"),
         QT_TR_NOOP("Share of the past in the mean of squared gradients. Loss that jumps: nearer to 1."), &Plan::rho,
         "rho"},
        {QT_TR_NOOP("Beta 1"),
         QT_TR_NOOP("Share of the past in the mean gradient. Loss that swings: try 0.8; that is noisy: nearer to 1."),
         &Plan::beta1, "beta1"},
        {QT_TR_NOOP("Beta 2"),
         QT_TR_NOOP("Share of the past in the mean of squared gradients. A loss that jumps late in the run: try 0.99."),
         &Plan::beta2, "beta2"},
        {QT_TR_NOOP("Epsilon"),
         QT_TR_NOOP("Added to the divisor, so that tiny gradients make no huge steps. Steps that explode: raise it."),
         &Plan::epsilon, "epsilon"},
        {QT_TR_NOOP("Schedule decay"),
         QT_TR_NOOP("How fast the momentum of Nadam rises to Beta 1. Seldom worth a change."), &Plan::scheduleDecay,
         "schedule_decay"},
        {QT_TR_NOOP("Weight decay"),
         QT_TR_NOOP("Part of every weight lost in a step, times the rate. Validation that falls behind training: raise "
                    "it; both poor: lower it."),
         &Plan::weightDecay, "weight_decay"},
        {QT_TR_NOOP("Clip norm"),
         QT_TR_NOOP("A mean gradient that is longer is scaled down to this length; 0: none is. Single steps that spoil "
                    "the loss: try 1."),
         &Plan::clipNorm},
        {QT_TR_NOOP("Label smoothing"),
         QT_TR_NOOP(
             "Part of the truth that is dealt to all classes; 0: none. Validation loss that rises while accuracy "
             "stays: try 0.1."),
         &Plan::labelSmoothing},
        {QT_TR_NOOP("Average decay"),
         QT_TR_NOOP(
             "What a moving average of the weights keeps of its past; the average is what is validated, drawn on "
             "and saved. 0: none. Validation that jumps from epoch to epoch: try 0.999."),
         &Plan::averageDecay},
    };
    return table;
}

const std::vector<TrainingRules::Count>& TrainingRules::counts() {
    static const std::vector<Count> table{
        {QT_TR_NOOP("Decay steps"), QT_TR_NOOP("The interval in steps; 0: by epochs."), &Plan::decaySteps,
         QT_TR_NOOP("by epochs"), QT_TR_NOOP("step"), QT_TR_NOOP("steps")},
        {QT_TR_NOOP("Warm-up steps"), QT_TR_NOOP("The warm-up in steps; 0: by epochs."), &Plan::warmupSteps,
         QT_TR_NOOP("by epochs"), QT_TR_NOOP("step"), QT_TR_NOOP("steps")},
        {QT_TR_NOOP("Patience"),
         QT_TR_NOOP("Epochs without better weights that end the run; 0: none do. A run that ends while it still "
                    "learns: more."),
         &Plan::patience, QT_TR_NOOP("never stop"), QT_TR_NOOP("epoch"), QT_TR_NOOP("epochs")},
    };
    return table;
}

TrainingRules::TrainingRules(const Theme& theme, QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("trainingRules"));
    fold_ = makeButton({}, "Training rules", "fold", this);
    fold_->setCheckable(true);
    summary_ = makeLabel({}, "muted", this);
    summary_->setObjectName(QStringLiteral("trainingRulesSummary"));
    summary_->setWordWrap(true);
    grid_ = new FieldGrid("belfry::TrainingRules", this);
    schedule_ = new ChoiceBox(ChoiceBox::itemsOf(scheduleChoices()), this);
    bestBy_ = new ChoiceBox(ChoiceBox::itemsOf(bestByChoices()), this);
    curve_ = new CurvePlot(theme, QStringLiteral("rateCurve"), this);
    curve_->setAccessibleName(QStringLiteral("Rate over the run"));
    curve_->setFixedHeight(kCurveHeight);
    edits_.resize(numbers().size());
    boxes_.resize(counts().size());
    addFields();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(fold_);
    column->addWidget(summary_);
    column->addWidget(grid_);
    for (ChoiceBox* box : {schedule_, bestBy_}) {
        connect(box, &QComboBox::currentIndexChanged, this, &TrainingRules::edited);
    }
    connect(fold_, &QPushButton::toggled, this, &TrainingRules::setUnfolded);
    setUnfolded(false);
    retranslate();
}

void TrainingRules::addFields() {
    grid_->addField(QT_TR_NOOP("Schedule"),
                    QT_TR_NOOP("How the rate changes over the run. One cycle often ends higher; if it fails early, "
                               "lower the rate or choose Constant."),
                    schedule_);
    addNumber("Decay factor");
    addNumber("Decay epochs");
    addCount("Decay steps");
    addNumber("Warm-up epochs");
    addCount("Warm-up steps");
    grid_->addWide(curve_);
    for (const Number& number : numbers()) {
        if (*number.parameter != '\0') {
            addNumber(number.label);
        }
    }
    for (const char* label : {"Clip norm", "Label smoothing", "Average decay"}) {
        addNumber(label);
    }
    addCount("Patience");
    grid_->addField(QT_TR_NOOP("Best by"),
                    QT_TR_NOOP("Which validation figure says that weights are better: these are kept and tested. A run "
                               "that grows too sure of itself: loss."),
                    bestBy_);
}

void TrainingRules::addNumber(const char* label) {
    const auto place = std::ranges::find(numbers(), std::string_view(label), &Number::label) - numbers().begin();
    const Number& number = numbers()[static_cast<std::size_t>(place)];
    auto* edit = new NumberEdit(this);
    edits_[static_cast<std::size_t>(place)] = edit;
    grid_->addField(number.label, number.help, edit);
    connect(edit, &QLineEdit::textChanged, this, &TrainingRules::edited);
}

void TrainingRules::addCount(const char* label) {
    const auto place = std::ranges::find(counts(), std::string_view(label), &Count::label) - counts().begin();
    const Count& count = counts()[static_cast<std::size_t>(place)];
    auto* box = new SpinBox(this);
    box->setRange(0, std::numeric_limits<int>::max());
    boxes_[static_cast<std::size_t>(place)] = box;
    grid_->addField(count.label, count.help, box);
    connect(box, &QSpinBox::valueChanged, this, &TrainingRules::edited);
}

void TrainingRules::fill(const Plan& plan) {
    schedule_->setName(plan.schedule);
    bestBy_->setName(plan.bestBy);
    for (std::size_t i = 0; i < edits_.size(); ++i) {
        edits_[i]->setValue(plan.*numbers()[i].value);
    }
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        put(boxes_[i], plan.*counts()[i].value);
    }
}

void TrainingRules::fillOptimizer(const Plan& plan) {
    for (std::size_t i = 0; i < edits_.size(); ++i) {
        if (*numbers()[i].parameter != '\0') {
            edits_[i]->setValue(plan.*numbers()[i].value);
        }
    }
}

void TrainingRules::apply(Plan& plan) const {
    if (schedule_->currentIndex() >= 0) {
        plan.schedule = schedule_->name();
    }
    if (bestBy_->currentIndex() >= 0) {
        plan.bestBy = bestBy_->name();
    }
    for (std::size_t i = 0; i < edits_.size(); ++i) {
        double& value = plan.*numbers()[i].value;
        value = edits_[i]->value().value_or(value);
    }
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        std::int64_t& value = plan.*counts()[i].value;
        value = entered(boxes_[i], value);
    }
}

void TrainingRules::showPlan(const Plan& plan) {
    shown_ = plan;
    for (std::size_t i = 0; i < edits_.size(); ++i) {
        const Number& number = numbers()[i];
        const bool decay = number.value == &Plan::decayFactor || number.value == &Plan::decayEpochs;
        const bool parameter = *number.parameter != '\0';
        grid_->setFieldVisible(edits_[i], parameter ? uses(plan.optimizer, number.parameter)
                                                    : !decay || decaysByIntervals(plan.schedule));
    }
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        grid_->setFieldVisible(boxes_[i], counts()[i].value != &Plan::decaySteps || decaysByIntervals(plan.schedule));
    }
    showProblems();
    showCurve();
    summary_->setText(summary());
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
        if (images > 0) {
            for (const RatePoint& point : rateCurve(shown_, images, kCurvePoints)) {
                line.points.emplace_back(static_cast<double>(point.step), point.rate);
            }
        }
    } catch (const Error&) { // what is wrong stands at its field
    }
    const auto [least, most] = std::ranges::minmax_element(line.points, {}, &QPointF::y);
    const bool any = !line.points.empty();
    picture.logY = picture.logY && any && least->y() > 0 && most->y() > kDecade * least->y();
    picture.fromZero = !picture.logY;
    const auto rate = [](double value) { return QString::number(value, 'g', 3); };
    curve_->setToolTip(
        any ? tr("The learning rate at every step of the run: %1 to %2").arg(rate(least->y()), rate(most->y()))
            : tr("The learning rate at every step of the run"));
    curve_->setPicture(std::move(picture));
}

// What a plan would be refused for if this number alone were not the usual one.
QString TrainingRules::problemOf(std::size_t number) const {
    const std::optional<double> value = edits_[number]->value();
    if (!value) {
        return tr("'%1' is not a number; expected one such as 0.01.").arg(edits_[number]->text().left(20));
    }
    try {
        Plan plan;
        plan.*numbers()[number].value = *value;
        validate(plan);
    } catch (const Error& error) {
        return translated(messageOf(error));
    }
    return {};
}

void TrainingRules::showProblems() {
    for (std::size_t i = 0; i < edits_.size(); ++i) {
        const QString sentence = problemOf(i);
        edits_[i]->setWrong(!sentence.isEmpty());
        grid_->setFieldProblem(edits_[i], sentence);
    }
}

QString TrainingRules::problem() const {
    for (std::size_t i = 0; i < edits_.size(); ++i) {
        if (!edits_[i]->value()) {
            return tr("%1: %2").arg(tr(numbers()[i].label), problemOf(i));
        }
    }
    return {};
}

// What is not as it is in a plan without rules.
QString TrainingRules::summary() const {
    QStringList rules;
    for (const Choice& choice : scheduleChoices()) {
        if (choice.name == shown_.schedule) {
            rules << translated(choice.title);
        }
    }
    const auto add = [&rules](bool on, const QString& text) {
        if (on) {
            rules << text;
        }
    };
    add(shown_.warmupSteps > 0 || shown_.warmupEpochs > 0, tr("warm-up"));
    add(shown_.clipNorm > 0, tr("clipping"));
    add(shown_.labelSmoothing > 0, tr("label smoothing"));
    add(shown_.averageDecay > 0, tr("averaged weights"));
    add(shown_.patience > 0, tr("early stopping"));
    return rules.join(QStringLiteral(" · "));
}

void TrainingRules::setRunning(bool running) {
    grid_->setEnabled(!running);
}

void TrainingRules::setUnfolded(bool unfolded) {
    fold_->setChecked(unfolded);
    grid_->setVisible(unfolded);
    summary_->setVisible(!unfolded);
    Q_EMIT folded(!unfolded);
}

bool TrainingRules::isUnfolded() const {
    return fold_->isChecked();
}

void TrainingRules::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        showPlan(shown_);
    }
    QWidget::changeEvent(event);
}

void TrainingRules::retranslate() {
    fold_->setText(tr("Training rules"));
    fold_->setToolTip(
        tr("Schedule of the rate, the optimizer's numbers, clipping, smoothing, averaging, early stopping"));
    curve_->setEmptyText(tr("No curve yet: the data set is not there, or a field is wrong"));
    for (std::size_t i = 0; i < edits_.size(); ++i) {
        const char* unit = numbers()[i].unit;
        edits_[i]->setUnit(*unit == '\0' ? QString() : tr(unit));
    }
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        boxes_[i]->setSpecialValueText(tr(counts()[i].zero));
        boxes_[i]->setUnit(tr(counts()[i].one), tr(counts()[i].many));
    }
}

} // namespace belfry
