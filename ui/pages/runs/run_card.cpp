#include "ui/pages/runs/run_card.h"

#include "core/runs/run_notes.h"
#include "ui/foundation/texts.h"
#include "ui/foundation/theme.h"
#include "ui/pages/runs/run_facts.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/run_state_text.h"
#include "ui/widgets/scrolled.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace belfry {
namespace {

constexpr int kNoteHeight = 76, kRestMilliseconds = 1000;

} // namespace

RunCard::RunCard(const Theme& theme, QWidget* parent) : Card({}, parent), theme_(theme) {
    setObjectName(QStringLiteral("runCard"));
    makeWidgets();
    layOut();
    rest_.setSingleShot(true);
    rest_.setInterval(kRestMilliseconds);
    connect(&rest_, &QTimer::timeout, this, &RunCard::save);
    connect(note_, &QPlainTextEdit::textChanged, this, [this] { rest_.start(); });
    note_->installEventFilter(this);
    connect(tags_, &QLineEdit::editingFinished, this, &RunCard::save);
    connect(resume_, &QPushButton::clicked, this, &RunCard::resumeAsked);
    connect(draw_, &QPushButton::clicked, this, &RunCard::drawAsked);
    connect(evaluate_, &QPushButton::clicked, this, &RunCard::evaluateAsked);
    connect(export_, &QPushButton::clicked, this, &RunCard::exportAsked);
    connect(usePlan_, &QPushButton::clicked, this, &RunCard::planAsked);
    connect(open_, &QPushButton::clicked, this, &RunCard::folderAsked);
    connect(branch_, &QPushButton::clicked, this, &RunCard::branchAsked);
    connect(pin_, &QPushButton::clicked, this, &RunCard::pinned);
    connect(&theme_, &Theme::changed, this, &RunCard::showState);
    retranslate();
}

RunCard::~RunCard() = default;

void RunCard::makeWidgets() {
    name_ = new ElidedLabel({}, this);
    name_->setObjectName(QStringLiteral("runName"));
    name_->setProperty("kind", "title");
    dot_ = makeLabel({}, "", this);
    state_ = makeLabel({}, "", this);
    state_->setObjectName(QStringLiteral("runState"));
    reason_ = makeLabel({}, "warning", this);
    reason_->setObjectName(QStringLiteral("runReason"));
    reason_->setWordWrap(true);
    reason_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    reason_->setFocusPolicy(Qt::NoFocus);
    resume_ = makeButton({}, "Resume run", "primary", this);
    draw_ = makeButton({}, "Try it", "", this);
    draw_->setObjectName(QStringLiteral("tryRunButton")); // the Scaling page has one of that name
    usePlan_ = makeButton({}, "Use its plan", "", this);
    open_ = makeButton({}, "Open folder", "", this);
    resume_->setAccessibleName(QStringLiteral("Resume")); // as its label says
    evaluate_ = makeButton({}, "Evaluate run", "", this);
    evaluate_->setAccessibleName(QStringLiteral("Evaluate"));
    export_ = makeButton({}, "Export run", "", this);
    export_->setAccessibleName(QStringLiteral("Export…"));
    branch_ = makeButton({}, "Branch", "", this);
    branch_->setAccessibleName(QStringLiteral("Branch…"));
    pin_ = makeButton({}, "Pin as baseline", "", this);
    pin_->setCheckable(true);
    for (QPushButton* button : {resume_, draw_, evaluate_, export_, usePlan_, open_, branch_, pin_})
        button->setProperty("narrow", "true");
    noteLabel_ = makeLabel({}, "group", this);
    note_ = new QPlainTextEdit(this);
    note_->setObjectName(QStringLiteral("runNote"));
    note_->setAccessibleName(QStringLiteral("Note"));
    note_->setFixedHeight(kNoteHeight);
    note_->setTabChangesFocus(true);
    noteLabel_->setBuddy(note_);
    tagsLabel_ = makeLabel({}, "group", this);
    tags_ = new QLineEdit(this);
    tags_->setObjectName(QStringLiteral("runTags"));
    tags_->setAccessibleName(QStringLiteral("Tags"));
    tagsLabel_->setBuddy(tags_);
    facts_ = new RunFacts;
}

void RunCard::layOut() {
    auto* state = new QHBoxLayout;
    state->setSpacing(4);
    state->addWidget(dot_);
    state->addWidget(state_);
    state->addStretch();
    auto* buttons = new QGridLayout;
    buttons->setSpacing(6);
    buttons->addWidget(resume_, 0, 0);
    buttons->addWidget(draw_, 0, 1);
    buttons->addWidget(evaluate_, 1, 0);
    buttons->addWidget(branch_, 1, 1);
    buttons->addWidget(usePlan_, 2, 0);
    buttons->addWidget(pin_, 2, 1);
    buttons->addWidget(open_, 3, 0);
    buttons->addWidget(export_, 3, 1);
    auto* more = new QWidget(this); // scrolls in a low window
    auto* column = new QVBoxLayout(more);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    column->addWidget(noteLabel_);
    column->addWidget(note_);
    column->addWidget(tagsLabel_);
    column->addWidget(tags_);
    column->addSpacing(4);
    column->addWidget(facts_, 1);
    body()->setSpacing(6);
    body()->addWidget(name_);
    body()->addLayout(state);
    body()->addWidget(reason_);
    body()->addLayout(buttons);
    body()->addSpacing(4);
    body()->addWidget(scrolled(more, "runFactsScroll", this), 1);
}

