// The value that says everything about a search: round trip, presets, what is refused and why.
#include "core/search/layout.h"
#include "core/search/search_plan.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace belfry {
namespace {

using testing::HasSubstr;

TEST(SearchPlan, PresetsAreValidAndRoundTrip) {
    EXPECT_EQ(searchPresetNames(), (std::vector<std::string>{"genetic-mnist", "genetic-cifar", "exhaustive-mnist",
                                                             "exhaustive-cifar", "genetic-large"}));
    for (const SearchPreset& preset : searchPresets()) {
        EXPECT_NO_THROW(validate(preset.plan)) << preset.name;
        EXPECT_EQ(searchPlanFromJson(nlohmann::json::parse(toJson(preset.plan).dump())), preset.plan);
    }
}

TEST(SearchPlan, HasTheSettingsOfTheSeeds) {
    const SearchPlan& plan = searchPresetByName("genetic-mnist").plan;
    EXPECT_EQ(plan.genetic, (GeneticSettings{20, 10, 0.4, 0.1, 0.2}));
    EXPECT_EQ(plan.winnerSeeds, 3);
}

SearchPlan changed(const std::function<void(SearchPlan&)>& change) {
    SearchPlan plan = searchPresetByName("genetic-mnist").plan;
    change(plan);
    return plan;
}

std::string refusalOf(const SearchPlan& plan) {
    return refusal([&] { validate(plan); }, ErrorCategory::Usage);
}

std::string refusalWithData(const SearchPlan& plan) {
    return refusal([&] { checkWithData(plan); }, ErrorCategory::Usage);
}

TEST(SearchPlan, RefusesInvalidValues) {
    const std::pair<std::function<void(SearchPlan&)>, const char*> rows[] = {
        {[](SearchPlan& p) { p.strategy = "genetik"; }, "did you mean 'genetic'"},
        {[](SearchPlan& p) { p.genetic.population = 1; }, "The population is 1; expected 2 to"},
        {[](SearchPlan& p) { p.genetic.population = 673; }, "is 673, but the space has only 672 networks"},
        {[](SearchPlan& p) { p.genetic.generations = 0; }, "generations is 0"},
        {[](SearchPlan& p) { p.genetic.retain = 1; }, "less than 1"},
        {[](SearchPlan& p) { p.genetic.randomSelect = 1; }, "less than 1"},
        {[](SearchPlan& p) { p.genetic.randomSelect = std::nan(""); }, "not a number"},
        {[](SearchPlan& p) { p.genetic.mutate = -0.1; }, "is -0.1; expected 0 to 1."},
        {[](SearchPlan& p) { p.budgetMinutes = -1; }, "budget in minutes is -1"},
        {[](SearchPlan& p) { p.halving = 1; }, "factor of successive halving is 1; expected 2"},
        {[](SearchPlan& p) { p.winnerSeeds = 0; }, "seeds of a winner is 0"},
        {[](SearchPlan& p) { p.winnerImages = -1; }, "images of a winner is -1"},
        {[](SearchPlan& p) { p.winnerEpochs = -1; }, "epochs of a winner is -1"},
        {[](SearchPlan& p) { p.parallel = -1; }, "parallel trials is -1"},
        {[](SearchPlan& p) { p.towers = 65; }, "towers is 65"},
        {[](SearchPlan& p) { p.name = "two\nlines"; }, "line break"},
        {[](SearchPlan& p) { p.space.genes.clear(); }, "has no genes"},
        {[](SearchPlan& p) { p.space.genes[0].values.clear(); }, "'width' has no values"},
        {[](SearchPlan& p) { p.strategy = "random", p.trials = 1000; }, "is 1000, but the space has only 672"},
        {[](SearchPlan& p) {
             p.space.genes = {{"width", {std::int64_t{64}}, {}}};
         },
         "the space has only 1 network;"},
    };
    for (const auto& [change, expected] : rows)
        EXPECT_THAT(refusalOf(changed(change)), HasSubstr(expected));
}

TEST(SearchPlan, AnExhaustiveSearchOfAHugeSpaceNeedsABudget) {
    const auto huge = [](SearchPlan& plan) {
        plan.strategy = "exhaustive";
        plan.space.genes.clear();
        for (const char* name : {"width_1", "width_2", "width_3", "width_4"})
            plan.space.genes.push_back({name, {}, GeneRange{1, 1000, 1000, false}});
    };
    EXPECT_EQ(refusalOf(changed(huge)),
              "An exhaustive search of 1e+12 networks would take about 316881 years at 10 seconds each; "
              "give it a budget in minutes or a number of trials, or choose a genetic search.");
    EXPECT_NO_THROW(validate(changed([&](SearchPlan& plan) { huge(plan), plan.budgetMinutes = 5; })));
    EXPECT_NO_THROW(validate(changed([&](SearchPlan& plan) { huge(plan), plan.trials = 5; })));
}

TEST(SearchPlan, UnknownFieldsAreRefused) {
    for (const auto& [text, expected] :
         {std::pair(R"({"populaton": 3})", "did you mean 'population'"),
          std::pair(R"({"seed": -1})", "expected a whole number from 0 on"),
          std::pair(R"({"population": 2.5})", "expected a whole number"),
          std::pair(R"({"population": 1e30})", "expected a whole number"),
          std::pair(R"({"retain": "much"})", "expected a number"), std::pair("3", "must be a JSON object")})
        EXPECT_THAT(refusal([&text = text] { searchPlanFromJson(nlohmann::json::parse(text)); }, ErrorCategory::Usage),
                    HasSubstr(expected));
}

TEST(SearchPlan, NetworksThatDoNotFitTheDataAreRefused) {
    SearchPlan plan = searchPresetByName("genetic-large").plan;
    plan.space.plan.devices = {"cpu"};
    EXPECT_NO_THROW(checkWithData(plan));
    plan.space.genes[0].values = {std::int64_t{0}, std::int64_t{6}}; // six poolings of 28 x 28
    EXPECT_THAT(refusalWithData(plan), HasSubstr("maxpool"));
}

TEST(SearchPlan, EveryBatchIsCheckedAgainstTheImages) {
    SearchPlan plan = searchPresetByName("genetic-mnist").plan;
    plan.space.plan.devices = {"cpu"};
    plan.space.plan.trainImages = 300;
    plan.space.genes.push_back({"global_batch", {std::int64_t{32}, std::int64_t{300}, std::int64_t{64}}, {}});
    EXPECT_NO_THROW(checkWithData(plan));
    plan.space.genes.back().values[1] = std::int64_t{301};
    EXPECT_THAT(refusalWithData(plan), HasSubstr("301 images"));
}

// All trials failed of it, an hour later or at once.
TEST(SearchPlan, EveryBatchIsCheckedAgainstTheTowers) {
    SearchPlan plan = searchPresetByName("genetic-mnist").plan;
    plan.space.plan.devices = {"cpu"};
    plan.space.plan.globalBatch = 2;
    plan.parallel = 1;
    plan.towers = 2;
    EXPECT_NO_THROW(checkWithData(plan));
    plan.towers = 4;
    EXPECT_THAT(refusalWithData(plan), HasSubstr("towers"));
    plan.space.plan.globalBatch = 128;
    EXPECT_NO_THROW(checkWithData(plan));
    plan.space.genes.push_back({"global_batch", {std::int64_t{64}, std::int64_t{3}}, {}});
    EXPECT_THAT(refusalWithData(plan), HasSubstr("towers"));
    plan.parallel = plan.towers = 0; // measured: only what is possible with all batches
    plan.space.genes.back().values[1] = std::int64_t{1};
    EXPECT_NO_THROW(checkWithData(plan));
    for (const Layout& layout : usableLayouts(plan, openData(plan.space.plan)))
        EXPECT_EQ(layout.towers, 1);
}

TEST(SearchPlan, TheNumberOfSharesMatchesTheTowers) {
    SearchPlan plan = searchPresetByName("genetic-mnist").plan;
    plan.space.plan.devices = {"cpu"};
    plan.space.plan.towers = 2;
    plan.space.plan.shares = "0.7,0.3";
    plan.parallel = 2;
    EXPECT_NO_THROW(checkWithData(plan));
    EXPECT_EQ(placedPlan(plan.space.plan, {2, 1, 1, {"cpu", "cpu"}}, 0).shares, "");
    EXPECT_EQ(placedPlan(plan.space.plan, {1, 3, 1, {"cpu"}}, 0).shares, "");
    EXPECT_EQ(placedPlan(plan.space.plan, {1, 2, 1, {"cpu"}}, 0).shares, "0.7,0.3");
}

TEST(Layout, ManyTrialsOrManyTowers) {
    SearchPlan plan = searchPresetByName("genetic-mnist").plan;
    const auto shapes = [](const std::vector<Layout>& layouts) {
        std::vector<std::pair<int, int>> all;
        for (const Layout& layout : layouts) {
            all.emplace_back(layout.trials, layout.towers);
            EXPECT_EQ(layout.threads, 1);
            EXPECT_GE(layout.devices.size(), static_cast<std::size_t>(layout.towers > 1 ? 1 : layout.trials));
        }
        return all;
    };
    using Shapes = std::vector<std::pair<int, int>>;
    EXPECT_EQ(shapes(layoutCandidates({"cpu"}, 4, plan)), (Shapes{{4, 1}, {1, 4}}));
    EXPECT_EQ(shapes(layoutCandidates({"cpu"}, 1, plan)), (Shapes{{1, 1}}));
    EXPECT_EQ(shapes(layoutCandidates({"cuda:0", "cuda:1"}, 8, plan)), (Shapes{{2, 1}, {4, 1}, {8, 1}, {1, 2}}));
    EXPECT_EQ(shapes(layoutCandidates({"cuda:0"}, 8, plan)), (Shapes{{1, 1}, {2, 1}, {4, 1}}));
    plan.parallel = 3;
    EXPECT_EQ(shapes(layoutCandidates({"cpu"}, 4, plan)), (Shapes{{3, 1}}));
    EXPECT_EQ(shapes(layoutCandidates({"cuda:0", "cuda:1"}, 8, plan)), (Shapes{{3, 1}}));
    plan.parallel = 1; // as with any other number of them: one tower each, of which the bits do not depend
    EXPECT_EQ(shapes(layoutCandidates({"cpu"}, 4, plan)), (Shapes{{1, 1}}));
    EXPECT_EQ(shapes(layoutCandidates({"cuda:0", "cuda:1"}, 8, plan)), (Shapes{{1, 1}}));
    plan.towers = 2;
    EXPECT_EQ(shapes(layoutCandidates({"cpu"}, 4, plan)), (Shapes{{1, 2}}));
    EXPECT_EQ(layoutCandidates({"cuda:0", "cuda:1"}, 8, plan)[0].devices,
              (std::vector<std::string>{"cuda:0", "cuda:1"}));
}

TEST(Layout, SeveralTowersMustBeMuchFaster) {
    const auto measured = [](int trials, int towers, double speed) {
        return LayoutTrial{{trials, towers, 1, {"cpu"}}, speed, {}};
    };
    const LayoutTrial beside = measured(4, 1, 1000), slow = measured(8, 1, 1020), fast = measured(8, 1, 1040);
    EXPECT_EQ(fastestLayout({beside, slow}), beside.layout);
    EXPECT_EQ(fastestLayout({beside, fast}), fast.layout);
    const LayoutTrial wide = measured(1, 4, 1190), wider = measured(1, 8, 1210);
    EXPECT_EQ(fastestLayout({beside, wide}), beside.layout);
    EXPECT_EQ(fastestLayout({beside, wider}), wider.layout);
    LayoutTrial broken = beside;
    broken.problem = Text::verbatim("The towers need more memory.");
    EXPECT_EQ(fastestLayout({broken, wide}), wide.layout);
    EXPECT_EQ(fastestLayout({broken}), broken.layout);
}

// No trial of a search replayed graphs, as soon as there were two, wherever they ran.
TEST(Layout, KnowsWhichTrialsShareADevice) {
    const Layout apart{.trials = 2, .towers = 1, .threads = 1, .devices = {"cuda:0", "cuda:1"}};
    EXPECT_FALSE(sharesDevices(apart, devicesOf(apart, 0)));
    EXPECT_FALSE(sharesDevices(apart, devicesOf(apart, 1)));
    const Layout uneven{.trials = 3, .towers = 1, .threads = 1, .devices = {"cuda:0", "cuda:1", "cuda:0"}};
    EXPECT_TRUE(sharesDevices(uneven, devicesOf(uneven, 0)));
    EXPECT_FALSE(sharesDevices(uneven, devicesOf(uneven, 1)));
    EXPECT_TRUE(sharesDevices(uneven, devicesOf(uneven, 2)));
    EXPECT_FALSE(sharesDevices({.trials = 1, .towers = 2, .threads = 1, .devices = {"cuda:0", "cuda:1"}}, {"cuda:0"}));
    EXPECT_TRUE(sharesDevices({.trials = 2, .towers = 2, .threads = 1, .devices = {"cuda:0", "cuda:1"}}, {"cuda:0"}));
}

TEST(Layout, TellsATrialWhatTrainsBesideIt) {
    Plan plan = searchedPlan();
    plan.devices = {"cpu"};
    const auto data = openData(plan);
    for (const int trials : {1, 2}) {
        const Layout layout = cpuLayout(trials, 1);
        EXPECT_EQ(prepareTrial(placedPlan(plan, layout, 0), layout, data).beside, trials == 2);
    }
}

TEST(Layout, PlacesATrial) {
    Plan plan = searchedPlan();
    const Layout two{2, 1, 1, {"cuda:0", "cuda:1"}};
    EXPECT_EQ(placedPlan(plan, two, 1).devices, std::vector<std::string>{"cuda:1"});
    EXPECT_EQ(placedPlan(plan, two, 1).exchange, "first");
    EXPECT_EQ(placedPlan(plan, {1, 2, 1, {"cuda:0", "cuda:1"}}, 0).exchange, "first"); // the same in every trial
    const Plan wide = placedPlan(plan, {1, 4, 1, {"cpu"}}, 0);
    EXPECT_EQ(wide.towers, 4);
    EXPECT_EQ(wide.imagesPerStep(), 128); // the same steps, whatever the towers
}

} // namespace
} // namespace belfry
