// What is kept of the numbers inside a network.
#include "core/runs/distribution_history.h"
#include "core/runs/metrics_store.h"
#include "core/runs/run_recorder.h"
#include "tests/core/runs/runs_fixture.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <limits>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

Distributions collectedAt(std::int64_t step) {
    const auto size = static_cast<float>(step);
    return {step,
            {{"conv1/weight", distributionOf(std::vector<float>{-size, 0, 0.5f, size})},
             {"conv1/weight/gradients", distributionOf(std::vector<float>{1e-3f, size})},
             {"conv1/activations", distributionOf(std::vector<float>{0, 0, std::nanf(""), size})}}};
}

void expectEqual(const Distribution& a, const Distribution& b) {
    EXPECT_EQ(a.count, b.count);
    EXPECT_EQ(a.notFinite, b.notFinite);
    EXPECT_EQ(a.zeros, b.zeros);
    EXPECT_EQ(a.min, b.min);
    EXPECT_EQ(a.max, b.max);
    EXPECT_EQ(a.sum, b.sum);
    EXPECT_EQ(a.squares, b.squares);
    EXPECT_EQ(a.ends, b.ends);
    EXPECT_EQ(a.buckets, b.buckets);
}

void expectEqual(const Distributions& a, const Distributions& b) {
    EXPECT_EQ(a.step, b.step);
    ASSERT_EQ(a.vectors.size(), b.vectors.size());
    for (std::size_t i = 0; i < a.vectors.size(); ++i) {
        EXPECT_EQ(a.vectors[i].name, b.vectors[i].name);
        expectEqual(a.vectors[i].numbers, b.vectors[i].numbers);
    }
}

std::vector<std::int64_t> stepsIn(const std::vector<Distributions>& all) {
    std::vector<std::int64_t> steps;
    for (const Distributions& one : all)
        steps.push_back(one.step);
    return steps;
}

struct DistributionStoreTest : RunsTest {
    fs::path path = root / "metrics.db";
    DistributionStoreTest() { fs::create_directories(root); }
};

TEST_F(DistributionStoreTest, RowsRoundTrip) {
    {
        MetricsWriter writer(path);
        writer.add(collectedAt(10));
        writer.add(collectedAt(20));
        writer.finish();
    }
    const std::vector<Distributions> read = readDistributions(path);
    ASSERT_EQ(read.size(), 2u);
    expectEqual(read[0], keptOf(collectedAt(10)));
    expectEqual(read[1], keptOf(collectedAt(20)));
    EXPECT_EQ(read[1].vectors[2].numbers.notFinite, 1);
}

TEST_F(DistributionStoreTest, AreRewoundWithTheRun) {
    {
        MetricsWriter writer(path);
        for (const std::int64_t step : {10, 20, 30})
            writer.add(collectedAt(step));
        writer.rewind(20, 2);
        EXPECT_THAT(stepsIn(readDistributions(path)), ElementsAre(10, 20));
        writer.add(collectedAt(25));
        writer.commit();
    }
    MetricsWriter again(path);
    Distributions other = collectedAt(25); // of a step that is made again
    other.vectors.resize(1);
    again.add(other);
    again.finish();
    const std::vector<Distributions> read = readDistributions(path);
    EXPECT_THAT(stepsIn(read), ElementsAre(10, 20, 25));
    EXPECT_EQ(read.back().vectors.size(), 1u);
}

TEST_F(DistributionStoreTest, RunsOfEarlierVersionsHaveNone) {
    {
        MetricsWriter writer(path);
        writer.add(stepNumber(1));
        writer.finish();
    }
    SQLite::Database(path.string(), SQLite::OPEN_READWRITE).exec("DROP TABLE distributions");
    EXPECT_TRUE(readDistributions(path).empty());
    MetricsWriter writer(path); // the run is resumed
    writer.add(collectedAt(10));
    writer.finish();
    EXPECT_THAT(stepsIn(readDistributions(path)), ElementsAre(10));
}

TEST_F(DistributionStoreTest, DamagedRowsAreRefused) {
    {
        MetricsWriter writer(path);
        writer.add(collectedAt(10));
        writer.finish();
    }
    const std::string whole = readFile(path);
    for (const char* harm : {"ends = x'00'", "buckets = x''", "ends = 'text'", "count = 'many'", "buckets = ends",
                             "ends = zeroblob(80000), buckets = zeroblob(80000)"}) {
        overwrite(path, whole);
        SQLite::Database(path.string(), SQLite::OPEN_READWRITE).exec(std::string("UPDATE distributions SET ") + harm);
        EXPECT_THAT(messageOf(ErrorCategory::Data, [&] { readDistributions(path); }), HasSubstr(path.string())) << harm;
    }
}

TEST_F(DistributionStoreTest, LongRunsAreThinnedOutEvenly) {
    constexpr std::int64_t kEpochs = 1000;
    DistributionHistory live;
    {
        MetricsWriter writer(path);
        for (std::int64_t epoch = 1; epoch <= kEpochs / 2; ++epoch)
            writer.add(collectedAt(epoch * 10));
        writer.commit();
    }
    MetricsWriter writer(path); // resumed
    for (std::int64_t epoch = kEpochs / 2 + 1; epoch <= kEpochs; ++epoch)
        writer.add(collectedAt(epoch * 10));
    writer.finish();
    for (std::int64_t epoch = 1; epoch <= kEpochs; ++epoch)
        live.add(collectedAt(epoch * 10));
    const std::vector<std::int64_t> steps = stepsIn(readDistributions(path));
    EXPECT_EQ(steps.size(), kMostDistributionSteps);
    EXPECT_EQ(steps.front(), 10);
    EXPECT_EQ(steps.back(), kEpochs * 10);
    for (std::size_t i = 1; i < steps.size(); ++i) {
        EXPECT_LE(steps[i] - steps[i - 1], 2 * kEpochs * 10 / static_cast<std::int64_t>(kMostDistributionSteps)) << i;
    }
    EXPECT_EQ(stepsIn(live.steps()), steps) << "a run in progress shows what is read of it later";
}

