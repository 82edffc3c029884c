#include "ui/pages/data/treatment_model.h"

#include "ui/foundation/number_text.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr double kMostTimes = 1e6; // that are told: heads are no surer than that

} // namespace

TreatmentModel::TreatmentModel(QObject* parent) : RowModel(parent) {
    setColumns({
        {QT_TR_NOOP("Reason"), 226, false, [this](const TreatmentRow& row) { return reasonText(row.number); }},
        {QT_TR_NOOP("Picture"), 150, false, [this](const TreatmentRow& row) { return pictureText(row.number); }},
        {QT_TR_NOOP("Class"), 84, false, [this](const TreatmentRow& row) { return classText(row.number); }},
        {QT_TR_NOOP("Decision"), 96, false, [this](const TreatmentRow& row) { return verdictText(row.number); }},
    });
}

void TreatmentModel::setTreatment(Treatment* treatment, std::vector<std::string> classes) {
    treatment_ = treatment;
    classes_ = std::move(classes);
    std::vector<TreatmentRow> rows(treatment == nullptr ? 0 : treatment->rows().size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i].number = i;
    resetRows(rows);
}

void TreatmentModel::refresh() { retranslate(); }

QString TreatmentModel::className(int label) const {
    return QString::fromStdString(classes_[static_cast<std::size_t>(label)]);
}

QString TreatmentModel::reasonText(std::size_t row) const {
    const Treatment::Row& named = treatment_->rows()[row];
    switch (named.kind) {
    case Treatment::Kind::Label: {
        const double times = std::exp(std::min(named.doubt, std::log(kMostTimes)));
        return tr("%1 is %2 times as probable").arg(className(named.proposed), countText(std::llround(times)));
    }
    case Treatment::Kind::Copy:
        return treatment_->report().pictures[named.picture].split == treatment_->report().pictures[named.original].split
                   ? tr("Copy of another picture")
                   : tr("Copy of a picture of another split");
    case Treatment::Kind::Chosen:
        return tr("Chosen by you");
    case Treatment::Kind::Fault:
        switch (named.fault) {
        case PictureFault::Empty:
            return tr("Empty");
        case PictureFault::Dark:
            return tr("Dark");
        case PictureFault::Bright:
            return tr("Too bright");
        case PictureFault::Blurred:
            return tr("Blurred");
        case PictureFault::OddSize:
            return tr("Odd size");
        }
    }
    return {};
}

QString TreatmentModel::pictureText(std::size_t row) const {
    const ExaminedPicture& picture = treatment_->report().pictures[treatment_->rows()[row].picture];
    return picture.file.empty() ? tr("image %1").arg(picture.index) : QString::fromStdString(picture.file);
}

QString TreatmentModel::classText(std::size_t row) const {
    return className(treatment_->report().pictures[treatment_->rows()[row].picture].label);
}

QString TreatmentModel::verdictText(std::size_t row) const {
    const Treatment::Decision decision = treatment_->decisionOn(row);
    switch (decision.verdict) {
    case Treatment::Verdict::Open:
        return {};
    case Treatment::Verdict::Kept:
        return tr("kept");
    case Treatment::Verdict::Relabelled:
        return tr("now %1").arg(className(decision.label));
    case Treatment::Verdict::LeftOut:
        return tr("left out");
    }
    return {};
}

} // namespace belfry
