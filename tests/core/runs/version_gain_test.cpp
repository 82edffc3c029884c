#include "core/runs/run_recorder.h"
#include "core/runs/version_gain.h"
#include "tests/core/runs/runs_fixture.h"

namespace belfry {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

struct VersionGainTest : RunsTest {
    // A run of 75 % in the test.
    fs::path makeRun(Plan plan, const std::string& version, std::int64_t time,
                     const Finished& finished = finishedRun(RunState::Finished)) const {
        plan.dataVersion = version;
        const fs::path folder = createRun(plan, root, time);
        RunRecorder(folder).onEvent(finished);
        return folder;
    }
    static Plan mlpPlan(int width) {
        Plan plan = namedPlan("mlp");
        plan.model = "mlp";
        plan.mlp.width = width;
        return plan;
    }
};

TEST_F(VersionGainTest, ComparesWithTheNewestRunOfAnotherVersion) {
    makeRun(namedPlan("oldest"), "", 1'700'000'000);
    const fs::path before = makeRun(namedPlan("before"), "", 1'700'000'100);
    Plan other = namedPlan("other splits");
    other.splitSeed = 9;
    makeRun(other, "", 1'700'000'200);
    makeRun(namedPlan("same"), "aa", 1'700'000'300);
    const VersionGain gain = versionGain(makeRun(namedPlan("after"), "aa", 1'700'000'400));
    EXPECT_EQ(gain.other, before);
    EXPECT_THAT(
        gain.sentence.english(),
        HasSubstr("75.0 % of the test pictures are right with version aa, 75.0 % without changes (run 'before')"));
}

TEST_F(VersionGainTest, SaysNothingWithoutARunOrATest) {
    Finished untested = finishedRun(RunState::Finished);
    untested.test = {};
    makeRun(namedPlan("untested"), "", 1'700'000'000, untested);
    EXPECT_TRUE(versionGain(makeRun(namedPlan("alone"), "aa", 1'700'000'100)).sentence.empty());
    EXPECT_TRUE(versionGain(makeRun(namedPlan("later"), "", 1'700'000'200, untested)).sentence.empty());
}

// Networks of other widths were compared as if a version had made the difference.
TEST_F(VersionGainTest, AnotherShapeIsAnotherNetwork) {
    makeRun(mlpPlan(16), "", 1'700'000'000);
    EXPECT_TRUE(versionGain(makeRun(mlpPlan(32), "aa", 1'700'000'100)).sentence.empty());
    makeRun(mlpPlan(32), "", 1'700'000'200);
    EXPECT_FALSE(versionGain(makeRun(mlpPlan(32), "bb", 1'700'000'300)).sentence.empty());
}

} // namespace
} // namespace belfry
