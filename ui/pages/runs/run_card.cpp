#include "ui/pages/runs/run_card.h"

#include "core/runs/run_notes.h"
#include "ui/foundation/texts.h"
#include "ui/foundation/theme.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/run_state_text.h"
#include "ui/widgets/scrolled.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>

namespace belfry {
namespace {

constexpr int kNoteHeight = 76, kRestMilliseconds = 1000;

} // namespace

RunCard::RunCard(const Theme& theme, QWidget* parent) : Card({}, parent), theme_(theme) {
    setObjectName(QStringLiteral("runCard"));
    makeWidgets();
    layOut();
    saveTimer_.setSingleShot(true);
    saveTimer_.setInterval(kRestMilliseconds);
    connect(&saveTimer_, &QTimer::timeout, this, &RunCard::save);
    connect(note_, &QPlainTextEdit::textChanged, this, [this] { saveTimer_.start(); });
    note_->installEventFilter(this);
    connect(tags_, &QLineEdit::editingFinished, this, &RunCard::save);
    connect(resume_, &QPushButton::clicked, this, &RunCard::resumeRequested);
    connect(draw_, &QPushButton::clicked, this, &RunCard::drawRequested);
    connect(evaluate_, &QPushButton::clicked, this, &RunCard::evaluateRequested);
    connect(export_, &QPushButton::clicked, this, &RunCard::exportRequested);
    connect(report_, &QPushButton::clicked, this, &RunCard::reportRequested);
    connect(usePlan_, &QPushButton::clicked, this, &RunCard::planRequested);
    connect(open_, &QPushButton::clicked, this, &RunCard::folderRequested);
    connect(branch_, &QPushButton::clicked, this, &RunCard::branchRequested);
    connect(pin_, &QPushButton::clicked, this, &RunCard::pinned);
    connect(histograms_, &QPushButton::clicked, this, &RunCard::histogramsRequested);
    connect(&theme_, &Theme::changed, this, &RunCard::showState);
    keepTranslated(this, [this] {
        showPin();
        showFacts();
        showState();
        updateButtons();
    });
}

void RunCard::makeWidgets() {
    const Parts parts(this);
    name_ = parts.elided("title", "runName");
    dot_ = makeLabel({}, "", this);
    state_ = parts.label("", "runState");
    reason_ = parts.sentence("warning", "runReason");
    reason_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    reason_->setFocusPolicy(Qt::NoFocus);
    resume_ = parts.button("primary", QT_TR_NOOP("Resume"), QT_TR_NOOP("Resumes the run from its latest checkpoint"),
                           "Resume run");
    draw_ =
        parts.button("", QT_TR_NOOP("Try it"), QT_TR_NOOP("Uses this run's best weights for the drawing pad (Enter)"),
                     "Try run"); // the Scaling page has one of its label
    usePlan_ = parts.button("", QT_TR_NOOP("Use its plan"),
                            QT_TR_NOOP("Fills the Train page's setup with this run's plan, for a new run"));
    open_ = parts.button("", QT_TR_NOOP("Open folder"), QT_TR_NOOP("Shows the run's files in the file manager"));
    evaluate_ = parts.button("", QT_TR_NOOP("Evaluate"), QT_TR_NOOP("Opens the Evaluate page with its best weights"),
                             "Evaluate run");
    export_ = parts.button("", QT_TR_NOOP("Export…"),
                           QT_TR_NOOP("Writes its best weights for other programs: safetensors, ONNX, a loader for "
                                      "PyTorch, and samples that belfry-cli verify replays"),
                           "Export run");
    report_ =
        parts.button("", QT_TR_NOOP("Report…"),
                     QT_TR_NOOP("All about it as one HTML file: plan, curves, results and errors of its best weights. "
                                "The paths of the data and the machine's name are in it."),
                     "Report of run");
    branch_ = parts.button("", QT_TR_NOOP("Branch…"),
                           QT_TR_NOOP("Starts a new run from one of its checkpoints, with another rate"), "Branch");
    histograms_ =
        parts.button("", QT_TR_NOOP("Layers…"),
                     QT_TR_NOOP("Histograms of the activations, gradients and weights of every layer over the run"),
                     "Layers of run");
    pin_ = makeButton({}, "Pin as baseline", "", this);
    parts.help(pin_, QT_TR_NOOP("Keeps its curves in the charts and shows how other runs differ from it"));
    pin_->setCheckable(true);
    note_ = parts.field(new QPlainTextEdit(this), "Note", "runNote");
    note_->setFixedHeight(kNoteHeight);
    note_->setTabChangesFocus(true);
    parts.translate(note_, QT_TR_NOOP("What was tried and what the result was"),
                    [this](const QString& hint) { note_->setPlaceholderText(hint); });
    tags_ = parts.field(new QLineEdit(this), "Tags", "runTags");
    parts.translate(tags_, QT_TR_NOOP("comma-separated"),
                    [this](const QString& hint) { tags_->setPlaceholderText(hint); });
    facts_ = new RunFacts;
}

void RunCard::layOut() {
    auto* grid = new QGridLayout;
    grid->setSpacing(6);
    int place = 0; // two in a row
    for (QPushButton* button : buttons()) {
        button->setProperty("narrow", "true");
        grid->addWidget(button, place / 2, place % 2);
        ++place;
    }
    const Parts parts(this);
    auto* more = new QWidget(this); // scrolls in a low window
    fillWith(more, columnOf(6, {parts.caption(QT_TR_NOOP("Note"), note_, "group"),
                                note_,
                                parts.caption(QT_TR_NOOP("Tags"), tags_, "group"),
                                tags_,
                                Placed::space(4),
                                {facts_, 1}}));
    body()->setSpacing(6);
    append(body(), {name_,
                    rowOf(4, {dot_, state_, Placed::stretch()}),
                    reason_,
                    grid,
                    Placed::space(4),
                    {scrolled(more, "runFactsScroll", this), 1}});
}

void RunCard::setRun(const RunSummary& run) {
    const bool same = run.folder == run_.folder;
    if (!same) {
        save();
        contents_ = {};
        changes_.clear();
    }
    contents_.read = contents_.read && run.state == run_.state; // a run that ends leaves a checkpoint
    const bool noting = same && (note_->hasFocus() || saveTimer_.isActive());
    const bool tagging = same && tags_->hasFocus();
    run_ = run;
    if (const QString note = QString::fromStdString(run.note); !noting && note_->toPlainText() != note) {
        const QSignalBlocker quiet(note_);
        note_->setPlainText(note);
    }
    if (!tagging)
        tags_->setText(tagsText(run.tags));
    showFacts();
    showState();
    updateButtons();
}

void RunCard::setContents(const RunContents& contents) {
    contents_ = contents;
    showFacts();
    updateButtons();
}

void RunCard::setChanges(const std::vector<Mark>& changes) {
    if (changes != changes_) {
        changes_ = changes;
        showFacts();
    }
}

void RunCard::showFacts() { facts_->setRun(run_, contents_, changes_); }

void RunCard::setPinned(bool pinned) {
    pin_->setChecked(pinned);
    showPin();
}

void RunCard::setExporting(bool exporting) {
    exporting_ = exporting;
    updateButtons();
}

void RunCard::setReporting(bool reporting) {
    reporting_ = reporting;
    updateButtons();
}

void RunCard::setInTrash(bool inTrash) {
    inTrash_ = inTrash;
    updateButtons();
}

void RunCard::setBusy(bool busy) {
    busy_ = busy;
    updateButtons();
}

void RunCard::save() {
    saveTimer_.stop();
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

void RunCard::showState() {
    name_->setText(QString::fromStdString(run_.name));
    const QIcon dot = dotIcon(stateColour(theme_.palette(), run_.state), theme_.palette().card);
    dot_->setPixmap(dot.pixmap(QSize(16, 16), devicePixelRatioF()));
    state_->setText(stateText(run_.state));
    showSentence(reason_, translated(run_.reason));
}

QString RunCard::whyBusy() const {
    return busy_ ? tr("A run is in progress in this window: stop it, or wait for its end.") : QString();
}

QString RunCard::whyNotResumed() const {
    if (run_.state == "running")
        return tr("The run is in progress.");
    if (run_.state == "finished")
        return tr("The run is finished. Branch… trains it further, from one of its checkpoints.");
    if (!canResume(run_))
        return tr("The run is damaged.");
    return whyBusy();
}

void RunCard::updateButtons() {
    const bool known = !run_.folder.empty() && run_.state != "damaged";
    const QString unusable = inTrash_ ? tr("The run is in the trash: restore it first.")
                             : known  ? QString()
                                      : tr("The run is damaged.");
    const QString busy = whyBusy();
    const auto either = [](const QString& first, const QString& second) { return first.isEmpty() ? second : first; };
    setAllowed(resume_, either(unusable, whyNotResumed()));
    setAllowed(draw_, either(unusable, busy));
    setAllowed(evaluate_, unusable);
    setAllowed(export_, either(unusable, exporting_ ? tr("An export is in progress.") : QString()));
    setAllowed(report_, either(unusable, reporting_ ? tr("A report is being written.") : QString()));
    const QString unread = contents_.plan ? QString() : tr("The run's plan cannot be read.");
    setAllowed(usePlan_, either(unread, busy));
    const QString rootless =
        !contents_.read || contents_.checkpoint ? QString() : tr("The run has no checkpoint to start from.");
    setAllowed(branch_, either(either(unusable, unread), either(rootless, busy)));
    if (resume_->isEnabled() && contents_.read && !contents_.checkpoint)
        resume_->setToolTip(tr("It has no checkpoint: it starts again from the beginning"));
    setAllowed(pin_, unusable);
    setAllowed(histograms_, known ? QString() : tr("The run is damaged."));
    open_->setEnabled(!run_.folder.empty());
}

void RunCard::showPin() {
    pin_->setAccessibleName(pin_->isChecked() ? QStringLiteral("Unpin baseline") : QStringLiteral("Pin as baseline"));
    pin_->setText(pin_->isChecked() ? tr("Unpin baseline") : tr("Pin as baseline"));
}

} // namespace belfry
