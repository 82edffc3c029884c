// Search <-> fields.
#include "core/ranks/listener.h"
#include "core/train/plan_fields.h"
#include "ui/foundation/attempt.h"
#include "ui/foundation/texts.h"
#include "ui/pages/search/gene_text.h"
#include "ui/pages/search/search_form.h"
#include "ui/widgets/bound_form.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/device_picker.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/widget_values.h"

#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QScopedValueRollback>
#include <algorithm>
#include <cmath>
#include <filesystem>

namespace belfry {
namespace {

std::string largeCount(double count) { return largeCountText(count).toStdString(); }

constexpr qsizetype kGenesNamed = 4; // more of them say less

// Equal in all settings of a preset: names, devices and folders are the machine's and the user's.
bool sameSearch(SearchPlan a, const SearchPlan& b) {
    a.name = b.name;
    a.preset = b.preset;
    a.space.plan.devices = b.space.plan.devices;
    a.space.plan.dataDir = b.space.plan.dataDir;
    return a == b;
}

bool choosesBatch(const Space& space) {
    return std::ranges::find(space.genes, "global_batch", &Gene::name) != space.genes.end();
}

QString genesShort(const std::vector<Gene>& genes) {
    QStringList words;
    for (const Gene& gene : genes)
        words << QStringLiteral("%1 (%2)").arg(geneTitle(gene.name).toLower()).arg(choicesOf(gene).size());
    const auto more = words.size() - kGenesNamed;
    return more <= 1 ? words.join(QStringLiteral(", "))
                     : SearchForm::tr("%1 and %2 more").arg(words.first(kGenesNamed).join(", ")).arg(more);
}

} // namespace

SearchPlan SearchForm::plan() const {
    SearchPlan plan = base_;
    form_->read(searchFields(), plan);
    takeTrials(plan.space.plan);
    return plan;
}

std::string SearchForm::helpersAt() const { return helpers_->text().trimmed().toStdString(); }

Text SearchForm::helpersProblem() const {
    try {
        if (!helpersAt().empty())
            endpointFrom(helpersAt(), kOwnMachine, /*anyPort=*/true);
        return {};
    } catch (const Error& error) {
        return error.message();
    }
}

void SearchForm::takeTrials(Plan& plan) const {
    const std::string before = plan.data;
    form_->read(planFields(), plan);
    plan.splitBy = Plan().splitBy; // that of new runs
    if (plan.data != before) {     // what belonged to the other data set
        plan.pictureSize.clear();
        plan.dataVersion.clear();
        plan.groups = Plan().groups;
    }
    const std::int64_t images = entered(batch_, plan.imagesPerStep());
    if (images != plan.imagesPerStep())
        plan.globalBatch = plan.batchPerTower = images;
}

void SearchForm::setPlan(const SearchPlan& plan) {
    base_ = plan;
    fillFrom(plan);
    preset_->setName(plan.preset);
    if (preset_->currentIndex() < 0)
        preset_->setName("");
    else if (!plan.preset.empty())
        chosenPreset_ = plan.preset;
    showDependent();
    showSpace();
    Q_EMIT changed();
}

void SearchForm::fillFrom(const SearchPlan& plan) {
    const QScopedValueRollback filling(filling_, true);
    const Plan& trial = plan.space.plan;
    if (trial.data.find('/') != std::string::npos)
        data_->setOwn(trial.data, std::filesystem::path(trial.data).filename().string());
    form_->fill(searchFields(), plan);
    form_->fill(planFields(), trial);
    batch_->setNumber(static_cast<double>(trial.imagesPerStep()));
    devices_->setChosen(trial.devices);
}

void SearchForm::choosePreset() {
    if (preset_->name().empty()) { // cannot be chosen: only edits lead to it
        preset_->setName(base_.preset);
        return;
    }
    SearchPlan chosen = searchPresetByName(preset_->name()).plan;
    chosen.space.plan.devices = base_.space.plan.devices;
    chosen.space.plan.dataDir = base_.space.plan.dataDir;
    setPlan(chosen);
}

const SearchPreset& SearchForm::lastPreset() const {
    const auto found = std::ranges::find(searchPresets(), chosenPreset_, &SearchPreset::name);
    return found == searchPresets().end() ? searchPresets().front() : *found;
}

std::string SearchForm::presetOf(const SearchPlan& plan) {
    const auto found = std::ranges::find_if(searchPresets(),
                                            [&](const SearchPreset& preset) { return sameSearch(plan, preset.plan); });
    return found == searchPresets().end() ? "" : found->name;
}

void SearchForm::devicesEntered() {
    base_.space.plan.devices = devices_->chosen();
    fieldEdited();
}

// A search that differs from its preset loses the preset's name, and gets it back when they are equal again.
void SearchForm::fieldEdited() {
    if (filling_)
        return;
    base_.preset = presetOf(plan());
    preset_->setName(base_.preset);
    showDependent();
    showSpace();
    Q_EMIT changed();
}

void SearchForm::showDependent() {
    const SearchPlan now = plan();
    geneticHead_->setVisible(now.strategy == "genetic");
    form_->showFor(searchFields(), now);
    form_->setFieldVisible(batch_, !choosesBatch(now.space));
    form_->setFieldProblem(batch_, translated(batch_->problem()));
    form_->setFieldProblem(helpers_, translated(helpersProblem()));
    form_->widget<SpinBox>(searchField("trials"))
        ->setMinimumText(now.strategy == "random" ? tr("60 (default)") : tr("all"));
}

void SearchForm::showSpace() {
    const Space space = plan().space;
    const QString genes = genesShort(space.genes);
    try {
        validate(space);
        const double networks = sizeOf(space);
        space_->setText(translated(Text::plural("%1 networks: %2", "%1 network: %2", pluralCount(networks),
                                                largeCount(networks), genes.toStdString())));
    } catch (const Error&) { // said by problem()
        space_->setText(genes);
    }
    QStringList lines;
    for (const Gene& gene : space.genes)
        lines << QStringLiteral("%1: %2").arg(geneTitle(gene.name), choicesText(gene));
    space_->setToolTip(lines.join('\n'));
}

QString SearchForm::problem() const {
    if (const QString sentence = form_->problem(); !sentence.isEmpty())
        return sentence;
    if (!batch_->isHidden() && !batch_->problem().empty())
        return BoundForm::tr("%1: %2").arg(tr("Images per step"), translated(batch_->problem()));
    if (const Text problem = helpersProblem(); !problem.empty())
        return translated(problem);
    return problemOf(plan());
}

QString SearchForm::cost() const {
    if (!problem().isEmpty())
        return {};
    const SearchPlan now = plan();
    const double every = sizeOf(now.space), expected = std::round(expectedTrials(now));
    const bool known = now.strategy != "genetic" && now.halving == 0;
    QStringList sentences;
    if (known && expected >= every) {
        sentences << translated(Text::plural("%1 trials: every network of the space.",
                                             "%1 trial: the only network of the space.", pluralCount(every),
                                             largeCount(every)));
    } else {
        const std::int64_t count = pluralCount(expected);
        sentences << translated(known ? Text::plural("%1 trials; trying all networks would take %2.",
                                                     "%1 trial; trying all networks would take %2.", count,
                                                     largeCount(expected), largeCount(every))
                                      : Text::plural("About %1 trials; trying all networks would take %2.",
                                                     "About %1 trial; trying all networks would take %2.", count,
                                                     largeCount(expected), largeCount(every)));
    }
    if (now.budgetMinutes > 0)
        sentences << tr("Trials stop after at most %1 min.").arg(QLocale().toString(now.budgetMinutes, 'g', 6));
    if (now.winners > 0)
        sentences << tr("Winner runs afterwards: %1.").arg(largeCountText(1.0 * now.winners * now.winnerSeeds));
    return sentences.join(' ');
}

} // namespace belfry
