#include "ui/pages/search/trial_text.h"

#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/pages/search/gene_text.h"
#include "ui/widgets/run_state_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

struct TrialText {
    Q_DECLARE_TR_FUNCTIONS(belfry::TrialText)
};

QString oneLayout(const Layout& layout) {
    return translated(Text::plural("%n trials in parallel, %1", "one trial at a time, %1", layout.trials,
                                   Text::plural("%n towers each", "one tower each", layout.towers)));
}

} // namespace

QString searchStateText(const std::string& state) {
    if (state == "paused")
        return TrialText::tr("Paused");
    return state == "reading" ? TrialText::tr("Reading") : stateText(state);
}

QString trialStateText(TrialState state, bool paused) {
    switch (state) {
    case TrialState::Waiting:
        return TrialText::tr("Retrying");
    case TrialState::Running:
        return paused ? TrialText::tr("Paused") : TrialText::tr("Running");
    case TrialState::Done:
        return TrialText::tr("Done");
    case TrialState::Failed:
        return TrialText::tr("Failed");
    }
    return {};
}

QColor trialStateColour(const Palette& palette, TrialState state, bool paused) {
    switch (state) {
    case TrialState::Waiting:
        return palette.series[1];
    case TrialState::Running:
        return paused ? palette.series[1] : palette.good;
    case TrialState::Done:
        return palette.accent;
    case TrialState::Failed:
        return palette.warning;
    }
    return palette.muted;
}

Text searchName(const std::string& name) {
    const auto preset = std::ranges::find(searchPresets(), name, &SearchPreset::name);
    return preset == searchPresets().end() ? Text::verbatim(name) : preset->title;
}

Text searchName(const SearchView& view) {
    return searchName(view.plan.name.empty() ? view.folder.filename().string() : view.plan.name);
}

QString searchTitle(const SearchSummary& search) {
    QStringList parts{translated(searchName(search.name))};
    if (search.started > 0)
        parts << momentText(search.started);
    if (search.best > 0)
        parts << percentText(search.best);
    return parts.join(QStringLiteral(" · "));
}

QString genesOf(const SearchView& view, const Trial& trial) { return titledGenes(view.plan.space, trial.asked.genes); }

QString parentsText(const Trial& trial) {
    const std::vector<int>& parents = trial.asked.parents;
    if (parents.empty())
        return TrialText::tr("none (random)");
    return parents.size() == 1 ? QString::number(parents[0])
                               : TrialText::tr("%1 and %2").arg(parents[0]).arg(parents[1]);
}

QString mutatedText(const Trial& trial) { return textsOf(trial.asked.mutated, geneTitle).join(QStringLiteral(", ")); }

QString originText(const SearchView& view, const Trial& trial, std::size_t gene) {
    if (std::ranges::count(trial.asked.mutated, view.plan.space.genes[gene].name) > 0)
        return TrialText::tr("mutated");
    std::vector<int> from;
    for (const int id : trial.asked.parents) {
        const Trial* parent = view.find(id);
        if (parent != nullptr && parent->asked.genes[gene] == trial.asked.genes[gene])
            from.push_back(id);
    }
    return from.empty()       ? QString()
           : from.size() == 1 ? TrialText::tr("from %1").arg(from[0])
                              : TrialText::tr("from %1 and %2").arg(from[0]).arg(from[1]);
}

QString layoutText(const SearchView& view) {
    if (!view.layout)
        return {};
    QStringList others;
    double speed = 0;
    for (const LayoutTrial& trial : view.measured) {
        if (trial.layout == *view.layout) {
            speed = trial.imagesPerSecond;
        } else if (trial.problem.empty()) {
            others << TrialText::tr("%1: %2 images/s")
                          .arg(oneLayout(trial.layout), countText(std::llround(trial.imagesPerSecond)));
        }
    }
    const QString chosen = oneLayout(*view.layout);
    if (speed <= 0)
        return chosen;
    const QString said = TrialText::tr("%1: %2 images/s").arg(chosen, countText(std::llround(speed)));
    return others.isEmpty() ? said : TrialText::tr("%1 (%2)").arg(said, others.join(QStringLiteral("; ")));
}

QString helpersText(const SearchView& view) {
    if (view.joinAt.empty())
        return {};
    const Text there = view.helpers == 0 ? Text::tr("No helper has joined yet")
                                         : Text::plural("%n helpers train too", "One helper trains too", view.helpers);
    return TrialText::tr("%1; on other machines: %2")
        .arg(translated(there), QStringLiteral("belfry-cli search join %1").arg(QString::fromStdString(view.joinAt)));
}

QString winnersText(const SearchView& view, int best) {
    QStringList texts;
    for (const WinnerTraining& training : view.inTraining) {
        QString text = training.trial == best
                           ? TrialText::tr("seed %1").arg(training.seed)
                           : TrialText::tr("trial %1, seed %2").arg(training.trial).arg(training.seed);
        if (!training.curve.empty()) {
            text = TrialText::tr("%1, epoch %2 of at most %3, %4")
                       .arg(text, countText(std::ssize(training.curve)), countText(training.epochs),
                            percentText(double{training.curve.back()}, 2));
        }
        texts << text;
    }
    return texts.join(QStringLiteral("; "));
}

QString approximately(double count) {
    constexpr double kCounted = 1e9;
    return count < kCounted ? countText(std::llround(count)) : QLocale().toString(count, 'g', 2);
}

QString testText(const TestFigure& figure) {
    return figure.runs == 0
               ? dashText()
               : QStringLiteral("%1 ± %2").arg(percentText(figure.mean, 2), decimalText(100 * figure.deviation, 2));
}

} // namespace belfry
