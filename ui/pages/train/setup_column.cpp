#include "ui/pages/train/setup_column.h"

#include "ui/pages/train/run_buttons.h"
#include "ui/pages/train/setup_form.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

#include <QPushButton>

namespace belfry {

SetupColumn::SetupColumn(const Theme& theme, std::vector<Preset> presets, QWidget* parent)
    : SetupColumn(new SetupForm(theme, std::move(presets)), parent) {}

SetupColumn::SetupColumn(SetupForm* form, QWidget* parent)
    : FormColumn(form, "setupCard", "setupScroll", parent), form_(form) {
    const Parts parts(this);
    auto* open = parts.button("quiet", QT_TR_NOOP("Open…"),
                              QT_TR_NOOP("Fills the fields from a plan file (Ctrl+O); any run's plan.json will do"),
                              "Open plan");
    auto* save =
        parts.button("quiet", QT_TR_NOOP("Save…"),
                     QT_TR_NOOP("Saves the plan to a file, also for belfry-cli train --plan (Ctrl+S)"), "Save plan");
    append(titleRow(), {open, save});
    problem_ = parts.elided("warning", "planProblem");
    QSizePolicy always = problem_->sizePolicy(); // the form's room does not change under what is being typed
    always.setRetainSizeWhenHidden(true);
    problem_->setSizePolicy(always);
    problem_->hide();
    buttons_ = new RunButtons(this);
    append(foot(), {problem_, buttons_});
    connect(open, &QPushButton::clicked, this, &SetupColumn::openRequested);
    connect(save, &QPushButton::clicked, this, &SetupColumn::saveRequested);
    parts.translate(this, QT_TR_NOOP("Setup"), [this](const QString& title) { setTitle(title); });
}

void SetupColumn::setProblem(const QString& sentence) { showSentence(problem_, sentence); }

} // namespace belfry
