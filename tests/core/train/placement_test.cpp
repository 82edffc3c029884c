#include "core/train/placement.h"
#include "core/train/plan.h"
#include "tests/core/formats/refusal.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace belfry {
namespace {

// A machine with two GPUs, seen by the placement alone.
DeviceReport twoGpus() {
    constexpr std::int64_t kOneGiB = std::int64_t{1} << 30;
    DeviceReport report;
    report.devices.push_back(
        {.id = "cpu", .name = "a processor", .memoryTotal = 16 * kOneGiB, .memoryUsed = kOneGiB, .cores = 8});
    for (const auto& [id, bus] : {std::pair{"cuda:0", "0000:01:00.0"}, {"cuda:1", "0000:02:00.0"}})
        report.devices.push_back(
            {.id = id, .name = "a GPU", .pciBusId = bus, .memoryTotal = 8 * kOneGiB, .memoryUsed = kOneGiB});
    return report;
}

Placement place(const Plan& plan, const DeviceReport& report) {
    return placeTowers(plan, makeBlueprint(networkByName(plan.model, plan.mlp), {}, 10), report, 55'000);
}

std::string refusedPlace(const Plan& plan, const DeviceReport& report, ErrorCategory category = ErrorCategory::Device) {
    return refusal([&] { place(plan, report); }, category);
}

TEST(Placement, AssignsTowersRoundRobinAndSaysSo) {
    Plan plan;
    plan.towers = 4;
    const Placement placement = place(plan, twoGpus());
    ASSERT_EQ(placement.towers.size(), 4u);
    EXPECT_EQ(placement.towers[0].device, "cuda:0");
    EXPECT_EQ(placement.towers[1].device, "cuda:1");
    EXPECT_EQ(placement.towers[2].device, "cuda:0");
    EXPECT_EQ(placement.towers[3].pciBusId, "0000:02:00.0");
    EXPECT_EQ(englishOf(placement.remarks),
              (std::vector<std::string>{"2 towers share cuda:0.", "2 towers share cuda:1."}));
}

// With all towers on GPUs the exchange on the CPU had one thread, and the other cores nothing to do.
TEST(Placement, GivesTheSessionAllCoresWhenNoTowerIsOnTheCpu) {
    Plan plan;
    plan.towers = 2;
    EXPECT_EQ(sessionThreads(place(plan, twoGpus()).towers), usableCores());
    plan.devices = {"cpu"};
    EXPECT_EQ(sessionThreads(place(plan, twoGpus()).towers), std::max(1, usableCores() / 2));
    plan.devices = {"cpu", "cuda:0"};
    EXPECT_EQ(sessionThreads(place(plan, twoGpus()).towers), usableCores());
}

TEST(Placement, RefusesBf16OnAGpuWithoutIt) {
    DeviceReport report = twoGpus();
    report.devices[1].bf16 = true;
    report.devices[2].computeMajor = 7;
    report.devices[2].computeMinor = 5;
    Plan plan;
    plan.devices = {"cuda:1"};
    EXPECT_NO_THROW(place(plan, report)); // fp32 needs nothing
    plan.precision = "bf16";
    EXPECT_EQ(refusedPlace(plan, report),
              "cuda:1 (a GPU) cannot train in bf16: its compute capability is 7.5, at least 8.0 is needed. Choose the "
              "precision fp32 or another device.");
    plan.devices = {"cuda:0"};
    EXPECT_TRUE(place(plan, report).remarks.empty());
}

TEST(Placement, WarnsThatTheCpuHasNoTf32) {
    Plan plan;
    plan.precision = "tf32";
    plan.devices = {"cuda:0"};
    EXPECT_TRUE(place(plan, twoGpus()).remarks.empty());
    plan.devices = {"cpu"};
    EXPECT_EQ(englishOf(place(plan, twoGpus()).remarks),
              std::vector<std::string>{"The CPU has no tf32: it computes in fp32."});
}

TEST(Placement, WarnsWhereBf16GainsNothing) {
    DeviceReport report = twoGpus();
    Plan plan;
    plan.devices = {"cpu"};
    EXPECT_TRUE(place(plan, report).remarks.empty());
    plan.precision = "bf16";
    const std::vector<std::string> remarks = englishOf(place(plan, report).remarks);
    ASSERT_EQ(remarks.size(), 1u);
    EXPECT_NE(remarks[0].find("no instructions for bf16"), std::string::npos);
    report.devices[0].bf16 = true;
    EXPECT_TRUE(place(plan, report).remarks.empty());
}

TEST(Placement, RefusesAMissingDeviceAndListsTheOthers) {
    Plan plan;
    plan.devices = {"cuda:9"};
    EXPECT_NE(refusedPlace(plan, twoGpus(), ErrorCategory::Usage).find("cpu, cuda:0, cuda:1"), std::string::npos);
}

// NCCL would fail in the run's first moments: two ranks on one device.
TEST(Placement, RefusesTowersThatCannotUseTheExchange) {
    const auto planOn = [](std::vector<std::string> devices, int towers) {
        Plan plan;
        plan.exchange = "allreduce";
        plan.devices = std::move(devices);
        plan.towers = towers;
        return plan;
    };
    EXPECT_NE(refusedPlace(planOn({"cuda:0"}, 2), twoGpus(), ErrorCategory::Usage).find("2 share cuda:0"),
              std::string::npos);
    EXPECT_NE(refusedPlace(planOn({"cpu", "cuda:0"}, 2), twoGpus(), ErrorCategory::Usage).find("found both"),
              std::string::npos);
    EXPECT_NO_THROW(place(planOn({"cpu"}, 5), twoGpus()));
    EXPECT_NO_THROW(place(planOn({"auto"}, 2), twoGpus()));
}

TEST(Placement, FallsBackToTheCpuWithAReason) {
    DeviceReport report = twoGpus();
    report.devices.resize(1);
    report.cudaProblem = Text::verbatim("There is no driver.");
    const Placement placement = place(Plan{}, report);
    EXPECT_EQ(placement.devices, std::vector<std::string>{"cpu"});
    EXPECT_EQ(placement.remarks.at(0), "There is no driver.");
}

TEST(Placement, NeverTakesAGpuThatCannotTrain) {
    DeviceReport report = twoGpus();
    report.devices.pop_back();
    report.unusable.push_back({"cuda:1", "an old GPU", Text::verbatim("cuda:1 is too old.")});
    Placement placement = place(Plan{}, report);
    EXPECT_EQ(placement.devices, std::vector<std::string>{"cuda:0"});
    EXPECT_EQ(placement.remarks.at(0), "cuda:1 is too old.");
    Plan plan;
    plan.devices = {"cuda:1"};
    EXPECT_EQ(refusedPlace(plan, report), "cuda:1 is too old.");
    report.devices.pop_back();
    placement = place(Plan{}, report);
    EXPECT_EQ(placement.devices, std::vector<std::string>{"cpu"});
    EXPECT_EQ(placement.remarks.at(0), "cuda:1 is too old.");
}

TEST(Placement, RefusesAMisfitWithTheEstimate) {
    Plan plan;
    plan.model = "mlp";
    plan.mlp = {4, 30000, Activation::Relu, 0};
    plan.devices = {"cuda:0"};
    EXPECT_NE(refusedPlace(plan, twoGpus()).find("GiB"), std::string::npos);
}

TEST(Placement, CountsAResidentDataSetOnceForEachDevice) {
    Plan plan;
    plan.towers = 4;
    plan.feed = "direct";
    const Placement direct = place(plan, twoGpus());
    plan.feed = "resident";
    const Placement resident = place(plan, twoGpus());
    for (const std::size_t tower : {0U, 1U})
        EXPECT_EQ(resident.towers[tower].memoryBytes - direct.towers[tower].memoryBytes, 55'000 * 784);
    for (const std::size_t tower : {2U, 3U})
        EXPECT_EQ(resident.towers[tower].memoryBytes, direct.towers[tower].memoryBytes);
    plan.devices = {"cpu"}; // gathers from where the images lie
    const std::int64_t gathered = place(plan, twoGpus()).towers[0].memoryBytes;
    plan.feed = "direct";
    EXPECT_EQ(place(plan, twoGpus()).towers[0].memoryBytes, gathered);
}

// What a thread needs while it orthogonalises the largest matrix, and two vectors as Adam.
TEST(Placement, CountsTheMatricesThatMuonMultiplies) {
    Plan muon, adam;
    muon.optimizer = "muon";
    for (const char* device : {"cpu", "cuda:0"}) {
        muon.devices = adam.devices = {device};
        // Of lenet: 64 x 800 filters, whose panels take 800 x 64 and 64 x 64 floats, and 500 x 3136 weights.
        EXPECT_GE(place(muon, twoGpus()).towers[0].memoryBytes - place(adam, twoGpus()).towers[0].memoryBytes,
                  2 * 4 * 64 * (800 + 64))
            << device;
    }
}

// Each of them multiplies by itself, and would get other bits than the other.
TEST(Placement, RefusesUnlikeGpusThatOrthogonaliseEachByItself) {
    DeviceReport unlike = twoGpus();
    unlike.devices[2].name = "another GPU";
    Plan plan;
    plan.towers = 2;
    plan.optimizer = "muon";
    for (const char* exchange : {"allreduce", "auto"}) {
        plan.exchange = exchange;
        const std::string found = refusal([&] { place(plan, unlike); }, ErrorCategory::Usage);
        EXPECT_NE(found.find("and a GPU and another GPU round differently"), std::string::npos) << found;
        EXPECT_NO_THROW(place(plan, twoGpus()));
    }
    for (const char* exchange : {"first", "cpu"}) {
        plan.exchange = exchange;
        EXPECT_NO_THROW(place(plan, unlike)) << exchange;
    }
    plan.optimizer = "adam";
    plan.exchange = "allreduce";
    EXPECT_NO_THROW(place(plan, unlike));
}

TEST(Placement, CountsTheFeedOfTheDevices) {
    Plan plan;
    plan.devices = {"cuda:0"};
    Plan resident = plan, queue = plan;
    resident.feed = "resident";
    queue.feed = "queue";
    EXPECT_EQ(plan.feed, kByDevice);
    const Placement found = place(plan, twoGpus());
    EXPECT_EQ(found.feed, "resident");
    EXPECT_EQ(found.exchange, "first");
    EXPECT_EQ(found.towers[0].memoryBytes, place(resident, twoGpus()).towers[0].memoryBytes);
    DeviceReport small = twoGpus(); // nobody asked for what has no room there
    small.devices[1].memoryUsed = small.devices[1].memoryTotal - found.towers[0].memoryBytes + 1;
    EXPECT_EQ(place(plan, small).feed, "queue");
    EXPECT_EQ(place(plan, small).towers[0].memoryBytes, place(queue, small).towers[0].memoryBytes);
}

TEST(Placement, RefusesAFeedThatDoesNotFit) {
    Plan plan;
    plan.feed = "resident";
    plan.devices = {"cuda:0"};
    DeviceReport small = twoGpus();
    small.devices[1].memoryUsed = small.devices[1].memoryTotal - 100'000'000; // the tower alone would fit
    const std::string resident = refusedPlace(plan, small);
    EXPECT_NE(resident.find("The towers on cuda:0 and the feed 'resident' need about"), std::string::npos) << resident;
    EXPECT_NE(resident.find("Choose the feed 'direct'"), std::string::npos) << resident;
    plan.feed = "direct";
    EXPECT_NO_THROW(place(plan, small));
    plan.feed = "queue"; // in the computer's memory, also for towers on GPUs
    plan.devices = {"cuda:1"};
    plan.queueCapacity = 1000;
    plan.batchPerTower = 50'000;
    const std::string queue = refusedPlace(plan, twoGpus());
    EXPECT_NE(queue.find("The towers on cpu and the feed 'queue' need about"), std::string::npos) << queue;
}

} // namespace
} // namespace belfry
