#include "ui/pages/evaluate/decision_bar.h"

#include "core/data/catalogue.h"
#include "core/data/dataset.h"
#include "core/runs/run_list.h"
#include "ui/foundation/number_text.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"

#include <QMenu>
#include <QPushButton>
#include <utility>

namespace belfry {
namespace {

// Whether what was decided about the pictures of one holds for those of the other.
bool haveSamePictures(const EvaluationReport& one, const EvaluationReport& other) {
    const ImageStore &images = *one.images, &others = *other.images;
    if (!one.data || !other.data || one.data->folder != other.data->folder ||
        one.request.split != other.request.split || one.snapshot->classes != other.snapshot->classes ||
        images.size() != others.size())
        return false;
    for (std::int64_t image = 0; image < images.size(); ++image)
        if (images.name(image) != others.name(image) || images.label(image) != others.label(image))
            return false;
    return true;
}

} // namespace

DecisionBar::DecisionBar(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("decisionBar"));
    const Parts parts(this);
    state_ = parts.elided("muted", "decisionState");
    relabel_ = parts.button("", QT_TR_NOOP("Relabel…"), QT_TR_NOOP("The selected pictures count in another class"),
                            "Relabel pictures");
    exclude_ = parts.button("", QT_TR_NOOP("Exclude"), QT_TR_NOOP("The selected pictures do not count any more"),
                            "Exclude pictures");
    undo_ = parts.button("quiet", QT_TR_NOOP("Undo"), QT_TR_NOOP("Takes the last decision back"), "Undo map decision");
    save_ = parts.button("primary", QT_TR_NOOP("Train again…"),
                         QT_TR_NOOP("Saves the decisions as a version of the folder, whose files stay as they are, and "
                                    "trains a run like this one with it"),
                         "Train with decisions");
    classes_ = new QMenu(this);
    classes_->setObjectName(QStringLiteral("relabelMenu"));
    fillWith(this, rowOf(8, {{state_, 1}, relabel_, exclude_, undo_, save_}));
    connect(relabel_, &QPushButton::clicked, this, &DecisionBar::openClasses);
    connect(exclude_, &QPushButton::clicked, this, &DecisionBar::exclude);
    connect(undo_, &QPushButton::clicked, this, &DecisionBar::undo);
    connect(save_, &QPushButton::clicked, this, &DecisionBar::save);
    keepTranslated(this, [this] { showState(); });
}

void DecisionBar::setReport(const std::shared_ptr<const EvaluationReport>& report) {
    report_ = report;
    chosen_.clear();
    isFolder_ = false;
    looking_.cancel();
    if (report_ && treatment_ && !haveSamePictures(*report_, *decidedOn_))
        forgetDecisions();
    if (report_ && report_->data)
        looking_.start<bool>([name = report_->data->name](const LatestJob::Token&) { return isPictureFolder(name); },
                             [this](bool folder) {
                                 isFolder_ = folder;
                                 showState();
                             },
                             [](const Text&) {}); // then it is none
    showState();
}

void DecisionBar::forgetDecisions() {
    const std::int64_t lost = saved_ ? 0 : treatment_->relabelled() + treatment_->leftOut();
    treatment_.reset();
    decidedOn_.reset();
    rows_.clear();
    steps_.clear();
    if (lost > 0)
        Q_EMIT failed(
            Text::plural("The decisions on %n pictures of the map are forgotten: other pictures are evaluated "
                         "now. Train with them (“Train again…”) before you evaluate others.",
                         "The decision on %n picture of the map is forgotten: other pictures are evaluated "
                         "now. Train with it (“Train again…”) before you evaluate others.",
                         lost));
}

void DecisionBar::setChosen(std::vector<std::int64_t> images) {
    chosen_ = std::move(images);
    showState();
}

QString DecisionBar::className(int label) const {
    return QString::fromStdString(report_->snapshot->classes.at(static_cast<std::size_t>(label)));
}

QString DecisionBar::decisionOn(std::int64_t image) const {
    const auto row = rows_.find(image);
    if (row == rows_.end())
        return {};
    const Treatment::Decision decision = treatment_->decisionOn(row->second);
    switch (decision.verdict) {
    case Treatment::Verdict::Open:
    case Treatment::Verdict::Kept:
        break;
    case Treatment::Verdict::Relabelled:
        return tr("now %1").arg(className(decision.label));
    case Treatment::Verdict::LeftOut:
        return tr("left out");
    }
    return {};
}