TEST(DistributionHistory, StartsAgainWhereARunWasRewound) {
    DistributionHistory history({keptOf(collectedAt(10)), keptOf(collectedAt(20)), keptOf(collectedAt(30))});
    history.add(collectedAt(20));
    EXPECT_THAT(stepsIn(history.steps()), ElementsAre(10, 20));
}

// As many layers, each with weights, scales and what they make.
Distributions deep(int layers) {
    Distributions all{1, {}};
    const Distribution some = distributionOf(std::vector<float>{1, 2});
    for (int i = 1; i <= layers; ++i)
        for (const char* part : {"/weight", "/weight/gradients", "/bias", "/bias/gradients", "/mean"})
            all.vectors.push_back({"conv" + std::to_string(i) + part, some});
    for (int i = 1; i <= layers; ++i)
        all.vectors.push_back({"conv" + std::to_string(i) + "/activations", some});
    return all;
}

std::size_t countIn(const Distributions& all, const std::string& part) {
    return static_cast<std::size_t>(std::ranges::count_if(
        all.vectors, [&](const Distributions::Vector& vector) { return vector.name.ends_with(part); }));
}

TEST(DistributionHistory, KeepsTheFirstVariablesOfDeepNetworks) {
    EXPECT_EQ(keptOf(deep(16)).vectors.size(), 96u);
    const Distributions deeper = keptOf(deep(30));
    EXPECT_EQ(deeper.vectors.size(), 90u);
    EXPECT_EQ(countIn(deeper, "/weight"), 30u);
    EXPECT_EQ(countIn(deeper, "/weight/gradients"), 30u);
    const Distributions deepest = keptOf(deep(400));
    EXPECT_LE(deepest.vectors.size(), kMostDistributionVectors);
    EXPECT_EQ(countIn(deepest, "/activations"), 33u);
    EXPECT_EQ(deepest.vectors.front().name, "conv1/weight");
    EXPECT_EQ(deepest.vectors.back().name, "conv400/activations");
}

TEST(DistributionHistory, KnowsWhatAVectorIs) {
    EXPECT_EQ(kindOfVector("conv1/weight"), VectorKind::Weights);
    EXPECT_EQ(kindOfVector("conv1/weight/gradients"), VectorKind::Gradients);
    EXPECT_EQ(kindOfVector("pool2/activations"), VectorKind::Activations);
    EXPECT_EQ(kindOfVector("odd"), VectorKind::Weights);
    EXPECT_EQ(layerOfVector("conv1/weight/gradients"), "conv1");
    EXPECT_EQ(layerOfVector("odd"), "odd");
}

TEST(DistributionHistory, SaysWhatIsWrongWithALayer) {
    const auto found = [](const char* name, const std::vector<float>& numbers) {
        return Distributions::Vector{name, distributionOf(numbers)};
    };
    const float infinite = std::numeric_limits<float>::infinity();
    EXPECT_THAT(faultText(found("conv1/activations", {0, -0.0f, 0})).english(),
                HasSubstr("conv1: every activation is 0"));
    EXPECT_EQ(faultOf(found("conv1/activations", {0, 0, 1e-30f})), VectorFault::None);
    EXPECT_EQ(faultOf(found("conv1/bias", {0, 0})), VectorFault::None) << "biases begin with 0";
    EXPECT_THAT(faultText(found("conv1/weight/gradients", {0, 5e-13f, -9e-13f})).english(),
                HasSubstr("conv1/weight: no gradient is larger than 1e-12"));
    EXPECT_EQ(faultOf(found("conv1/weight/gradients", {0, 0, -2e-12f})), VectorFault::None);
    EXPECT_EQ(faultOf(found("conv1/weight", {1e-13f})), VectorFault::None);
    EXPECT_THAT(faultText(found("conv1/activations", {0, infinite})).english(),
                HasSubstr("conv1/activations: 1 number is not finite"));
    EXPECT_THAT(faultText(found("conv1/weight", {infinite, std::nanf("")})).english(), HasSubstr("2 numbers are not"));
    EXPECT_EQ(faultOf(found("empty/activations", {})), VectorFault::None);
    EXPECT_TRUE(faultText(found("conv1/weight", {1})).empty());
}

TEST_F(RunsTest, TheRecorderKeepsDistributions) {
    const fs::path folder = createRun(namedPlan("inside"), root);
    {
        RunRecorder recorder(folder);
        recorder.onEvent(Started{.plan = namedPlan("inside"), .runFolder = folder});
        for (const std::int64_t step : {100, 200})
            recorder.onEvent(collectedAt(step));
        recorder.onEvent(finishedRun(RunState::Finished));
    }
    EXPECT_THAT(stepsIn(readDistributions(RunFiles(folder).metrics)), ElementsAre(100, 200));
    {
        RunRecorder again(folder); // from the start
        again.onEvent(Started{.plan = namedPlan("inside"), .runFolder = folder});
    }
    EXPECT_TRUE(readDistributions(RunFiles(folder).metrics).empty());
}

} // namespace
} // namespace belfry
