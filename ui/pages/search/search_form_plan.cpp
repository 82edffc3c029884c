// Search <-> fields.
#include "core/base/error.h"
#include "ui/foundation/texts.h"
#include "ui/pages/search/gene_text.h"
#include "ui/pages/search/search_form.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/device_picker.h"
#include "ui/widgets/entered.h"
#include "ui/widgets/field_grid.h"
#include "ui/widgets/fraction_box.h"

#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

namespace belfry {
namespace {

constexpr qsizetype kGenesNamed = 4; // more of them say less

std::string entered(const ChoiceBox* box, const std::string& base) {
    return box->currentIndex() < 0 ? base : box->name();
}

// Equal in all that a preset says: names, devices and folders are the machine's and the user's.
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
    for (const Gene& gene : genes) {
        words << QStringLiteral("%1 (%2)").arg(geneTitle(gene.name).toLower()).arg(choicesOf(gene).size());
    }
    const auto more = words.size() - kGenesNamed;
    return more <= 1 ? words.join(QStringLiteral(", "))
                     : SearchForm::tr("%1 and %2 more").arg(words.first(kGenesNamed).join(", ")).arg(more);
}

} // namespace

SearchPlan SearchForm::plan() const {
    SearchPlan plan = base_;
    plan.name = name_->text() == shownName_ ? base_.name : name_->text().trimmed().toStdString();
    plan.strategy = entered(strategy_, base_.strategy);
    plan.trials = entered(trials_, base_.trials);
    plan.halving = entered(halving_, base_.halving);
    plan.halvingEpochs = entered(firstRung_, base_.halvingEpochs);
    plan.budgetMinutes = entered(budget_, base_.budgetMinutes);
    plan.seed = entered(seed_, base_.seed);
    plan.winners = entered(winners_, base_.winners);
    plan.winnerSeeds = entered(winnerSeeds_, base_.winnerSeeds);
    plan.winnerImages = entered(winnerImages_, base_.winnerImages);
    plan.winnerEpochs = entered(winnerEpochs_, base_.winnerEpochs);
    plan.parallel = entered(parallel_, base_.parallel);
    plan.towers = entered(towers_, base_.towers);
    takeGenetic(plan.genetic);
    takeTrials(plan.space.plan);
    return plan;
}

void SearchForm::takeGenetic(GeneticSettings& genetic) const {
    genetic.population = entered(population_, genetic.population);
    genetic.generations = entered(generations_, genetic.generations);
    genetic.retain = entered(retain_, genetic.retain);
    genetic.randomSelect = entered(randomSelect_, genetic.randomSelect);
    genetic.mutate = entered(mutate_, genetic.mutate);
}

void SearchForm::takeTrials(Plan& plan) const {
    const std::string before = std::exchange(plan.data, entered(data_, plan.data));
    if (plan.data != before) {
        plan.pictureSize.clear(); // it was the other's
    }
    plan.trainImages = entered(trainImages_, plan.trainImages);
    plan.epochs = entered(epochs_, plan.epochs);
    const std::int64_t images = entered(batch_, plan.imagesPerStep());
    if (images != plan.imagesPerStep()) {
        plan.globalBatch = plan.batchPerTower = images;
    }
}

void SearchForm::setPlan(const SearchPlan& plan) {
    filling_ = true;
    base_ = plan;
    fillFrom(plan);
    filling_ = false;
    preset_->setName(plan.preset);
    if (preset_->currentIndex() < 0) {
        preset_->setName("");
    } else if (!plan.preset.empty()) {
        chosenPreset_ = plan.preset;
    }
    showDependent();
    showSpace();
    Q_EMIT changed();
}

void SearchForm::fillFrom(const SearchPlan& plan) {
    const Plan& trial = plan.space.plan;
    name_->setText(QString::fromStdString(plan.name));
    shownName_ = name_->text();
    if (trial.data.find('/') != std::string::npos) {
        data_->setOwn(trial.data, std::filesystem::path(trial.data).filename().string());
    }
    data_->setName(trial.data);
    strategy_->setName(plan.strategy);
    put(trials_, plan.trials);
    put(halving_, plan.halving);
    put(firstRung_, plan.halvingEpochs);
    budget_->setValue(plan.budgetMinutes);
    put(seed_, plan.seed);
    put(population_, plan.genetic.population);
    put(generations_, plan.genetic.generations);
    retain_->setValue(plan.genetic.retain);
    randomSelect_->setValue(plan.genetic.randomSelect);
    mutate_->setValue(plan.genetic.mutate);
    put(trainImages_, trial.trainImages);
    put(epochs_, trial.epochs);
    put(batch_, trial.imagesPerStep());
    put(winners_, plan.winners);
    put(winnerSeeds_, plan.winnerSeeds);
    put(winnerImages_, plan.winnerImages);
    put(winnerEpochs_, plan.winnerEpochs);
    devices_->setChosen(trial.devices);
    put(parallel_, plan.parallel);
    put(towers_, plan.towers);
}

