#include "ui/pages/search/gene_rows.h"

#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/pages/search/gene_text.h"
#include "ui/pages/search/trial_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>

namespace belfry {
namespace {

struct TrialTip {
    Q_DECLARE_TR_FUNCTIONS(belfry::TrialTip)
};

QString headOf(const Trial& trial) {
    if (trial.asked.generation > 0)
        return TrialTip::tr("Trial %1, generation %2").arg(trial.id).arg(trial.asked.generation);
    return trial.asked.rung > 0 ? TrialTip::tr("Trial %1, rung %2").arg(trial.id).arg(trial.asked.rung)
                                : TrialTip::tr("Trial %1").arg(trial.id);
}

QString stateOf(const Trial& trial) {
    switch (trial.state) {
    case TrialState::Done:
        return TrialTip::tr("accuracy %1, epoch %2 of %3")
            .arg(percentText(trial.accuracy, 2))
            .arg(trial.bestEpoch)
            .arg(trial.epochs);
    case TrialState::Running:
        return trial.epochs > 0 ? TrialTip::tr("Training: %1 so far").arg(percentText(trial.accuracy, 2))
                                : TrialTip::tr("in training");
    case TrialState::Waiting:
        return TrialTip::tr("waiting");
    case TrialState::Failed:
        break;
    }
    return trial.failures.empty() ? TrialTip::tr("failed")
                                  : TrialTip::tr("failed: %1").arg(translated(trial.failures.back()));
}

QString originOf(const Trial& trial) {
    if (trial.asked.generation < 2)
        return {};
    if (trial.asked.parents.empty())
        return TrialTip::tr("random");
    return trial.asked.parents.size() == 1
               ? TrialTip::tr("child of trial %1").arg(trial.asked.parents.front())
               : TrialTip::tr("child of trials %1 and %2").arg(trial.asked.parents[0]).arg(trial.asked.parents[1]);
}

QString mutationOf(const Trial& trial) {
    const QString genes = mutatedText(trial);
    return genes.isEmpty() ? genes : TrialTip::tr("mutated: %1").arg(genes);
}

QStringList factsOf(const SearchView& view, int id) {
    const Trial* trial = view.find(id);
    if (trial == nullptr)
        return {};
    QStringList facts{headOf(*trial), genesOf(view, *trial), stateOf(*trial), originOf(*trial), mutationOf(*trial)};
    facts.removeAll(QString());
    return facts;
}

GeneRow rowOf(const Space& space, const Trial& trial) {
    GeneRow row{trial.id, trial.accuracy, trial.asked.genes};
    const std::vector<bool> said = expressed(space, trial.asked.genes);
    for (std::size_t i = 0; i < said.size(); ++i)
        if (!said[i])
            row.choices[i] = GeneRow::kSilent;
    return row;
}

} // namespace

std::vector<GeneRow> geneRows(const SearchView& view, const std::vector<GeneRow>& known) {
    std::vector<GeneRow> rows;
    for (const Trial& trial : view.trials) {
        if (trial.state != TrialState::Done)
            continue;
        const auto old = std::ranges::lower_bound(known, trial.id, {}, &GeneRow::trial);
        if (old != known.end() && old->trial == trial.id && old->accuracy == trial.accuracy)
            rows.push_back(*old);
        else
            rows.push_back(rowOf(view.plan.space, trial));
    }
    return rows;
}

QStringList choiceTexts(const Gene& gene) {
    QStringList texts;
    for (const GeneValue& value : gene.choices()) {
        const double* number = std::get_if<double>(&value);
        texts << (number ? QLocale().toString(*number, 'g', 3) : valueText(gene.name, value));
    }
    return texts;
}

QString trialTip(const SearchView& view, int id) { return factsOf(view, id).join(QLatin1Char('\n')); }

QString trialLine(const SearchView& view, int id) { return factsOf(view, id).join(QStringLiteral("; ")); }

bool sameResults(const SearchView& a, const SearchView& b) {
    const auto same = [](const Trial& one, const Trial& other) {
        const bool ended = one.state == TrialState::Done;
        return one.id == other.id && one.state == other.state && (!ended || one.accuracy == other.accuracy);
    };
    return a.folder == b.folder && std::ranges::equal(a.trials, b.trials, same) &&
           a.generations.size() == b.generations.size() && a.plan == b.plan;
}

} // namespace belfry
