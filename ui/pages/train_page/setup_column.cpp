#include "ui/pages/train_page/setup_column.h"

#include "ui/pages/train_page/run_buttons.h"
#include "ui/pages/train_page/setup_form.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/scrolled.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace belfry {
namespace {
constexpr int kWidth = 264;
constexpr int kMargin = 16;
constexpr int kHandleRoom = 14; // of the right margin: there the scroll bar lies, and the fields keep their width
constexpr int kFormWidth = kWidth - 2 - 2 * kMargin;
} // namespace

SetupColumn::SetupColumn(const Theme& theme, std::vector<Preset> presets, QWidget* parent) : Card({}, parent) {
    setObjectName(QStringLiteral("setupCard"));
    setFixedWidth(kWidth);
    open_ = makeButton({}, "Open plan", "quiet", this);
    save_ = makeButton({}, "Save plan", "quiet", this);
    open_->setAccessibleName(QStringLiteral("Open")); // as their labels say
    save_->setAccessibleName(QStringLiteral("Save"));
    titleRow()->addWidget(open_);
    titleRow()->addWidget(save_);
    form_ = new SetupForm(theme, std::move(presets));
    form_->setFixedWidth(kFormWidth);
    auto* scroll = scrolled(form_, "setupScroll", this);
    problem_ = makeLabel({}, "warning", this);
    problem_->setObjectName(QStringLiteral("planProblem"));
    problem_->setWordWrap(true);
    problem_->hide();
    buttons_ = new RunButtons(this);
    auto* foot = new QVBoxLayout;
    foot->setContentsMargins(0, 0, kHandleRoom, 0);
    foot->setSpacing(8);
    foot->addWidget(problem_);
    foot->addWidget(buttons_);
    body()->addWidget(scroll, 1);
    body()->addLayout(foot);
    titleRow()->setContentsMargins(0, 0, kHandleRoom, 0);
    layout()->setContentsMargins(kMargin, 8, kMargin - kHandleRoom, 12);
    connect(open_, &QPushButton::clicked, this, &SetupColumn::openRequested);
    connect(save_, &QPushButton::clicked, this, &SetupColumn::saveRequested);
    retranslate();
}

void SetupColumn::setProblem(const QString& sentence) {
    problem_->setText(sentence);
    problem_->setVisible(!sentence.isEmpty());
}

void SetupColumn::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    Card::changeEvent(event);
}

void SetupColumn::retranslate() {
    setTitle(tr("Setup"));
    open_->setText(tr("Open"));
    open_->setToolTip(tr("Fills the fields from a plan file (Ctrl+O); any run's plan.json is one"));
    save_->setText(tr("Save"));
    save_->setToolTip(tr("Writes the plan to a file, for belfry-cli train --plan too (Ctrl+S)"));
}

} // namespace belfry
