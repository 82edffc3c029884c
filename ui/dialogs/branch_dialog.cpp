#include "ui/dialogs/branch_dialog.h"

#include "ui/foundation/number_text.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/number_field.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

namespace belfry {
namespace {

constexpr int kFieldWidth = 160, kMaxEpochs = 1'000'000;

} // namespace

BranchDialog::BranchDialog(const QString& run, const Plan& plan, const std::vector<std::int64_t>& steps,
                           QWidget* parent)
    : QDialog(parent), step_(new QComboBox(this)), rate_(new RateBox(this)), epochs_(new SpinBox(this)) {
    setObjectName(QStringLiteral("branchDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    setWindowTitle(tr("Branch"));
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) // the newest first
        step_->addItem(countText(*step), static_cast<qlonglong>(*step));
    rate_->setNumber(plan.learningRate);
    epochs_->setRange(1, kMaxEpochs);
    epochs_->setNumber(static_cast<double>(plan.epochs));
    branch_ = makeButton(tr("Branch"), "Start branch", "primary", this);
    branch_->setToolTip(tr("Starts a new run from the weights of that step"));
    branch_->setDefault(true);
    layOut(run);
    for (NumberField* field : std::initializer_list<NumberField*>{rate_, epochs_})
        connect(field, &NumberField::changed, this, &BranchDialog::check);
    connect(branch_, &QPushButton::clicked, this, [this] {
        Q_EMIT chosen(choice());
        accept();
    });
    check();
}

void BranchDialog::layOut(const QString& run) {
    auto* title = makeLabel(tr("Continue from a checkpoint of “%1” as a new run").arg(run), "title", this);
    title->setWordWrap(true);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(8);
    const auto add = [&](const QString& text, const char* name, QWidget* field, const QString& help) {
        auto* label = makeLabel(text, "muted", this);
        label->setBuddy(field);
        field->setObjectName(camelCase(QLatin1String(name)) + QStringLiteral("Field"));
        field->setAccessibleName(QLatin1String(name));
        field->setToolTip(help);
        field->setFixedWidth(kFieldWidth);
        grid->addWidget(label, grid->rowCount(), 0);
        grid->addWidget(field, grid->rowCount() - 1, 1);
    };
    add(tr("From step"), "Branch step", step_, tr("The checkpoints the run has kept"));
    add(tr("Learning rate"), "Branch rate", rate_, tr("From that step on; the original run keeps its own rate"));
    add(tr("Epochs"), "Branch epochs", epochs_, tr("Total number, including those already done"));
    grid->setColumnStretch(2, 1);
    auto* cancel = makeButton(tr("Cancel"), "Cancel branch", "", this);
    cancel->setToolTip(tr("Closes without starting a run"));
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    fillWith(this, columnOf(12, {title, grid, rowOf(8, {Placed::stretch(), cancel, branch_})}), {20, 16, 20, 16});
}

BranchChoice BranchDialog::choice() const {
    return {step_->currentData().toLongLong(), rate_->number(), epochs_->value()};
}

void BranchDialog::check() { branch_->setEnabled(rate_->problem().empty() && epochs_->problem().empty()); }

} // namespace belfry
