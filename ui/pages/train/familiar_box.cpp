#include "ui/pages/train/familiar_box.h"

#include "core/model/architecture.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/parts.h"

namespace belfry {
namespace {

// The same training, at another step.
bool areOfOneRun(const Snapshot& one, const Snapshot& other) {
    return one.source == other.source && one.classes == other.classes && one.data == other.data &&
           one.blueprint->image == other.blueprint->image &&
           one.blueprint->architecture == other.blueprint->architecture;
}

} // namespace

FamiliarBox::FamiliarBox(QWidget* parent) : QCheckBox(parent), said_(new ElidedLabel({}, parent)) {
    const Parts parts(this);
    parts.field(
        this, "Familiar?", "familiarBox",
        QT_TR_NOOP("Says whether the picture is like those that the network learnt from, by the weights of this "
                   "moment. It looks at up to 3,000 of them first."));
    parts.translate(this, QT_TR_NOOP("Familiar?"), [this](const QString& label) { setText(label); });
    said_->setObjectName(QStringLiteral("familiarText"));
    setKind(said_, "muted");
    said_->hide();
    connect(this, &QCheckBox::toggled, this, &FamiliarBox::ask);
    connect(&job_, &FamiliarityJob::progressed, this, [this](double part) {
        part_ = part;
        showText();
    });
    connect(&job_, &FamiliarityJob::ready, this, &FamiliarBox::askForPicture);
    connect(&job_, &FamiliarityJob::answered, this, [this](float familiarity, float threshold) {
        answer_ = {familiarity, threshold};
        showText();
    });
    connect(&job_, &FamiliarityJob::failed, this, &FamiliarBox::showProblem);
    keepTranslated(this, [this] { showText(); });
    setNetwork(nullptr);
}

QWidget* FamiliarBox::said() const { return said_; }

void FamiliarBox::setRun(const std::filesystem::path& run) {
    if (run == run_)
        return;
    run_ = run;
    setChecked(false);
}

void FamiliarBox::setNetwork(const std::shared_ptr<const Snapshot>& snapshot) {
    const bool goesOn = snapshot_ != nullptr && snapshot != nullptr && areOfOneRun(*snapshot_, *snapshot);
    snapshot_ = snapshot;
    if (!goesOn)
        setChecked(false);
    setAllowed(this, snapshot_ == nullptr ? tr("There is no network yet.") : QString());
}

void FamiliarBox::setPicture(const std::vector<std::uint8_t>& picture) {
    if (picture == picture_)
        return;
    picture_ = picture;
    answer_.reset();
    job_.forgetAsked();
    askForPicture();
}

void FamiliarBox::ask(bool wanted) {
    problem_ = {};
    answer_.reset();
    part_ = 0;
    if (wanted)
        job_.prepare(run_, snapshot_);
    else
        job_.stop();
    showText();
}

void FamiliarBox::askForPicture() {
    if (job_.isReady() && !picture_.empty())
        job_.ask(picture_);
    showText();
}

void FamiliarBox::showProblem(const Text& sentence) {
    setChecked(false);
    problem_ = sentence;
    showText();
}

void FamiliarBox::showText() {
    said_->setText(sentence());
    said_->setVisible(!said_->text().isEmpty());
}

QString FamiliarBox::sentence() const {
    if (!problem_.empty())
        return translated(problem_);
    if (!isChecked())
        return {};
    if (!job_.isReady())
        return tr("looking at pictures: %1").arg(percentText(part_, 0));
    if (picture_.empty())
        return tr("nothing to compare yet");
    if (!answer_)
        return tr("comparing…");
    const QString number = decimalText(static_cast<double>(answer_->familiarity), 2);
    return answer_->familiarity < answer_->threshold ? tr("unlike anything seen (%1)").arg(number)
                                                     : tr("familiar (%1)").arg(number);
}

} // namespace belfry