// In the middle of a menu of many classes there are arrows to scroll.
void DecisionBar::openClasses() {
    classes_->clear();
    for (int label = 0; label < static_cast<int>(report_->snapshot->classes.size()); ++label) {
        QAction* action = classes_->addAction(className(label), this, [this, label] { relabel(label); });
        action->setObjectName(QStringLiteral("relabelTo%1").arg(label));
    }
    classes_->popup(relabel_->mapToGlobal(QPoint(0, relabel_->height())));
}

// Pictures get their rows one by one, as they are decided on: a split may have a million.
std::size_t DecisionBar::treatedRow(std::int64_t image) {
    const auto [place, added] = rows_.try_emplace(image, 0);
    if (added)
        place->second = treatment_->choose(static_cast<std::size_t>(image));
    return place->second;
}

void DecisionBar::decide(const Treatment::Decision& decision) {
    if (!whyNot().isEmpty())
        return;
    if (!treatment_) {
        auto pictures = std::make_shared<DoctorReport>();
        for (std::int64_t image = 0; image < report_->images->size(); ++image)
            pictures->pictures.push_back({.split = static_cast<int>(report_->splitOf(image)),
                                          .index = report_->numberOf(image),
                                          .file = report_->images->name(image),
                                          .label = report_->images->label(image)});
        treatment_ = std::make_unique<Treatment>(std::move(pictures), report_->snapshot->classes);
        decidedOn_ = report_;
    }
    std::size_t made = 0;
    for (const std::int64_t image : chosen_) {
        const bool same = decision.verdict == Treatment::Verdict::Relabelled &&
                          decision.label == report_->images->label(image) && !rows_.contains(image);
        const std::size_t row = same ? 0 : treatedRow(image);
        if (same || treatment_->decisionOn(row) == decision)
            continue;
        treatment_->decide(row, decision);
        ++made;
    }
    if (made > 0) {
        steps_.push_back(made);
        saved_ = false;
    }
    showState();
    Q_EMIT decided();
}

void DecisionBar::relabel(int label) { decide({Treatment::Verdict::Relabelled, label}); }

void DecisionBar::exclude() { decide({Treatment::Verdict::LeftOut}); }

void DecisionBar::undo() {
    if (steps_.empty())
        return;
    for (std::size_t i = 0; i < steps_.back(); ++i)
        treatment_->undo();
    steps_.pop_back();
    saved_ = false;
    showState();
    Q_EMIT decided();
}

void DecisionBar::save() {
    if (!treatment_ || saving_)
        return;
    saving_ = saved_ = true;
    showState();
    background_.run<Plan>(
        [treatment = *treatment_, report = report_] {
            Plan plan = dataPlan(report->request.run, *report->snapshot);
            plan.dataVersion = saveTreatment(treatment, plan.data, plan.dataVersion);
            plan.name.clear(); // another run, with a name of its own
            return plan;
        },
        [this](const Plan& plan) {
            saving_ = false;
            showState();
            Q_EMIT trainAgainRequested(plan);
        },
        [this](const Text& sentence) {
            saving_ = saved_ = false;
            showState();
            Q_EMIT failed(sentence);
        });
}

QString DecisionBar::whyNot() const {
    if (!isFolder_)
        return tr("Versions are of folders with one sub-folder of pictures per class; this data set is none.");
    return chosen_.empty() ? tr("Select pictures on the map first.") : QString();
}

void DecisionBar::showState() {
    for (QPushButton* button : {relabel_, exclude_})
        setAllowed(button, whyNot());
    undo_->setVisible(!steps_.empty());
    const bool changes = treatment_ && treatment_->relabelled() + treatment_->leftOut() > 0;
    save_->setVisible(changes);
    save_->setEnabled(!saving_);
    state_->setText(changes ? tr("%1 relabelled, %2 left out.")
                                  .arg(countText(treatment_->relabelled()), countText(treatment_->leftOut()))
                            : QString());
}

} // namespace belfry