void RunCard::setRun(const RunSummary& run) {
    const bool same = run.folder == run_.folder;
    if (!same) {
        save();
        plan_.reset();
    }
    const bool noting = same && (note_->hasFocus() || rest_.isActive());
    const bool tagging = same && tags_->hasFocus();
    run_ = run;
    if (const QString note = QString::fromStdString(run.note); !noting && note_->toPlainText() != note) {
        const QSignalBlocker quiet(note_);
        note_->setPlainText(note);
    }
    if (!tagging)
        tags_->setText(tagsText(run.tags));
    facts_->setRun(run_, plan_);
    showState();
    updateButtons();
}

void RunCard::setPlan(const std::optional<Plan>& plan) {
    plan_ = plan;
    facts_->setRun(run_, plan_);
    updateButtons();
}

void RunCard::setPinned(bool pinned) {
    pin_->setChecked(pinned);
    retranslate();
}

void RunCard::setExporting(bool exporting) {
    exporting_ = exporting;
    updateButtons();
}

void RunCard::setBusy(bool busy) {
    busy_ = busy;
    updateButtons();
}

void RunCard::save() {
    rest_.stop();
    if (run_.folder.empty())
        return;
    if (const QString note = note_->toPlainText(); note.toStdString() != run_.note) {
        run_.note = note.toStdString();
        Q_EMIT noted(run_, note);
    }
    if (const QString tags = tags_->text(); tags != tagsText(run_.tags)) {
        run_.tags = tagsFrom(tags.toStdString());
        Q_EMIT tagged(run_, tags);
    }
}

bool RunCard::eventFilter(QObject* watched, QEvent* event) {
    if (watched == note_ && event->type() == QEvent::FocusOut)
        save();
    return Card::eventFilter(watched, event);
}

void RunCard::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Card::changeEvent(event);
}

void RunCard::showState() {
    name_->setText(QString::fromStdString(run_.name));
    const QIcon dot = dotIcon(stateColour(theme_.palette(), run_.state), theme_.palette().card);
    dot_->setPixmap(dot.pixmap(QSize(16, 16), devicePixelRatioF()));
    state_->setText(stateText(run_.state));
    reason_->setText(translated(run_.reason));
    reason_->setVisible(!run_.reason.empty());
}

void RunCard::updateButtons() {
    const bool known = !run_.folder.empty() && run_.state != "damaged";
    resume_->setEnabled(known && canResume(run_) && !busy_);
    draw_->setEnabled(known && !busy_);
    evaluate_->setEnabled(known);
    export_->setEnabled(known && !exporting_);
    usePlan_->setEnabled(plan_.has_value() && !busy_);
    branch_->setEnabled(known && plan_.has_value() && !busy_);
    pin_->setEnabled(known);
    open_->setEnabled(!run_.folder.empty());
}

void RunCard::retranslate() {
    resume_->setText(tr("Resume"));
    resume_->setToolTip(tr("Resumes the run from its latest checkpoint"));
    draw_->setText(tr("Try it"));
    draw_->setToolTip(tr("Uses this run's best weights for the drawing pad (Enter)"));
    evaluate_->setText(tr("Evaluate"));
    evaluate_->setToolTip(tr("Opens the Evaluate page with its best weights"));
    export_->setText(tr("Export…"));
    export_->setToolTip(tr("Writes its best weights for other programs: safetensors, ONNX, a loader for PyTorch, and "
                           "samples that belfry-cli verify replays"));
    usePlan_->setText(tr("Use its plan"));
    usePlan_->setToolTip(tr("Fills the Train page's set-up with this run's plan, for a new run"));
    branch_->setText(tr("Branch…"));
    branch_->setToolTip(tr("Starts a new run from one of its checkpoints, with another rate"));
    pin_->setAccessibleName(pin_->isChecked() ? QStringLiteral("Unpin baseline") : QStringLiteral("Pin as baseline"));
    pin_->setText(pin_->isChecked() ? tr("Unpin baseline") : tr("Pin as baseline"));
    pin_->setToolTip(tr("Keeps its curves in the charts and shows how other runs differ from it"));
    open_->setText(tr("Open folder"));
    open_->setToolTip(tr("Shows the run's files in the file manager"));
    noteLabel_->setText(tr("Note"));
    note_->setPlaceholderText(tr("What was tried and what the result was"));
    tagsLabel_->setText(tr("Tags"));
    tags_->setPlaceholderText(tr("comma-separated"));
    facts_->setRun(run_, plan_);
    showState();
    updateButtons();
}

} // namespace belfry
