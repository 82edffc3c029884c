// What the card says of a trial.
#include "tests/ui/search_views.h"
#include "ui/foundation/theme.h"
#include "ui/pages/search/gene_text.h"
#include "ui/pages/search/trial_card.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <QLocale>
#include <algorithm>
#include <utility>

namespace belfry {
namespace {

QString textOf(const TrialCard& card, const std::string& gene) {
    const auto* label = card.findChild<QLabel*>(QStringLiteral("gene-") + QString::fromStdString(gene));
    return label != nullptr ? label->text() : QString();
}

// Who the parents were was said, but not what came from whom.
TEST(TrialCard, ShowsTheParentOfEveryGene) {
    const Theme theme;
    TrialCard card(theme);
    const SearchView view = madeUp({});
    const Space& space = view.plan.space;
    int ofOne = 0, ofBoth = 0, mutated = 0;
    for (const Trial& trial : view.trials) {
        card.setTrial(view, trial.id);
        for (std::size_t i = 0; i < space.genes.size(); ++i) {
            const Gene& gene = space.genes[i];
            QString expected = valueText(gene.name, gene.choices()[static_cast<std::size_t>(trial.asked.genes[i])]);
            const std::vector<int>& parents = trial.asked.parents;
            if (std::ranges::count(trial.asked.mutated, space.genes[i].name) > 0) {
                expected += " · mutated";
                ++mutated;
            } else if (!parents.empty()) {
                const auto has = [&](int id) { return view.find(id)->asked.genes[i] == trial.asked.genes[i]; };
                ASSERT_TRUE(has(parents[0]) || has(parents[1])) << trial.id;
                if (has(parents[0]) && has(parents[1])) {
                    expected += QStringLiteral(" · from %1 and %2").arg(parents[0]).arg(parents[1]);
                    ++ofBoth;
                } else {
                    expected += QStringLiteral(" · from %1").arg(has(parents[0]) ? parents[0] : parents[1]);
                    ++ofOne;
                }
            }
            EXPECT_EQ(textOf(card, space.genes[i].name), expected) << trial.id;
        }
    }
    EXPECT_GT(ofOne, 0);
    EXPECT_GT(ofBoth, 0);
    EXPECT_GT(mutated, 0);
}

// The device was named as on the command line: "cuda:1".
TEST(TrialCard, NamesTheDeviceAsTheWindowDoes) {
    const Theme theme;
    TrialCard card(theme);
    SearchView view = madeUp({});
    for (const auto& [device, shown] : {std::pair{"cuda:1", "GPU1"}, {"cpu", "CPU"}}) {
        view.trials[0].device = device;
        card.setTrial(view, view.trials[0].id);
        EXPECT_EQ(card.findChild<QLabel*>(QStringLiteral("trialDeviceFact"))->text(), shown);
    }
}

// A trial was "width 256, layers 2, relu, adam, learning_rate 0.001" in every language: names of files, and a point.
TEST(GeneText, TrialsAreWrittenForPeople) {
    Space space{searchedPlan(),
                {{"width", {std::int64_t{256}, std::int64_t{1024}}, std::nullopt},
                 {"activation", {"relu", "tanh"}, std::nullopt},
                 {"optimizer", {"adam", "sgd"}, std::nullopt},
                 {"learning_rate", {0.001, 1e-5}, std::nullopt}}};
    EXPECT_EQ(titledGenes(space, {0, 0, 0, 0}), "Width 256, ReLU, Adam, Learning rate 0.001");
    EXPECT_EQ(genesText(space, {0, 0, 0, 0}), "width 256, relu, adam, learning_rate 0.001"); // on the command line
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::Spanish, QLocale::Spain));
    EXPECT_EQ(titledGenes(space, {1, 1, 1, 0}), "Width 1024; Tanh; SGD; Learning rate 0,001");
    EXPECT_EQ(valueText("learning_rate", 1e-5), "0,00001");
    QLocale::setDefault(before);
}

} // namespace
} // namespace belfry
