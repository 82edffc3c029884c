#include "ui/pages/data/doctor_dialog.h"

#include "core/base/joined.h"
#include "core/data/stores.h"
#include "ui/dialogs/discard_dialog.h"
#include "ui/foundation/attempt.h"
#include "ui/foundation/keep_translated.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/pages/data/treatment_model.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/picture_view.h"
#include "ui/widgets/pictures.h"
#include "ui/widgets/tables.h"

#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableView>
#include <algorithm>
#include <cmath>
#include <ranges>

namespace belfry {
namespace {

constexpr int kRowHeight = 28, kSteps = 1000, kWidth = 1040, kHeight = 620;

Text labelsText(const DoctorReport& report, const std::string& backbone) {
    if (!report.checkedLabels)
        return Text::tr("Labels were not checked: that needs a backbone, which the Train page can get.");
    return Text::plural("%n labels are doubtful: heads on %1 are right about %2 % of pictures that they have not seen.",
                        "%n label is doubtful: heads on %1 are right about %2 % of pictures that they have not seen.",
                        std::ssize(report.suspects), backbone, decimals(100 * report.accuracy, 1));
}

// The worst pairs, as there is room for a sentence.
Text confusedText(const DoctorReport& report, const std::vector<std::string>& classes) {
    constexpr std::size_t kNamed = 3;
    if (report.confused.empty())
        return {};
    const std::string pairs =
        joined(report.confused | std::views::take(kNamed), ", ", [&](const ConfusedClasses& pair) {
            return classes[static_cast<std::size_t>(pair.first)] + " / " +
                   classes[static_cast<std::size_t>(pair.second)] + " (" +
                   std::to_string(std::lround(100 * pair.share)) + " %)";
        });
    return Text::plural("%n pairs of classes are hard to tell apart, the worst first: %1.",
                        "%n pair of classes is hard to tell apart: %1.", std::ssize(report.confused), pairs);
}

Text summaryText(const DoctorReport& report, const std::string& backbone, const std::vector<std::string>& classes) {
    return Text::sentences(
        {labelsText(report, backbone), confusedText(report, classes),
         Text::plural("%n groups of near copies.", "%n group of near copies.", std::ssize(report.copies)),
         Text::plural("%n pictures look wrong.", "%n picture looks wrong.", std::ssize(report.faults))});
}

} // namespace

DoctorDialog::DoctorDialog(const Plan& plan, const QString& title, QWidget* parent) : QDialog(parent), plan_(plan) {
    setObjectName(QStringLiteral("doctorDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(false);
    resize(kWidth, kHeight);
    layOut();
    connectAll();
    keepTranslated(this, [this, title] {
        setWindowTitle(tr("Data doctor: %1").arg(title));
        model_->refresh();
        showTexts();
    });
    start();
}

DoctorDialog::~DoctorDialog() = default;

void DoctorDialog::reject() {
    if (!treatment_ || !treatment_->canUndo())
        QDialog::reject();
    else
        askToDiscard(this, tr("Discard what was decided about these pictures?"),
                     tr("Closes the doctor without a version"));
}

void DoctorDialog::layOut() {
    const Parts parts(this);
    summary_ = parts.sentence("muted", "doctorSummary");
    status_ = parts.sentence("muted", "doctorStatus");
    progress_ = parts.progress("doctorBar", "Examining", kSteps);
    table_ = new QTableView(this);
    dressTable(table_, "doctorTable", "Pictures to decide on", kRowHeight);
    model_ = new TreatmentModel(this);
    table_->setModel(model_);
    for (int column = 0; column < TreatmentModel::Columns; ++column)
        table_->setColumnWidth(column, model_->widthOf(column));
    table_->horizontalHeader()->setStretchLastSection(true);
    picture_ = new PictureView(this);
    original_ = new PictureView(this);
    pictureName_ = parts.sentence("muted", "doctorPictureName");
    originalName_ = parts.sentence("muted", "doctorOriginalName");
    keep_ = parts.button("", QT_TR_NOOP("Keep"), QT_TR_NOOP("The picture is right as it is (K)"), "Keep picture");
    relabel_ = parts.button("", QT_TR_NOOP("Relabel"), QT_TR_NOOP("It counts in the class on the right (R)"),
                            "Relabel picture");
    leaveOut_ =
        parts.button("", QT_TR_NOOP("Leave out"), QT_TR_NOOP("It does not count any more (X)"), "Leave out picture");
    undo_ =
        parts.button("quiet", QT_TR_NOOP("Undo"), QT_TR_NOOP("Takes the last decision back (Ctrl+Z)"), "Undo decision");
    labels_ = parts.field(new ComboBox(this), "Class to relabel to", "doctorClass",
                          QT_TR_NOOP("The class that the picture is to count in"));
    close_ = parts.button("", QT_TR_NOOP("Close"), nullptr, "Close doctor");
    save_ = parts.button(
        "primary", QT_TR_NOOP("Save version and train again"),
        QT_TR_NOOP("Your files stay as they are; a run with the new version begins, or waits in the queue while "
                   "another one is in progress"),
        "Train again");
    auto* side = columnOf(8, {{picture_, 1},
                              pictureName_,
                              {original_, 1},
                              originalName_,
                              rowOf(8, {keep_, relabel_, {labels_, 1}}),
                              rowOf(8, {leaveOut_, undo_, Placed::stretch()})});
    fillWith(this,
             columnOf(8, {summary_, progress_, rowOf(12, {{table_, 3}, Placed(side, 2)}), status_,
                          rowOf(8, {Placed::stretch(), close_, save_})}),
             kPageMargins);
}

void DoctorDialog::connectAll() {
    using Verdict = Treatment::Verdict;
    connect(
        keep_, &QPushButton::clicked, this, [this] { decide(Verdict::Kept); });
    connect(
        relabel_, &QPushButton::clicked, this, [this] { decide(Verdict::Relabelled); });
    connect(leaveOut_, &QPushButton::clicked, this, [this] { decide(Verdict::LeftOut); });
    connect(undo_, &QPushButton::clicked, this, &DoctorDialog::undo);
    connect(close_, &QPushButton::clicked, this, &QDialog::reject);
    connect(save_, &QPushButton::clicked, this, &DoctorDialog::save);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &DoctorDialog::showRow);
    addKey(Qt::Key_K, this, keep_);
    addKey(Qt::Key_R, this, relabel_);
    addKey(Qt::Key_X, this, leaveOut_);
    addKey(QKeySequence::Undo, this, undo_);
}

DoctorDialog::Found DoctorDialog::examineData(const Plan& wanted, const LatestJob::Token& token,
                                              const std::function<void(DoctorStage, double)>& onProgress) {
    Plan plan = wanted;
    plan.augmentation = Plan().augmentation; // pictures as they are
    takeBackbone(plan);
    Found found{.data = openData(plan), .report = nullptr, .backbone = plan.backbone};
    if (auto report = examine(plan, *found.data, token.stop, onProgress))
        found.report = std::make_shared<const DoctorReport>(std::move(*report));
    return found;
}

void DoctorDialog::start() {
    job_.start<Found>(
        [plan = plan_, this](const LatestJob::Token& token) {
            // Four stages, of which computing features takes most of the time.
            const auto report =
                token.reportParts([this](double part) { progress_->setValue(static_cast<int>(part * kSteps)); });
            return examineData(
                plan, token,
                [&report](DoctorStage stage, double part) {
                    switch (stage) {
                    case DoctorStage::Pictures:
                        return report(0.1 * part);
                    case DoctorStage::Copies:
                        return report(0.1 + 0.1 * part);
                    case DoctorStage::Features:
                        return report(0.2 + 0.6 * part);
                    case DoctorStage::Labels:
                        return report(0.8 + 0.2 * part);
                    }
                });
        },
        [this](const Found& found) {
            if (found.report)
                showFound(found);
        },
        [this](const Text& sentence) {
            problem_ = sentence;
            progress_->hide();
            showTexts();
        });
}

void DoctorDialog::showFound(const Found& found) {
    found_ = found;
    attempt([this] { hasVersions_ = isPictureFolder(plan_.data); }, [](const Text&) {});
    treatment_ = std::make_unique<Treatment>(found.report, found.data->classes);
    model_->setTreatment(treatment_.get(), found.data->classes);
    labels_->clear();
    for (const std::string& name : found.data->classes)
        labels_->addItem(QString::fromStdString(name));
    progress_->hide();
    showTexts();
    if (!treatment_->rows().empty())
        goTo(0);
    table_->setFocus();
}

std::optional<std::size_t> DoctorDialog::row() const {
    const QModelIndex index = table_->currentIndex();
    return treatment_ && index.isValid() ? std::optional(static_cast<std::size_t>(index.row())) : std::nullopt;
}

void DoctorDialog::goTo(std::size_t row) { table_->selectRow(static_cast<int>(row)); }

QImage DoctorDialog::imageOf(std::size_t picture) const {
    const ExaminedPicture& examined = found_.report->pictures[picture];
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(found_.data->shape.bytes()));
    splitsOf(*found_.data)[static_cast<std::size_t>(examined.split)]->read(std::span(&examined.index, 1), bytes.data());
    return imageFromBytes(bytes, found_.data->shape);
}

void DoctorDialog::showTexts() {
    if (!problem_.empty())
        showSentence(summary_, translated(problem_));
    else if (!treatment_)
        summary_->setText(tr("Looking at all pictures. Nothing is changed meanwhile."));
    else
        summary_->setText(translated(summaryText(*found_.report, found_.backbone, found_.data->classes)));
    showRow();
}

void DoctorDialog::showRow() {
    const auto current = row();
    const bool copy = current && treatment_->rows()[*current].kind == Treatment::Kind::Copy;
    original_->setVisible(copy);
    originalName_->setVisible(copy);
    picture_->setImage(current ? imageOf(treatment_->rows()[*current].picture) : QImage());
    if (current) {
        const Treatment::Row& named = treatment_->rows()[*current];
        const auto nameOf = [this](std::size_t picture) {
            return QString::fromStdString(found_.report->pictures[picture].file);
        };
        pictureName_->setText(nameOf(named.picture));
        if (copy) {
            original_->setImage(imageOf(named.original));
            originalName_->setText(tr("Copy of %1").arg(nameOf(named.original)));
        }
        labels_->setCurrentIndex(named.kind == Treatment::Kind::Label ? named.proposed
                                                                      : found_.report->pictures[named.picture].label);
    }
    for (QPushButton* each : {keep_, relabel_, leaveOut_})
        each->setEnabled(current.has_value());
    labels_->setEnabled(current.has_value());
    undo_->setEnabled(treatment_ && treatment_->canUndo());
    save_->setEnabled(treatment_ && treatment_->hasChanges() && hasVersions_);
    if (treatment_)
        showSentence(status_,
                     hasVersions_
                         ? tr("%1 relabelled, %2 left out, %3 kept.")
                               .arg(countText(treatment_->relabelled()), countText(treatment_->leftOut()),
                                    countText(treatment_->kept()))
                         : tr("Versions are of folders with one sub-folder of pictures per class; this data set "
                              "is none."));
}

void DoctorDialog::decide(Treatment::Verdict verdict) {
    const auto current = row();
    if (!current)
        return;
    treatment_->decide(*current, {verdict, verdict == Treatment::Verdict::Relabelled ? labels_->currentIndex() : 0});
    model_->refresh();
    if (*current + 1 < treatment_->rows().size())
        goTo(*current + 1);
    else
        showRow();
}

void DoctorDialog::undo() {
    if (!treatment_)
        return;
    if (const auto taken = treatment_->undo()) {
        model_->refresh();
        goTo(*taken);
        showRow();
    }
}

void DoctorDialog::save() {
    attempt(
        [this] {
            Q_EMIT trainAgain(QString::fromStdString(saveTreatment(*treatment_, plan_.data, plan_.dataVersion)));
            accept();
        },
        [this](const Text& sentence) { showSentence(status_, translated(sentence)); });
}

} // namespace belfry
