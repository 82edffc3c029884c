// What a run tells of the numbers inside its network.
#include "core/exchange/forwarding_exchange.h"
#include "core/train/collection_budget.h"
#include "core/train/events.h"
#include "tests/core/train/small_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace belfry {
namespace {

using test::EndedRun;
using test::Recorder;
using test::Sink;
using test::smallRun;

// Ten steps an epoch.
Plan watchedPlan() {
    Plan plan;
    plan.model = "mine";
    plan.layers = {"conv 4 3x3 relu", "batchnorm", "dropout 0.5", "dense classes linear"};
    plan.towers = 2;
    plan.batchPerTower = 50;
    plan.epochs = 2;
    plan.tensorboard = true;
    return plan;
}

struct Told {
    std::vector<Distributions> distributions;
    Snapshot last;
};

// As of a run that has a folder, which nobody writes to.
struct RecordedRun : Recorder, Sink {
    explicit RecordedRun(PreparedRun run) {
        Session session(std::move(run), *this, this, {.runFolder = "a run's folder"});
        session.start();
        session.wait();
    }
};

Told run(const Plan& plan) {
    const EndedRun ended(smallRun(plan));
    EXPECT_EQ(ended.finished().state, RunState::Finished) << ended.finished().reason;
    return {ended.all<Distributions>(), ended.saved.back().snapshot};
}

std::vector<std::int64_t> stepsOf(const std::vector<Distributions>& all) {
    std::vector<std::int64_t> steps;
    for (const Distributions& distributions : all)
        steps.push_back(distributions.step);
    return steps;
}
std::vector<std::int64_t> stepsOf(const Told& told) { return stepsOf(told.distributions); }

TEST(DistributionsTest, AreReportedWhenThePlanEnablesThem) {
    Plan plan = watchedPlan();
    EXPECT_THAT(stepsOf(run(plan)), testing::ElementsAre(10, 20));
    plan.histogramsEvery = 7;
    EXPECT_THAT(stepsOf(run(plan)), testing::ElementsAre(7, 14));
    plan.histogramsEvery = 0;
    plan.steps = 13;
    EXPECT_THAT(stepsOf(run(plan)), testing::ElementsAre(10, 13)) << "the part of an epoch at the end";
    plan.tensorboard = false;
    EXPECT_THAT(stepsOf(run(plan)), testing::IsEmpty());
}

TEST(DistributionsTest, AreOfWeightsGradientsAndActivations) {
    const Told told = run(watchedPlan());
    std::vector<std::string> names;
    for (const auto& [name, numbers] : told.distributions.back().vectors)
        names.push_back(name);
    EXPECT_THAT(names,
                testing::UnorderedElementsAre(
                    "conv1/weight", "conv1/weight/gradients", "conv1/bias", "conv1/bias/gradients", "batchnorm2/scale",
                    "batchnorm2/scale/gradients", "batchnorm2/offset", "batchnorm2/offset/gradients", "batchnorm2/mean",
                    "batchnorm2/variance", "dense4/weight", "dense4/weight/gradients", "dense4/bias",
                    "dense4/bias/gradients", "conv1/activations", "batchnorm2/activations", "dense4/activations"));
    for (const auto& [name, numbers] : told.distributions.back().vectors) {
        EXPECT_GT(numbers.count, 0) << name;
        EXPECT_TRUE(numbers.min < numbers.max || numbers.count == 1) << name;
        if (name == "conv1/activations") {
            EXPECT_EQ(numbers.count, 64 * 26 * 26 * 4);
            EXPECT_EQ(numbers.min, 0);
            EXPECT_GT(numbers.sparsity(), 0);
        }
    }
}

TEST(DistributionsTest, AreOfTheWeightsAtThatStep) {
    const Told told = run(watchedPlan());
    const Slice& slice = told.last.blueprint->slices[0];
    const Distribution expected =
        distributionOf(std::span(told.last.weights)
                           .subspan(static_cast<std::size_t>(slice.offset), static_cast<std::size_t>(slice.count)));
    const auto& found = told.distributions.back().vectors[0];
    EXPECT_EQ(found.name, "conv1/weight");
    EXPECT_EQ(found.numbers.sum, expected.sum);
    EXPECT_EQ(found.numbers.buckets, expected.buckets);
}

TEST(DistributionsTest, DoNotChangeTheRun) {
    Plan plan = watchedPlan();
    plan.histogramsEvery = 1;
    const Told watched = run(plan);
    plan.tensorboard = false;
    EXPECT_EQ(run(plan).last.weights, watched.last.weights);
    const RecordedRun recorded(smallRun(plan));
    EXPECT_FALSE(recorded.all<Distributions>().empty());
    EXPECT_EQ(recorded.saved.back().snapshot.weights, watched.last.weights);
}

TEST(DistributionsTest, AreReportedOfEveryRunThatIsRecorded) {
    Plan plan = watchedPlan();
    plan.tensorboard = false;
    plan.histogramsEvery = 3; // of event files
    PreparedRun prepared = smallRun(plan);
    prepared.trainingClock = [] { return std::chrono::duration<double>(0); }; // in which it takes no time
    const std::vector<Distributions> all = RecordedRun(std::move(prepared)).all<Distributions>();
    EXPECT_THAT(stepsOf(all), testing::ElementsAre(10, 20));
    EXPECT_EQ(all.back().vectors.size(), 17u);
}

TEST(DistributionsTest, OfARecordedRunAreThoseOfItsEventFilesAndOfItsEpochs) {
    Plan plan = watchedPlan();
    plan.histogramsEvery = 7;
    PreparedRun prepared = smallRun(plan);
    prepared.trainingClock = [] { return std::chrono::duration<double>(0); };
    EXPECT_THAT(stepsOf(RecordedRun(std::move(prepared)).all<Distributions>()), testing::ElementsAre(7, 10, 14, 20));
    EXPECT_TRUE(isForEventFile(plan, 14, false));
    EXPECT_FALSE(isForEventFile(plan, 20, true));
}

TEST(CollectionBudget, TakesOnePartInAHundred) {
    CollectionBudget budget(1000);
    EXPECT_TRUE(budget.allows(1000)) << "the first: nobody knows what it takes";
    budget.spend(0.5);
    EXPECT_FALSE(budget.allows(1099)) << "it and another one would be 1 second";
    EXPECT_TRUE(budget.allows(1100));
    budget.spend(2); // the next one may take as long
    EXPECT_FALSE(budget.allows(1449));
    EXPECT_TRUE(budget.allows(1450));
}

// A second for each update, and so many for each look at the gradient.
class Slow : public ForwardingExchange {
public:
    Slow(std::unique_ptr<Exchange> inner, double& clock, double takes)
        : ForwardingExchange(std::move(inner)), clock_(clock), takes_(takes) {}
    void attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) override {
        ForwardingExchange::attach(team, optimizer, rules);
        store_.emplace(ForwardingExchange::variables(), *this);
    }
    ExchangeTimes finish(const ExchangeStep& step) override {
        clock_ += 1;
        return ForwardingExchange::finish(step);
    }
    VariableStore& variables() override { return *store_; }

private:
    struct Store : ForwardingVariables {
        Store(VariableStore& inner, const Slow& exchange) : ForwardingVariables(inner), exchange_(exchange) {}
        std::vector<float> meanGradient() const override {
            exchange_.clock_ += exchange_.takes_;
            return ForwardingVariables::meanGradient();
        }
        const Slow& exchange_;
    };
    double& clock_;
    double takes_;
    std::optional<Store> store_;
};

