#include "ui/pages/search/space_dialog.h"

#include "core/base/files.h"
#include "ui/dialogs/discard_dialog.h"
#include "ui/foundation/attempt.h"
#include "ui/foundation/number_entry.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/foundation/theme.h"
#include "ui/pages/search/gene_fields.h"
#include "ui/pages/search/gene_list.h"
#include "ui/pages/search/gene_text.h"
#include "ui/widgets/card.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/plan_text.h"
#include "ui/widgets/save_file.h"

#include <nlohmann/json.hpp>

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <algorithm>

namespace belfry {
namespace {

QString networksText(double count) {
    return translated(
        Text::plural("%1 different networks", "%1 network", pluralCount(count), largeCountText(count).toStdString()));
}

bool hasGene(const Space& space, const std::string& name) {
    return std::ranges::find(space.genes, name, &Gene::name) != space.genes.end();
}

} // namespace

SpaceDialog::SpaceDialog(const Theme& theme, Space start, SearchPreset preset, QWidget* parent)
    : QDialog(parent), theme_(theme), space_(std::move(start)), start_(space_), preset_(std::move(preset)) {
    layOut();
    refresh();
    showRow();
    connect(list_, &GeneList::rowChanged, this, &SpaceDialog::showRow);
    connect(fields_, &GeneFields::edited, this, &SpaceDialog::takeGene);
    list_->setFocus();
}

void SpaceDialog::reject() {
    if (space_ == start_ && wrong_.empty())
        QDialog::reject();
    else
        askToDiscard(this, tr("Discard the changes to this space?"),
                     tr("Closes the editor; the search stays unchanged"));
}

void SpaceDialog::addGene(const std::string& name) {
    const int row = list_->row() + 1;
    space_.genes.insert(space_.genes.begin() + row, firstGene(geneInfo(name)));
    refresh();
    list_->setRow(row);
    showRow();
}

void SpaceDialog::removeGene() {
    wrong_.erase(space_.genes[static_cast<std::size_t>(list_->row())].name);
    space_.genes.erase(space_.genes.begin() + list_->row());
    refresh();
    showRow();
}

void SpaceDialog::moveGene(int by) {
    const int from = list_->row(), to = from + by;
    if (from < 0 || to < 0 || to >= count())
        return;
    std::swap(space_.genes[static_cast<std::size_t>(from)], space_.genes[static_cast<std::size_t>(to)]);
    refresh();
    list_->setRow(to);
    showRow();
}

void SpaceDialog::reset() {
    space_.genes = preset_.plan.space.genes;
    wrong_.clear();
    refresh();
    showRow();
}

// A wrong one stays in sight, and the space has the one of before the edit.
void SpaceDialog::takeGene(const Gene& gene) {
    const bool good = problemOf(gene).isEmpty();
    space_.genes[static_cast<std::size_t>(list_->row())] = good ? gene : fields_->before();
    if (good)
        wrong_.erase(gene.name);
    else
        wrong_[gene.name] = gene;
    refresh();
}

std::vector<Gene> SpaceDialog::shownGenes() const {
    std::vector<Gene> genes = space_.genes;
    for (Gene& gene : genes)
        if (const auto typed = wrong_.find(gene.name); typed != wrong_.end())
            gene = typed->second;
    return genes;
}

QString SpaceDialog::problem() const {
    for (const Gene& gene : shownGenes())
        if (const QString problem = problemOf(gene); !problem.isEmpty())
            return problem;
    return problemOf(space_);
}

void SpaceDialog::refresh() {
    const QString problem = this->problem();
    const bool good = problem.isEmpty();
    list_->setGenes(shownGenes(), theme_.palette().warning);
    size_->setText(good ? networksText(sizeOf(space_)) : dashText());
    shared_->setText(sharedText());
    problem_->setText(problem);
    setAllowed(use_, problem);
    setAllowed(save_, problem);
    showAddMenu();
}

void SpaceDialog::showRow() {
    const int row = list_->row();
    const bool any = row >= 0;
    const auto gene = any ? std::optional(shownGenes()[static_cast<std::size_t>(row)]) : std::nullopt;
    fields_->setGene(gene, any ? std::optional(space_.genes[static_cast<std::size_t>(row)]) : std::nullopt);
    geneCard_->setTitle(any ? geneTitle(gene->name) : tr("Gene"));
    remove_->setEnabled(any);
    up_->setEnabled(row > 0);
    down_->setEnabled(any && row + 1 < count());
}

// Genes that the space lacks can be added.
void SpaceDialog::showAddMenu() {
    bool any = false;
    for (QAction* action : addMenu_->actions()) {
        action->setVisible(!hasGene(space_, action->data().toString().toStdString()));
        any = any || action->isVisible();
    }
    add_->setEnabled(any);
}

QString SpaceDialog::sharedText() const {
    const Plan& plan = space_.plan;
    QStringList words;
    if (!hasGene(space_, "dropout"))
        words << tr("dropout %1").arg(writeNumber(plan.mlp.dropout, false));
    if (!hasGene(space_, "learning_rate")) {
        words << (hasGene(space_, "optimizer") ? tr("the optimizer's default rate")
                                               : tr("learning rate %1").arg(writeNumber(plan.learningRate, false)));
    }
    if (!hasGene(space_, "optimizer"))
        words << fieldText("optimizer", plan);
    words << translated(Text::plural("at most %n epochs", "at most %n epoch", plan.epochs));
    if (plan.patience > 0)
        words << translated(Text::plural("stops after %n epochs without improvement",
                                         "stops after %n epoch without improvement", plan.patience));
    return tr("Every trial: %1").arg(words.join(QStringLiteral(", ")));
}

bool SpaceDialog::doWith(const std::function<void()>& work) {
    return attempt(
        work, [this](const Text& sentence) { problem_->setText(translated(sentence)); });
}

bool SpaceDialog::openFile(const QString& file) {
    return doWith([&] {
        Space read = readSpaceFile(file.toStdString());
        if (read.plan == searchedPlan())
            read.plan = space_.plan;
        read.plan.devices = space_.plan.devices; // these are the machine's
        read.plan.dataDir = space_.plan.dataDir;
        space_ = std::move(read);
        wrong_.clear();
        refresh();
        list_->setRow(0);
        showRow();
    });
}

bool SpaceDialog::saveFile(const QString& file) {
    constexpr int kIndent = 2;
    return doWith([&] { writeFileAtomically(file.toStdString(), toJson(space_).dump(kIndent) + '\n'); });
}

void SpaceDialog::askOpen() {
    askOpenFile(
        this,
        {.kind = QStringLiteral("space"), .title = tr("Open space"), .filters = tr("Spaces (*.json);;All files (*)")},
        [this](const QString& file) { openFile(file); });
}

void SpaceDialog::askSave() {
    askSaveFile(
        this,
        {.kind = QStringLiteral("space"),
         .title = tr("Save space"),
         .filters = tr("Spaces (*.json);;All files (*)"),
         .name = QStringLiteral("space.json")},
        [this](const QString& file) { return saveFile(file); });
}

} // namespace belfry
