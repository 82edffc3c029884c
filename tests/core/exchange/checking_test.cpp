// The check finds nothing wrong with what is right, and what is wrong with what is not.
#include "core/base/error.h"
#include "core/exchange/checking_exchange.h"
#include "core/exchange/exchange_trial.h"
#include "core/exchange/forwarding_exchange.h"
#include "core/model/initial_weights.h"
#include "tests/core/exchange/host_collective.h"
#include "tests/support/rig.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <thread>

namespace belfry {
namespace {

constexpr ImageShape kShape{1, 6, 6};

test::RigOptions options() {
    const Architecture network = architectureFromText(
        "net", "conv 3 3x3 linear\nbatchnorm relu\nmaxpool 2x2\ndense 20 tanh decay 0.01\ndense classes linear");
    return {.blueprint = std::make_shared<const Blueprint>(makeBlueprint(network, kShape, 10)),
            .store = test::syntheticStore(95, kShape, 10), // 31, 31, 31, 2
            .imagesPerStep = 31,
            .devices = std::vector<at::Device>(3, at::kCPU),
            .rules = {.clipNorm = 0.5, .averageDecay = 0.99, .biasRate = 8, .lookAhead = true}};
}

// Nine steps of the exchange that `make` makes, checked.
ExchangeDeviation deviationOf(const std::function<std::unique_ptr<Exchange>(TowerTeam&)>& make) {
    test::RigOptions chosen = options();
    const CheckingExchange* checking = nullptr;
    chosen.make = [&](TowerTeam& team) {
        auto made = std::make_unique<CheckingExchange>(make(team), OptimizerSettings{});
        checking = made.get();
        return made;
    };
    test::Rig rig(chosen);
    for (int step = 0; step < 9; ++step)
        rig.step(0.01);
    return checking->largest();
}

TEST(CheckingExchange, PassesEveryExchange) {
    for (const std::string& name : test::provenExchanges()) {
        const auto devices = test::makerOf(name);
        const ExchangeDeviation found =
            deviationOf([&](TowerTeam& team) { return devices ? devices(team) : makeExchange(name, team); });
        EXPECT_LE(found.gradient, 1e-6) << name;
        EXPECT_LE(found.weights, 1e-5) << name;
        EXPECT_EQ(found.differentTower, -1) << name;
        std::printf("%s: gradient %.2g, weights %.2g\n", name.c_str(), found.gradient, found.weights);
    }
}

// Wrong in one way each, from the fourth step on.
class Wrong : public ForwardingExchange {
public:
    Wrong(TowerTeam& team, std::function<void(TowerTeam&)> before, std::function<void(TowerTeam&)> after)
        : ForwardingExchange(makeExchange("cpu", team)), team_(team), before_(std::move(before)),
          after_(std::move(after)) {}
    ExchangeTimes finish(const ExchangeStep& step) override {
        const bool wrong = ++steps_ >= 4;
        if (wrong && before_)
            before_(team_);
        const ExchangeTimes times = ForwardingExchange::finish(step);
        if (wrong && after_)
            after_(team_);
        return times;
    }

private:
    TowerTeam& team_;
    std::function<void(TowerTeam&)> before_, after_;
    int steps_ = 0;
};

TEST(CheckingExchange, FindsALostGradient) {
    const auto lose = [](TowerTeam& team) { team.tower(1).gradient().zero_(); };
    const ExchangeDeviation found =
        deviationOf([&](TowerTeam& team) { return std::make_unique<Wrong>(team, lose, nullptr); });
    EXPECT_GT(found.gradient, 0.01);
    EXPECT_GE(found.step, 4);
}

TEST(CheckingExchange, FindsANaNGradient) {
    const auto spoil = [](TowerTeam& team) { team.tower(1).gradient().fill_(NAN); };
    const ExchangeDeviation found =
        deviationOf([&](TowerTeam& team) { return std::make_unique<Wrong>(team, spoil, nullptr); });
    EXPECT_FALSE(found.gradient <= 1e-4);
}

// The steps after it, which are right, do not hide it.
TEST(CheckingExchange, RemembersTheStepOfTheNaN) {
    struct Once : Wrong {
        explicit Once(TowerTeam& team) : Wrong(team, nullptr, nullptr) {}
        struct Store : ForwardingVariables {
            using ForwardingVariables::ForwardingVariables;
            std::vector<float> meanGradient() const override {
                std::vector<float> mean = ForwardingVariables::meanGradient();
                if (++asked_ == 4)
                    mean[3] = NAN;
                return mean;
            }
            mutable int asked_ = 0;
        };
        VariableStore& variables() override { return store_ ? *store_ : store_.emplace(Wrong::variables()); }
        std::optional<Store> store_;
    };
    const ExchangeDeviation found = deviationOf([](TowerTeam& team) { return std::make_unique<Once>(team); });
    EXPECT_FALSE(found.gradient <= 1e-4);
    EXPECT_EQ(found.step, 4);
}

TEST(CheckingExchange, FindsAReplicaThatDiffers) {
    const auto shift = [](TowerTeam& team) { team.tower(2).weights().select(0, 5).add_(1e-3); };
    const ExchangeDeviation found =
        deviationOf([&](TowerTeam& team) { return std::make_unique<Wrong>(team, nullptr, shift); });
    EXPECT_EQ(found.differentTower, 2);
    EXPECT_EQ(found.differentStep, 4);
}

TEST(Trial, MeasuresWhatTheTowersCanUse) {
    const test::RigOptions chosen = options();
    TowerTeam team(chosen.devices, 1, chosen.blueprint, 1);
    const std::vector<ExchangeTrial> trials = tryExchanges(team, {}, chosen.rules).done;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < trials.size(); ++i) {
        names.push_back(trials[i].name);
        EXPECT_GT(trials[i].milliseconds, 0);
        EXPECT_GE(trials[i].milliseconds, trials[i > 0 ? i - 1 : 0].milliseconds);
    }
    EXPECT_THAT(names, testing::UnorderedElementsAreArray(synchronousExchangeNames()));
}

// `auto` started the library between devices a second time for the run.
TEST(Trial, HandsOverTheLibraryThatItStarted) {
    test::RigOptions chosen = options();
    const auto start = initialWeights(*chosen.blueprint, chosen.seed);
    const auto onDevices = [](const std::string& name, TowerTeam& team) -> std::unique_ptr<Exchange> {
        if (name != "allreduce")
            throw Error(ErrorCategory::Device, Text::verbatim("It does not come up."));
        return test::makerOf("devices")(team);
    };
    chosen.make = [&](TowerTeam& team) {
        ExchangeTrials trials = tryExchanges(team, {}, {}, onDevices); // by other rules than the run's
        EXPECT_NE(trials.started, nullptr);
        team.setWeights(start);
        return std::move(trials.started);
    };
    test::RigOptions other = chosen;
    other.make = [&](TowerTeam& team) { return onDevices("allreduce", team); };
    test::Rig tried(chosen), fresh(other);
    for (int step = 0; step < 5; ++step) {
        tried.step(0.01);
        fresh.step(0.01);
        EXPECT_EQ(tried.replica(2), fresh.replica(2)) << step;
    }
    EXPECT_EQ(tried.variables().averagedWeights(), fresh.variables().averagedWeights());
}

// Which the run would take in the place of the one that it names.
TEST(Trial, HandsOverNoLibraryThatIsSlower) {
    struct Slow : ForwardingExchange {
        using ForwardingExchange::ForwardingExchange;
        ExchangeTimes finish(const ExchangeStep& step) override {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            return ForwardingExchange::finish(step);
        }
    };
    const test::RigOptions chosen = options();
    TowerTeam team(chosen.devices, 1, chosen.blueprint, 1);
    const ExchangeTrials trials =
        tryExchanges(team, {}, {}, [](const std::string& name, TowerTeam& towers) -> std::unique_ptr<Exchange> {
            if (name == "allreduce")
                return std::make_unique<Slow>(makeExchange(name, towers));
            return makeExchange(name, towers);
        });
    EXPECT_NE(trials.done.front().name, "allreduce");
    EXPECT_EQ(trials.started, nullptr);
}

// Among devices whose library does not start, `auto` failed with it, although other strategies need none.
TEST(Trial, SkipsExchangesThatDoNotStart) {
    const test::RigOptions chosen = options();
    TowerTeam team(chosen.devices, 1, chosen.blueprint, 1);
    const auto without = [&](ErrorCategory category) {
        return tryExchanges(team, {}, chosen.rules, [category](const std::string& name, TowerTeam& towers) {
            if (name == "allreduce")
                throw Error(category, Text::verbatim("There is no link."));
            return makeExchange(name, towers);
        });
    };
    const ExchangeTrials trials = without(ErrorCategory::Device);
    EXPECT_EQ(trials.done.size(), synchronousExchangeNames().size() - 1);
    EXPECT_THAT(trials.problems, testing::ElementsAre(Text::verbatim("There is no link.")));
    EXPECT_THROW(without(ErrorCategory::Training), Error);
}

} // namespace
} // namespace belfry