std::vector<std::int64_t> stepsWhenItTakes(double seconds) {
    Plan plan = watchedPlan();
    plan.layers = {"maxpool 4x4 stride 4", "dense classes linear"};
    plan.tensorboard = false;
    plan.epochs = 13; // of ten steps
    double clock = 5000;
    PreparedRun prepared = smallRun(plan);
    prepared.trainingClock = [&clock] { return std::chrono::duration<double>(clock); };
    prepared.exchange = [&clock, seconds](TowerTeam& team) {
        return std::make_unique<Slow>(makeExchange("cpu", team), clock, seconds);
    };
    return stepsOf(RecordedRun(std::move(prepared)).all<Distributions>());
}

TEST(DistributionsTest, TakeAHundredthOfTheTrainingTime) {
    EXPECT_EQ(stepsWhenItTakes(0.05).size(), 13u) << "half a hundredth: every epoch";
    EXPECT_THAT(stepsWhenItTakes(0.2), testing::ElementsAre(10, 40, 60, 80, 100, 120));
    EXPECT_THAT(stepsWhenItTakes(0.55), testing::ElementsAre(10, 110));
    EXPECT_THAT(stepsWhenItTakes(100), testing::ElementsAre(10)) << "of the first epoch always";
}

TEST(DistributionsTest, OfRunsThatNobodyRecordsAreNotCollected) {
    Plan plan = watchedPlan();
    plan.tensorboard = false;
    EXPECT_TRUE(EndedRun(smallRun(plan)).all<Distributions>().empty());
}

TEST(DistributionsTest, AreOneJsonObject) {
    const Distributions told{7, {{"conv1/weight", distributionOf(std::vector<float>{-1, 0, 0, 3})}}};
    EXPECT_EQ(toJson(Event(told), "r"),
              nlohmann::json::parse(R"({"event": "distributions", "run": "r", "step": 7, "vectors": [{"name":
                  "conv1/weight", "count": 4, "not_finite": 0, "min": -1.0, "max": 3.0, "mean": 0.5, "mean_square": 2.5,
                  "sparsity": 0.5}]})"));
}

} // namespace
} // namespace belfry
