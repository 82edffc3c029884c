#include "core/train/plan.h"
#include "tests/core/formats/refusal.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <limits>
#include <string>

namespace belfry {
namespace {

std::string refusal(const Plan& plan) {
    try {
        validate(plan);
    } catch (const Error& error) {
        EXPECT_EQ(error.category(), ErrorCategory::Usage);
        return error.what();
    }
    return "";
}

// Runs of earlier versions keep their test pictures; what people write is new.
TEST(Plan, PlansThatWereKeptBeforeTheRuleOfSplittingKeepTheirSplits) {
    nlohmann::json kept = toJson(Plan());
    EXPECT_EQ(planFromJson(kept).splitBy, "name");
    kept.erase("split_by");
    EXPECT_EQ(planFromJson(kept).splitBy, "count");
    EXPECT_EQ(planFromJson({{"data", "/pets"}, {"split_seed", 3}}).splitBy, "name");
    Plan base;
    base.splitBy = "count";
    EXPECT_EQ(planFromJson({{"epochs", 3}}, base).splitBy, "count"); // a run that goes on
}

TEST(Plan, JsonRoundTripKeepsEveryField) {
    Plan plan;
    plan.name = "a run";
    plan.preset = "quick";
    plan.splitBy = "count";
    plan.model = "mlp";
    plan.mlp = {3, 77, Activation::Tanh, 0.25};
    plan.devices = {"cpu", "cuda:1"};
    plan.towers = 3;
    plan.batchPerTower = 7;
    plan.globalBatch = 20;
    plan.augmentation = "digits";
    plan.normalisation = "centred";
    plan.feed = "queue";
    plan.queueCapacity = 5;
    plan.queueWorkers = 3;
    plan.exchange = "first";
    plan.optimizer = "nesterov";
    plan.learningRate = 0.1 + 0.2;
    plan.momentum = 0.85;
    plan.beta1 = 0.8;
    plan.beta2 = 0.99;
    plan.epsilon = 1e-7;
    plan.rho = 0.7;
    plan.scheduleDecay = 0.005;
    plan.weightDecay = 0.02;
    plan.schedule = "one-cycle";
    plan.decayFactor = 0.3;
    plan.decayEpochs = 2.5;
    plan.decaySteps = 7;
    plan.minRate = 1e-5;
    plan.warmupEpochs = 0.5;
    plan.warmupSteps = 8;
    plan.clipNorm = 1.5;
    plan.averageDecay = 0.9999;
    plan.labelSmoothing = 0.1;
    plan.classWeights = "1,2,0.5";
    plan.logitAdjustment = 1.5;
    plan.sampling = "balanced";
    plan.patience = 6;
    plan.checkExchange = true;
    plan.bestBy = "loss";
    plan.epochs = 4;
    plan.steps = 17;
    plan.seed = std::numeric_limits<std::uint64_t>::max();
    plan.precision = "bf16";
    plan.checkpointEvery = 5;
    plan.displayEvery = 9;
    plan.tensorboard = true;
    plan.histogramsEvery = 10;
    plan.dataDir = "/some/where";
    EXPECT_EQ(planFromJson(nlohmann::json::parse(toJson(plan).dump())), plan);
    plan.model = "my own";
    plan.layers = {"conv 6 5x5 tanh", "dense classes linear"};
    EXPECT_EQ(planFromJson(nlohmann::json::parse(toJson(plan).dump())), plan);
}

TEST(Plan, KeepsTheRulesOfItsUpdates) {
    Plan plan;
    plan.accumulate = 3;
    plan.swaFrom = 0.75;
    plan.biasRate = 64;
    plan.lookaheadEvery = 5;
    plan.lookaheadPull = 0.25;
    plan.triangleStart = 0.15;
    plan.trianglePeak = 0.3;
    plan.triangleEnd = 0.05;
    EXPECT_EQ(planFromJson(nlohmann::json::parse(toJson(plan).dump())), plan);
}

TEST(Plan, HoldsACustomNetwork) {
    Plan plan;
    plan.model = "my own";
    plan.layers = layerLines(networkByName("sonnet"));
    EXPECT_EQ(refusal(plan), "");
    EXPECT_EQ(architectureOf(plan).name, "my own");
    EXPECT_EQ(architectureOf(plan).lines, networkByName("sonnet").lines);
    // A plan over another one that names a network and no layers asks for Belfry's.
    const Plan over = planFromJson(nlohmann::json::parse(R"({"model": "tower"})"), plan);
    EXPECT_TRUE(over.layers.empty());
    EXPECT_EQ(architectureOf(over), networkByName("tower"));
    EXPECT_EQ(planFromJson(nlohmann::json::parse(R"({"towers": 2})"), plan).layers, plan.layers);
}

TEST(Plan, RefusesForeignJsonByName) {
    const auto refused = [](const std::string& text) {
        return refusal([&] { planFromJson(nlohmann::json::parse(text)); }, ErrorCategory::Usage);
    };
    EXPECT_NE(refused(R"({"towrs": 2})").find("did you mean 'towers'"), std::string::npos);
    EXPECT_NE(refused(R"({"towers": "two"})").find("'towers'"), std::string::npos);
    EXPECT_NE(refused(R"({"towers": 2.5})").find("whole number"), std::string::npos);
    EXPECT_NE(refused(R"({"towers": 99999999999})").find("smaller"), std::string::npos);
    EXPECT_NE(refused(R"({"seed": -1})").find("'seed'"), std::string::npos);
    EXPECT_NE(refused(R"({"devices": "cpu"})").find("list"), std::string::npos);
    EXPECT_NE(refused(R"({"devices": [1]})").find("string"), std::string::npos);
    EXPECT_NE(refused(R"([1, 2])").find("JSON object"), std::string::npos);
    const std::string deep = std::string(400'000, '[') + std::string(400'000, ']'); // deeper than the stack
    EXPECT_NE(refused(deep).find("JSON object"), std::string::npos);
    EXPECT_NE(refused(R"({"towers": )" + deep + "}").find("'towers'"), std::string::npos);
    EXPECT_NE(refused(R"({"activation": "relo"})").find("did you mean 'relu'"), std::string::npos);
}

// Every plan that was kept named the 0.01 that adamw had, when sgd and its kin knew no weight decay: such a run would
// have been resumed with one.
TEST(Plan, OlderPlansOfSgdHaveNoWeightDecay) {
    nlohmann::json old = toJson(Plan());
    old["weight_decay"] = 0.01;
    old.erase("bias_rate");
    for (const char* name : {"sgd", "momentum", "nesterov", "adamw"}) {
        old["optimizer"] = name;
        EXPECT_EQ(planFromJson(old).weightDecay, std::string(name) == "adamw" ? 0.01 : 0) << name;
    }
    const auto own = nlohmann::json::parse(R"({"optimizer": "sgd", "weight_decay": 0.01})");
    EXPECT_EQ(planFromJson(own).weightDecay, 0.01);
    old["bias_rate"] = 1;
    old["optimizer"] = "sgd";
    EXPECT_EQ(planFromJson(old).weightDecay, 0.01);
}

// A plan that names another optimizer and no rate would train sgd with Adam's 0.001 and learn nothing.
TEST(Plan, AnotherOptimizerSetsItsDefaultRate) {
    const auto read = [](const char* text, Plan base = {}) { return planFromJson(nlohmann::json::parse(text), base); };
    EXPECT_EQ(read(R"({"optimizer": "adadelta"})").learningRate, 1.0);
    EXPECT_EQ(read(R"({"optimizer": "adadelta"})").rho, 0.95);
    EXPECT_EQ(read(R"({"optimizer": "sgd", "learning_rate": 0.3})").learningRate, 0.3);
    EXPECT_EQ(read(R"({"optimizer": "rmsprop", "rho": 0.8})").rho, 0.8);
    Plan fast;
    fast.learningRate = 0.004;
    EXPECT_EQ(read(R"({"optimizer": "adam"})", fast).learningRate, 0.004); // it has that one already
    EXPECT_EQ(read(R"({"optimizer": "nadam"})", fast).learningRate, 0.002);
    EXPECT_EQ(read(R"({"optimizer": "adma"})", fast).learningRate, 0.004); // refused later
    for (const OptimizerInfo& info : optimizers()) {
        Plan plan;
        plan.optimizer.clear();
        chooseOptimizer(plan, info.name);
        EXPECT_EQ(plan.learningRate, info.defaultRate);
        EXPECT_EQ(optimizerSettings(plan), info.defaults);
        EXPECT_EQ(refusal(plan), "");
    }
}

struct BadField {
    const char* what;
    void (*spoil)(Plan&);
    const char* mentions;
};

class BadPlan : public testing::TestWithParam<BadField> {};

TEST_P(BadPlan, IsRefusedWithOneSentence) {
    Plan plan;
    GetParam().spoil(plan);
    const std::string sentence = refusal(plan);
    ASSERT_NE(sentence, "") << GetParam().what;
    EXPECT_NE(sentence.find(GetParam().mentions), std::string::npos) << sentence;
    EXPECT_EQ(sentence.find('\n'), std::string::npos);
}

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

const BadField kBadFields[] = {
    {"name of two lines", [](Plan& p) { p.name = "two\nlines"; }, "line break"},
    {"huge name", [](Plan& p) { p.name = std::string(5000, 'n'); }, "5000 bytes"},
    {"unknown network", [](Plan& p) { p.model = "lenett"; }, "did you mean 'lenet'"},
    {"own network without a name", [](Plan& p) { p.model = "", p.layers = {"dense classes linear"}; }, "named ''"},
    {"own network with Belfrys name", [](Plan& p) { p.layers = {"dense classes linear"}; }, "named 'lenet'"},
    {"own network of two lines", [](Plan& p) { p.model = "a\nb", p.layers = {"dense 3"}; }, "The network's name"},
    {"misspelt layer",
     [](Plan& p) {
         p.model = "own", p.layers = {"dense 3", "dens 10"};
     },
     "layer 2: Unknown layer"},
    {"too many layers", [](Plan& p) { p.model = "own", p.layers.assign(1001, "dense 3"); }, "more than 1,000 layers"},
    {"unknown feed", [](Plan& p) { p.feed = "dirct"; }, "did you mean 'direct'"},
    {"unknown augmentation", [](Plan& p) { p.augmentation = "digts"; }, "did you mean 'digits'"},
    {"unknown operation", [](Plan& p) { p.augmentation = "alternate-flip, shfit 2"; }, "did you mean 'shift'"},
    {"a shift of no pixel", [](Plan& p) { p.augmentation = "shift 0"; }, "'shift N' takes a whole number from 1"},
    {"unknown normalisation", [](Plan& p) { p.normalisation = "center"; }, "did you mean 'centred'"},
    {"three test views", [](Plan& p) { p.testViews = "3"; }, "Unknown number of test views '3'"},
    {"no queue", [](Plan& p) { p.queueCapacity = 0; }, "capacity of the queue is 0"},
    {"huge queue", [](Plan& p) { p.queueCapacity = 1'000'000'000; }, "1 to 1000"},
    {"no queue workers", [](Plan& p) { p.queueWorkers = 0; }, "queue's workers is 0"},
    {"unknown exchange", [](Plan& p) { p.exchange = "frist"; }, "Known: by-device, cpu, first"},
    {"unknown optimizer", [](Plan& p) { p.optimizer = "adm"; }, "did you mean 'adam'"},
    {"unknown schedule", [](Plan& p) { p.schedule = "cosin"; }, "did you mean 'cosine'"},
    {"unknown precision", [](Plan& p) { p.precision = "fp23"; }, "Known: fp32, tf32, bf16"},
    {"precision of a half", [](Plan& p) { p.precision = "fp16"; }, "precision 'fp16'"},
    {"no towers", [](Plan& p) { p.towers = 0; }, "towers is 0"},
    {"negative towers", [](Plan& p) { p.towers = -3; }, "-3"},
    {"huge towers", [](Plan& p) { p.towers = 1'000'000; }, "1 to 8192"},
    {"no batch", [](Plan& p) { p.batchPerTower = 0; }, "batch per tower is 0"},
    {"huge batch", [](Plan& p) { p.batchPerTower = std::numeric_limits<std::int64_t>::max(); }, "batch per tower"},
    {"negative global batch", [](Plan& p) { p.globalBatch = -1; }, "global batch"},
    {"fewer images than towers", [](Plan& p) { p.towers = 4, p.globalBatch = 3; }, "4 towers"},
    {"zero rate", [](Plan& p) { p.learningRate = 0; }, "learning rate is 0"},
    {"negative rate", [](Plan& p) { p.learningRate = -0.1; }, "-0.1"},
    {"NaN rate", [](Plan& p) { p.learningRate = kNan; }, "not a number"},
    {"infinite rate", [](Plan& p) { p.learningRate = std::numeric_limits<double>::infinity(); }, "learning rate"},
    {"momentum of one", [](Plan& p) { p.momentum = 1; }, "momentum"},
    {"NaN beta", [](Plan& p) { p.beta1 = kNan; }, "beta 1"},
    {"rho of one", [](Plan& p) { p.rho = 1; }, "rho is 1"},
    {"negative schedule decay", [](Plan& p) { p.scheduleDecay = -1; }, "schedule decay is -1"},
    {"huge weight decay", [](Plan& p) { p.weightDecay = 1e300; }, "weight decay is 1e+300"},
    {"zero epsilon", [](Plan& p) { p.epsilon = 0; }, "epsilon"},
    {"no decay factor", [](Plan& p) { p.decayFactor = 0; }, "decay factor is 0"},
    {"growing decay factor", [](Plan& p) { p.decayFactor = 1.5; }, "decay factor is 1.5"},
    {"no decay epochs", [](Plan& p) { p.decayEpochs = 0; }, "decay epochs is 0"},
    // Flushed to zero by the training threads: a rate of 0 / 0, and NaN in the weights.
    {"denormal decay epochs", [](Plan& p) { p.decayEpochs = 1e-320; }, "expected 1e-06 to 1000000"},
    {"denormal warm-up", [](Plan& p) { p.warmupEpochs = 1e-320; }, "expected 1e-06 to 1000000"},
    {"negative warm-up", [](Plan& p) { p.warmupEpochs = -1; }, "warm-up epochs is -1"},
    {"negative minimum rate", [](Plan& p) { p.minRate = -1; }, "minimum rate is -1"},
    {"negative decay steps", [](Plan& p) { p.decaySteps = -1; }, "decay steps is -1"},
    {"NaN warm-up", [](Plan& p) { p.warmupEpochs = kNan; }, "warm-up epochs is not a number"},
    {"huge warm-up", [](Plan& p) { p.warmupSteps = std::numeric_limits<std::int64_t>::max(); }, "warm-up steps"},
    {"negative clip norm", [](Plan& p) { p.clipNorm = -1; }, "clip norm is -1"},
    {"no accumulated batch", [](Plan& p) { p.accumulate = 0; }, "accumulated batches is 0"},
    {"accumulating without waiting", [](Plan& p) { p.accumulate = 2, p.exchange = "async"; },
     "no tower waits for another batch"},
    {"two averages", [](Plan& p) { p.averageDecay = 0.9, p.swaFrom = 0.5; }, "expected one average"},
    {"averaging from the end", [](Plan& p) { p.swaFrom = 1; }, "epochs are averaged is 1"},
    {"no bias rate", [](Plan& p) { p.biasRate = 0; }, "bias rate is 0"},
    {"negative look-ahead", [](Plan& p) { p.lookaheadEvery = -1; }, "between look-aheads is -1"},
    {"far look-ahead", [](Plan& p) { p.lookaheadPull = 1.5; }, "look-ahead pull is 1.5"},
    {"late peak", [](Plan& p) { p.trianglePeak = 1.5; }, "triangle's peak is 1.5"},
    {"patience without a figure", [](Plan& p) { p.bestBy = "last", p.patience = 2; }, "Choose a figure of validation"},
    {"negative validation images", [](Plan& p) { p.validationImages = -1; }, "number of validation images is -1"},
    {"average of one", [](Plan& p) { p.averageDecay = 1; }, "average decay is 1"},
    {"smoothing of one", [](Plan& p) { p.labelSmoothing = 1; }, "label smoothing is 1"},
    {"negative patience", [](Plan& p) { p.patience = -1; }, "patience is -1"},
    {"unknown sampling", [](Plan& p) { p.sampling = "balancd"; }, "did you mean 'balanced'"},
    {"negative class weight", [](Plan& p) { p.classWeights = "1,-1"; }, "contain '-1'"},
    {"negative logit adjustment", [](Plan& p) { p.logitAdjustment = -1; }, "logit adjustment is -1"},
    {"unknown best", [](Plan& p) { p.bestBy = "los"; }, "did you mean 'loss'"},
    {"no epochs", [](Plan& p) { p.epochs = 0; }, "epochs is 0"},
    {"huge epochs", [](Plan& p) { p.epochs = std::numeric_limits<std::int64_t>::max(); }, "epochs"},
    {"negative steps", [](Plan& p) { p.steps = -5; }, "steps is -5"},
    {"negative checkpoint interval", [](Plan& p) { p.checkpointEvery = -1; }, "checkpoint"},
    {"no display interval", [](Plan& p) { p.displayEvery = 0; }, "display"},
    {"negative histogram interval", [](Plan& p) { p.histogramsEvery = -1; }, "histogram"},
    {"unknown rule of splitting", [](Plan& p) { p.splitBy = "nam"; }, "Known: name, count"},
    {"no device", [](Plan& p) { p.devices.clear(); }, "device"},
    {"no hidden layers", [](Plan& p) { p.mlp.hiddenLayers = 0; }, "hidden layers"},
    {"dropout of one", [](Plan& p) { p.mlp.dropout = 1; }, "dropout"},
    {"NaN dropout", [](Plan& p) { p.mlp.dropout = kNan; }, "dropout"},
};

INSTANTIATE_TEST_SUITE_P(Fields, BadPlan, testing::ValuesIn(kBadFields), [](const auto& bad) {
    std::string name = bad.param.what;
    for (char& c : name)
        c = c == ' ' || c == '-' ? '_' : c;
    return name;
});

} // namespace
} // namespace belfry
