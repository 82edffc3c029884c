// Towers, devices and cores of each rank.
#include "core/base/error.h"
#include "core/train/rank_place.h"
#include "core/train/rank_start.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace belfry {
namespace {

using testing::ElementsAre;

RankCard cpuOn(const std::string& host, const std::string& cores = "0,1,") { return {host, cores, {}, {"auto"}}; }
RankCard gpusOn(const std::string& host, const std::vector<std::string>& gpus) {
    return {host, "0,1,", gpus, {"auto"}};
}

TEST(RankPlace, DividesTowersAsEvenlyAsPossible) {
    const std::vector<RankCard> cards{cpuOn("a"), cpuOn("a"), cpuOn("b")};
    EXPECT_THAT(placeRank(0, cards, {.all = 8}).seat.towers, ElementsAre(3, 3, 2));
    const RankPlace last = placeRank(2, cards, {.all = 8});
    EXPECT_EQ(last.seat.firstTower, 6);
    EXPECT_EQ(last.own.first, 6);
    EXPECT_EQ(last.own.count, 2);
}

TEST(RankPlace, GivesOneTowerToEachDeviceWithoutANumber) {
    const std::vector<RankCard> cards{cpuOn("a"), gpusOn("b", {"1", "2", "3"}), gpusOn("c", {"1", "2"})};
    EXPECT_THAT(placeRank(0, cards, {}).seat.towers, ElementsAre(1, 3, 2));
    EXPECT_EQ(placeRank(2, cards, {}).seat.firstTower, 4);
}

TEST(RankPlace, TakesANumberForEachRankInsteadOfOneForAll) {
    const std::vector<RankCard> cards{cpuOn("a"), gpusOn("b", {"1", "2", "3"}), cpuOn("c")};
    const RankPlace last = placeRank(2, cards, {.all = 1, .each = {2, 0, 4}});
    EXPECT_THAT(last.seat.towers, ElementsAre(2, 3, 4)); // 0: one for each device
    EXPECT_EQ(last.seat.firstTower, 5);
    EXPECT_EQ(last.own.count, 4);
}

TEST(RankPlace, CountsTheDevicesThatARankNames) {
    std::vector<RankCard> cards{gpusOn("a", {"1", "2", "3"}), gpusOn("b", {"1", "2", "3"})};
    cards[1].devices = {"cuda:0", "cuda:2"};
    EXPECT_THAT(placeRank(0, cards, {}).seat.towers, ElementsAre(3, 2));
}

// One rank for each of a machine's GPUs, all of which it sees; and launchers that show each rank its own.
TEST(RankPlace, RanksOfAMachineShareItsGpus) {
    const std::vector<RankCard> all{gpusOn("a", {"1", "2"}), gpusOn("a", {"1", "2"}), gpusOn("b", {"1", "2"})};
    EXPECT_THAT(placeRank(0, all, {}).seat.towers, ElementsAre(1, 1, 2));
    const std::vector<RankCard> own{gpusOn("a", {"1"}), gpusOn("a", {"2"})};
    EXPECT_THAT(placeRank(0, own, {}).seat.towers, ElementsAre(1, 1));
    const std::vector<RankCard> fewer{gpusOn("a", {"1"}), gpusOn("a", {"1"})};
    EXPECT_THAT(placeRank(0, fewer, {}).seat.towers, ElementsAre(1, 1));
}

// A launcher may have divided the cores already.
TEST(RankPlace, CountsTheTowersThatComputeOnTheSameCores) {
    const std::vector<RankCard> cards{cpuOn("a"), cpuOn("a"), cpuOn("b"), cpuOn("a", "2,3,")};
    EXPECT_EQ(placeRank(0, cards, {.all = 8}).own.beside, 2);
    EXPECT_EQ(placeRank(2, cards, {.all = 8}).own.beside, 0);
    EXPECT_EQ(placeRank(3, cards, {.all = 8}).own.beside, 0);
}

TEST(RankPlace, RefusesFewerTowersThanRanks) {
    const std::vector<RankCard> cards{cpuOn("a"), cpuOn("b")};
    EXPECT_THROW(
        try { placeRank(0, cards, {.all = 1}); } catch (const Error& error) {
            EXPECT_THAT(error.what(), testing::StartsWith("1 tower is not enough for 2 ranks; expected at least one"));
            throw;
        },
        Error);
}

// 16 bits were ignored by NCCL without a word.
TEST(RankStart, SaysWhereGradientsAreSummedOtherwiseThanExpected) {
    Plan plan, halved;
    halved.wirePrecision = "bf16";
    TowerPlacement first, second, cpu;
    first.device = "cuda:0";
    first.pciBusId = "1";
    second.device = "cuda:1";
    second.pciBusId = "2";
    cpu.device = "cpu";
    EXPECT_EQ(remarkOnSums(plan, {cpu, cpu}), Text());
    EXPECT_EQ(remarkOnSums(halved, {cpu, cpu}), Text());
    EXPECT_EQ(remarkOnSums(plan, {first, second}), Text());
    EXPECT_THAT(remarkOnSums(halved, {first, second}).english(),
                testing::HasSubstr("NCCL sums the gradients, in 32 bits"));
    EXPECT_THAT(remarkOnSums(plan, {first, first}).english(),
                testing::StartsWith("Not every tower has a GPU of its own"));
}

} // namespace
} // namespace belfry
