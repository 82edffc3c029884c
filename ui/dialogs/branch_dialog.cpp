#include "ui/dialogs/branch_dialog.h"

#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/field_grid.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/run_state_text.h"

#include <QComboBox>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <ranges>

namespace belfry {
namespace {

constexpr int kMaxEpochs = 1'000'000, kMaxSteps = 1'000'000'000;

} // namespace

BranchDialog::BranchDialog(const RunSummary& run, const Plan& plan, std::vector<BranchPoint> points, QWidget* parent)
    : QDialog(parent), parent_(plan), points_(std::move(points)),
      grid_(new FieldGrid("belfry::BranchDialog", this, "branch")), step_(new ComboBox(this)), rate_(new RateBox(this)),
      length_(new SpinBox(this)) {
    setObjectName(QStringLiteral("branchDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    setWindowTitle(tr("Branch"));
    for (const BranchPoint& each : points_ | std::views::reverse) // the newest first
        step_->addItem(countText(each.step), static_cast<qlonglong>(each.step));
    rate_->setNumber(plan.learningRate);
    length_->setRange(1, plan.steps > 0 ? kMaxSteps : kMaxEpochs);
    offerLength();
    branch_ = makeButton(tr("Branch"), "Start branch", "primary", this);
    branch_->setToolTip(tr("Starts a new run from the weights of that step"));
    branch_->setDefault(true);
    layOut(runTitle(run));
    connect(step_, &QComboBox::currentIndexChanged, this, [this] {
        offerLength();
        check();
    });
    connect(rate_, &NumberField::changed, this, &BranchDialog::check);
    connect(length_, &NumberField::changed, this, [this] {
        lengthTouched_ = true;
        check();
    });
    connect(branch_, &QPushButton::clicked, this, [this] {
        Q_EMIT chosen(choice());
        accept();
    });
    check();
}

void BranchDialog::layOut(const QString& run) {
    auto* title = makeLabel(tr("Continue from a checkpoint of “%1” as a new run").arg(run), "title", this);
    title->setWordWrap(true);
    grid_->addField(QT_TR_NOOP("From step"), QT_TR_NOOP("The checkpoints the run has kept"), step_);
    grid_->addField(QT_TR_NOOP("Learning rate"), QT_TR_NOOP("From that step on; the original run keeps its own rate"),
                    rate_);
    grid_->addField(parent_.steps > 0 ? QT_TR_NOOP("Steps") : QT_TR_NOOP("Epochs"),
                    QT_TR_NOOP("Total number, including those already done"), length_);
    auto* cancel = makeButton(tr("Cancel"), "Cancel branch", "", this);
    cancel->setToolTip(tr("Closes without starting a run"));
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    fillWith(this, columnOf(12, {title, grid_, Placed::stretch(), rowOf(8, {Placed::stretch(), cancel, branch_})}),
             {20, 16, 20, 16});
}

const BranchPoint& BranchDialog::point() const {
    return *std::ranges::find(points_, step_->currentData().toLongLong(), &BranchPoint::step);
}

Plan BranchDialog::plan() const {
    Plan plan = parent_;
    plan.learningRate = rate_->number();
    (plan.steps > 0 ? plan.steps : plan.epochs) = length_->value();
    return plan;
}

BranchChoice BranchDialog::choice() const {
    const Plan chosen = plan();
    return {point().step, chosen.learningRate, chosen.epochs, chosen.steps};
}

// A length with which the branch can go on from the chosen step, until the user enters another one.
void BranchDialog::offerLength() {
    if (lengthTouched_)
        return;
    const QSignalBlocker blocker(length_);
    const Plan offered = lengthened(parent_, point());
    length_->setNumber(static_cast<double>(offered.steps > 0 ? offered.steps : offered.epochs));
}

// Each problem is a sentence below the field that can mend it.
void BranchDialog::check() {
    const Plan chosen = plan();
    Text lengthProblem = length_->problem();
    if (lengthProblem.empty())
        lengthProblem = branchProblem(chosen, point());
    // No length helps where the patience has run out, but another step does.
    const Text stepProblem = branchProblem(lengthened(chosen, point()), point());
    grid_->setFieldProblem(step_, translated(stepProblem));
    grid_->setFieldProblem(rate_, translated(rate_->problem()));
    grid_->setFieldProblem(length_, stepProblem.empty() ? translated(lengthProblem) : QString());
    length_->setRefused(stepProblem.empty() && !lengthProblem.empty());
    branch_->setEnabled(stepProblem.empty() && rate_->problem().empty() && lengthProblem.empty());
    // Once the grid has its new rows: a dialog does not grow by itself.
    QMetaObject::invokeMethod(this, &BranchDialog::growToFit, Qt::QueuedConnection);
}

void BranchDialog::growToFit() {
    layout()->activate();
    if (const int need = layout()->totalHeightForWidth(width()); need > height())
        resize(width(), need);
}

} // namespace belfry
