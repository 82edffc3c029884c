// Runs, plans and queues as earlier versions left them (tests/fixtures/README.md), in a copy.
#include "core/runs/branch.h"
#include "core/runs/compare.h"
#include "core/runs/metrics_store.h"
#include "core/runs/plan_queue_file.h"
#include "core/runs/process_identity.h"
#include "core/runs/run_index.h"
#include "core/runs/run_list.h"
#include "core/runs/weights_file.h"
#include "tests/core/runs/runs_fixture.h"

#include <nlohmann/json.hpp>

#include <map>
#include <set>

namespace belfry {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

struct OldFilesTest : RunsTest {
    const fs::path fixtures = fs::path(BELFRY_FIXTURES) / "0.1.0";
    OldFilesTest() {
        fs::create_directories(root.parent_path());
        fs::copy(fixtures / "runs", root, fs::copy_options::recursive);
        for (const RunSummary& run : listRuns(root)) { // written on another machine, where a process may be alive
            nlohmann::json record = nlohmann::json::parse(readFile(RunFiles(run.folder).record));
            record["process"]["host"] = thisProcess().host;
            overwrite(RunFiles(run.folder).record, record.dump());
        }
    }
    std::map<std::string, RunSummary> runs() const {
        std::map<std::string, RunSummary> byName;
        for (const RunSummary& run : listRuns(root))
            byName[run.name] = run;
        return byName;
    }
};

TEST_F(OldFilesTest, RunsAreListedWithTheirStatus) {
    std::map<std::string, std::string> states;
    for (const auto& [name, run] : runs())
        states[name] = run.state;
    EXPECT_EQ(states, (std::map<std::string, std::string>{{"async", "finished"},
                                                          {"branch", "finished"},
                                                          {"finished", "finished"},
                                                          {"killed", "interrupted"},
                                                          {"rules", "interrupted"}}));
    const RunSummary finished = runs().at("finished");
    EXPECT_THAT(finished.tags, ElementsAre("old", "small"));
    EXPECT_EQ(finished.note, "Kept from a version of before.");
    EXPECT_EQ(runs().at("branch").parent, finished.id);
    EXPECT_EQ(runs().at("branch").parentStep, 24);
    EXPECT_EQ(RunIndex(root).runs(), listRuns(root));
}

// Everything that was written is read; a later version may know more fields.
void expectFields(const nlohmann::json& read, const nlohmann::json& written, const std::string& name) {
    static const std::set<std::string> withoutDecay{"sgd", "momentum", "nesterov"}; // it had no effect then
    for (const auto& [field, value] : written.items())
        if (field != "weight_decay" || !withoutDecay.contains(written.at("optimizer").get<std::string>())) {
            EXPECT_EQ(read.at(field), value) << name << " " << field;
        }
}

TEST_F(OldFilesTest, PlansKeepEveryField) {
    for (const auto& [name, run] : runs()) {
        const nlohmann::json written = nlohmann::json::parse(readFile(RunFiles(run.folder).plan));
        EXPECT_EQ(planFromJson(written), planOf(run.folder)) << name;
        expectFields(toJson(planOf(run.folder)), written, name);
    }
    const Plan rules = planOf(runs().at("rules").folder);
    EXPECT_EQ(rules.layers.size(), 5U);
    EXPECT_EQ(rules.optimizer, "nadam");
    EXPECT_EQ(rules.averageDecay, 0.9);
    EXPECT_EQ(rules.shares, "0.6,0.4");
    EXPECT_NO_THROW(validate(rules));
}

TEST_F(OldFilesTest, MetricsHaveEveryStepAndEpoch) {
    for (const auto& [name, run] : runs()) {
        const RunDetails details = loadRun(run.folder);
        const std::vector<StepDone> steps = readSteps(RunFiles(run.folder).metrics);
        EXPECT_EQ(static_cast<std::int64_t>(steps.size()), run.steps - run.parentStep) << name;
        EXPECT_EQ(steps.front().step, run.parentStep + 1) << name;
        ASSERT_FALSE(details.epochs.empty()) << name;
        EXPECT_EQ(details.epochs.back().validation.images, 5000) << name;
        EXPECT_EQ(static_cast<int>(steps.back().towers.size()), run.towers) << name;
    }
}

TEST_F(OldFilesTest, WeightsAndCheckpointsAreRead) {
    for (const auto& [name, run] : runs()) {
        const RunWeights weights = runWeights(run.folder);
        ASSERT_TRUE(weights.best) << name;
        EXPECT_EQ(loadSnapshot(*weights.best)->classes.size(), 10U) << name;
        EXPECT_EQ(weights.final.has_value(), run.state == "finished") << name;
        if (weights.final) {
            EXPECT_EQ(loadCheckpoint(*weights.final)->step, run.steps) << name;
        }
        for (const fs::path& checkpoint : weights.checkpoints)
            EXPECT_GT(loadCheckpoint(checkpoint)->step, 0) << name;
    }
    EXPECT_THAT(stepsOf(branchPoints(runs().at("killed").folder)), ElementsAre(15, 20));
    EXPECT_THAT(stepsOf(branchPoints(runs().at("rules").folder)), ElementsAre(10));
}

TEST_F(OldFilesTest, RunsAreCompared) {
    std::vector<Plan> plans;
    for (const char* name : {"finished", "branch"})
        plans.push_back(planOf(runs().at(name).folder));
    const std::vector<const PlanField*> found = differingFields(plans);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0]->name, "learning_rate");
    EXPECT_EQ(found[1]->name, "epochs");
    EXPECT_EQ(plans[0].learningRate, 0.1);
    EXPECT_EQ(plans[1].learningRate, 0.05);
    EXPECT_THAT(seedGroups(plans), ElementsAre(0, 1));
}

TEST_F(OldFilesTest, PlanFilesAndTheQueueAreRead) {
    for (const fs::directory_entry& file : fs::directory_iterator(fixtures / "plans")) {
        const nlohmann::json written = nlohmann::json::parse(readFile(file.path()));
        expectFields(toJson(planFromJson(written)), written, file.path().filename().string());
    }
    const std::vector<Plan> queue = readPlanQueue(fixtures / "queue.json");
    ASSERT_EQ(queue.size(), 7U);
    EXPECT_EQ(queue.front().model, "lenet");
    EXPECT_EQ(queue.back().exchange, "async");
    writePlanQueue(root / "queue.json", queue);
    EXPECT_EQ(readPlanQueue(root / "queue.json"), queue);
}

} // namespace
} // namespace belfry
