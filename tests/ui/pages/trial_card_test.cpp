// What the card says of a trial.
#include "tests/ui/search_views.h"
#include "ui/foundation/theme.h"
#include "ui/pages/search/trial_card.h"

#include <gtest/gtest.h>

#include <QLabel>
#include <algorithm>

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
            const std::string value =
                geneText(space.genes[i].choices()[static_cast<std::size_t>(trial.asked.genes[i])]);
            QString expected = QString::fromStdString(value);
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

} // namespace
} // namespace belfry
