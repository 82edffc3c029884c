#include "ui/pages/train/setup_column.h"

#include "ui/pages/train/run_buttons.h"
#include "ui/pages/train/setup_form.h"
#include "ui/widgets/controls.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace belfry {
SetupColumn::SetupColumn(const Theme& theme, std::vector<Preset> presets, QWidget* parent)
    : SetupColumn(new SetupForm(theme, std::move(presets)), parent) {}

SetupColumn::SetupColumn(SetupForm* form, QWidget* parent)
    : FormColumn(form, "setupCard", "setupScroll", parent), form_(form) {
    open_ = makeButton({}, "Open plan", "quiet", this);
    save_ = makeButton({}, "Save plan", "quiet", this);
    open_->setAccessibleName(QStringLiteral("Open")); // as their labels say
    save_->setAccessibleName(QStringLiteral("Save"));
    titleRow()->addWidget(open_);
    titleRow()->addWidget(save_);
    problem_ = makeLabel({}, "warning", this);
    problem_->setObjectName(QStringLiteral("planProblem"));
    problem_->setWordWrap(true);
    problem_->hide();
    buttons_ = new RunButtons(this);
    foot()->addWidget(problem_);
    foot()->addWidget(buttons_);
    connect(open_, &QPushButton::clicked, this, &SetupColumn::openRequested);
    connect(save_, &QPushButton::clicked, this, &SetupColumn::saveRequested);
    retranslate();
}

void SetupColumn::setProblem(const QString& sentence) {
    problem_->setText(sentence);
    problem_->setVisible(!sentence.isEmpty());
}

void SetupColumn::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    FormColumn::changeEvent(event);
}

void SetupColumn::retranslate() {
    setTitle(tr("Setup"));
    open_->setText(tr("Open"));
    open_->setToolTip(tr("Fills the fields from a plan file (Ctrl+O); any run's plan.json will do"));
    save_->setText(tr("Save"));
    save_->setToolTip(tr("Saves the plan to a file, also for belfry-cli train --plan (Ctrl+S)"));
}

} // namespace belfry