void SearchForm::choosePreset() {
    if (preset_->name().empty()) { // cannot be asked for: it is what edits lead to
        preset_->setName(base_.preset);
        return;
    }
    SearchPlan chosen = searchPresetByName(preset_->name()).plan;
    chosen.space.plan.devices = base_.space.plan.devices;
    chosen.space.plan.dataDir = base_.space.plan.dataDir;
    setPlan(chosen);
}

const SearchPreset& SearchForm::usualPreset() const {
    const auto found = std::ranges::find(searchPresets(), chosenPreset_, &SearchPreset::name);
    return found == searchPresets().end() ? searchPresets().front() : *found;
}

std::string SearchForm::presetOf(const SearchPlan& plan) {
    const auto found = std::ranges::find_if(searchPresets(),
                                            [&](const SearchPreset& preset) { return sameSearch(plan, preset.plan); });
    return found == searchPresets().end() ? "" : found->name;
}

void SearchForm::devicesEntered() {
    if (filling_ || reporting_) {
        return;
    }
    base_.space.plan.devices = devices_->chosen();
    fieldEdited();
}

// A search that no longer says what its preset says loses the preset's name, and gets it back when it does again.
void SearchForm::fieldEdited() {
    if (filling_) {
        return;
    }
    base_.preset = presetOf(plan());
    preset_->setName(base_.preset);
    showDependent();
    showSpace();
    Q_EMIT changed();
}

void SearchForm::showDependent() {
    const SearchPlan now = plan();
    const bool genetic = now.strategy == "genetic";
    geneticHead_->setVisible(genetic);
    for (const QWidget* field :
         std::initializer_list<const QWidget*>{population_, generations_, retain_, randomSelect_, mutate_}) {
        grid_->setFieldVisible(field, genetic);
    }
    grid_->setFieldVisible(firstRung_, now.halving > 0);
    grid_->setFieldVisible(batch_, !choosesBatch(now.space));
    for (const QWidget* field : {winnerSeeds_, winnerImages_, winnerEpochs_}) {
        grid_->setFieldVisible(field, now.winners > 0);
    }
    trials_->setSpecialValueText(now.strategy == "random" ? tr("60, as usual") : tr("all"));
}

void SearchForm::showSpace() {
    const Space space = plan().space;
    const QString genes = genesShort(space.genes);
    try {
        validate(space);
        space_->setText(tr("%1 networks: %2").arg(largeCountText(sizeOf(space)), genes));
    } catch (const Error&) { // said by problem()
        space_->setText(genes);
    }
    QStringList lines;
    for (const Gene& gene : space.genes) {
        lines << QStringLiteral("%1: %2").arg(geneTitle(gene.name), choicesText(gene));
    }
    space_->setToolTip(lines.join('\n'));
}

QString SearchForm::problem() const {
    try {
        validate(plan());
    } catch (const Error& error) {
        return translated(messageOf(error));
    }
    return {};
}

QString SearchForm::cost() const {
    if (!problem().isEmpty()) {
        return {};
    }
    const SearchPlan now = plan();
    const double every = sizeOf(now.space), expected = std::round(expectedTrials(now));
    const bool known = now.strategy != "genetic" && now.halving == 0;
    QStringList sentences;
    if (known && expected >= every) {
        sentences << tr("%1 trainings: every network of the space.").arg(largeCountText(every));
    } else {
        sentences << (known ? tr("%1 trainings; trying everything takes %2.")
                            : tr("About %1 trainings; trying everything takes %2."))
                         .arg(largeCountText(expected), largeCountText(every));
    }
    if (now.budgetMinutes > 0) {
        sentences << tr("They end after %1 minutes at most.").arg(QLocale().toString(now.budgetMinutes, 'g', 6));
    }
    if (now.winners > 0) {
        sentences << tr("Then %1 of the winners.").arg(largeCountText(1.0 * now.winners * now.winnerSeeds));
    }
    return sentences.join(' ');
}

} // namespace belfry
