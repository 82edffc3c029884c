// The queue's file: what waits comes back, and what is damaged is told.
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/runs/plan_queue_file.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace belfry {
namespace {

std::filesystem::path file() { return std::filesystem::path(testing::TempDir()) / "belfry-queue-test.json"; }

TEST(PlanQueueFile, KeepsPlansInTheirOrder) {
    Plan first, second;
    first.name = "first";
    second.name = "second";
    second.epochs = 3;
    writePlanQueue(file(), {second, first});
    const std::vector<Plan> plans = readPlanQueue(file());
    ASSERT_EQ(plans.size(), 2U);
    EXPECT_EQ(plans[0], second);
    EXPECT_EQ(plans[1], first);
    std::filesystem::remove(file());
    EXPECT_TRUE(readPlanQueue(file()).empty());
}

// A folder's name need not be UTF-8: the queue was not written, and the library's own message was shown.
TEST(PlanQueueFile, KeepsPlansOfAFolderWithAnyName) {
    Plan plan, other;
    plan.dataDir = "/data/\xff";
    other.name = "other";
    writePlanQueue(file(), {plan, other});
    const std::vector<Plan> plans = readPlanQueue(file());
    ASSERT_EQ(plans.size(), 2U);
    EXPECT_EQ(plans[0].dataDir, "/data/\xEF\xBF\xBD"); // as in a run's plan
    EXPECT_EQ(plans[1], other);
    std::filesystem::remove(file());
}

TEST(PlanQueueFile, DamageIsReportedWithTheFile) {
    for (const char* text : {"", "{}", "[1]", "[{\"epochs\": \"many\"}]", "[{\"unknown\": 1}]", "[["}) {
        writeFileAtomically(file(), text);
        EXPECT_THAT(refusal([] { readPlanQueue(file()); }), testing::HasSubstr(file().string() + "' is damaged: "))
            << text;
        EXPECT_EQ(readFile(file().string() + ".damaged"), text);
        EXPECT_TRUE(readPlanQueue(file()).empty());
    }
    std::filesystem::remove(file().string() + ".damaged");
}

} // namespace
} // namespace belfry
