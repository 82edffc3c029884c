#include "core/exchange/exchange.h"
#include "core/feed/feed.h"
#include "core/optim/schedule.h"
#include "core/tower/test_views.h"
#include "core/train/placement.h"
#include "core/train/plan.h"
#include "core/train/plan_fields.h"

#include <gtest/gtest.h>

#include <sstream>

namespace belfry {
namespace {

TEST(Choices, MatchTheFactories) {
    const auto names = [](const std::vector<Choice>& choices) {
        std::vector<std::string> list;
        for (const Choice& choice : choices)
            list.push_back(choice.name);
        return list;
    };
    for (const std::string& augmentation : names(augmentationChoices()))
        for (const std::string& normalisation : names(normalisationChoices()))
            EXPECT_NO_THROW(inputStageFromNames(augmentation, normalisation));
    for (const std::string& usual : names(usualAugmentations()))
        EXPECT_EQ(inputStageFromNames(usual, "unit").augmentation, Augmentation::Operations) << usual;
    for (const std::string& views : names(testViewChoices()))
        EXPECT_EQ(testViews(std::stoi(views)).size(), static_cast<std::size_t>(std::stoi(views)));
    std::vector<std::string> feeds = feedNames(), exchanges = exchangeNames();
    feeds.insert(feeds.begin(), kByDevice); // one of them
    EXPECT_EQ(names(feedChoices()), feeds);
    exchanges.insert(exchanges.begin(), kByDevice);
    exchanges.emplace_back("auto"); // any of them
    EXPECT_EQ(names(exchangeChoices()), exchanges);
    EXPECT_EQ(names(optimizerChoices()), optimizerNames());
    EXPECT_EQ(names(scheduleChoices()), scheduleNames());
}

TEST(Choices, NameTheDefaultRateOfEveryOptimizer) {
    for (const Choice& choice : optimizerChoices()) {
        std::ostringstream rate;
        rate << "efault rate " << optimizerInfo(choice.name).defaultRate;
        EXPECT_NE(choice.help.english().find(rate.str()), std::string::npos) << choice.help.english();
    }
}

} // namespace
} // namespace belfry
