#include "core/doctor/treatment.h"

#include <gmock/gmock.h>

namespace belfry {
namespace {

using testing::ElementsAre;
using testing::Pair;
using Verdict = Treatment::Verdict;

// Five pictures: one with a doubtful label, which is also dark; three that are copies; one without fault.
std::shared_ptr<const DoctorReport> report() {
    auto made = std::make_shared<DoctorReport>();
    for (const char* file : {"cat/1.png", "cat/2.png", "dog/1.png", "dog/2.png", "dog/3.png"})
        made->pictures.push_back(
            {.split = 0, .index = std::ssize(made->pictures), .file = file, .label = file[0] == 'c' ? 0 : 1});
    made->suspects.push_back({.picture = 1, .proposed = 1, .doubt = 3});
    made->copies.push_back({.pictures = {0, 2, 4}});
    made->faults.push_back({.picture = 1, .fault = PictureFault::Dark});
    return made;
}

std::vector<std::size_t> picturesOf(const Treatment& treatment) {
    std::vector<std::size_t> pictures;
    for (const Treatment::Row& row : treatment.rows())
        pictures.push_back(row.picture);
    return pictures;
}

TEST(Treatment, NamesEachPictureOnceForEachReason) {
    const Treatment treatment(report(), {"cat", "dog"});
    EXPECT_THAT(picturesOf(treatment), ElementsAre(1, 2, 4, 1));
    EXPECT_EQ(treatment.rows()[2].original, 0U);
}

TEST(Treatment, BecomesAVersionOnTopOfTheOneExamined) {
    Treatment treatment(report(), {"cat", "dog"});
    treatment.decide(0, {Verdict::Relabelled, 1});
    treatment.decide(1, {Verdict::LeftOut});
    treatment.decide(2, {Verdict::Kept});
    EXPECT_EQ(treatment.relabelled(), 1);
    EXPECT_EQ(treatment.leftOut(), 1);
    const DataVersion before{{{"dog/9.png", std::nullopt}, {"cat/2.png", std::nullopt}}, "/pictures"};
    const DataVersion after = treatment.version(before);
    EXPECT_EQ(after.folder, "/pictures");
    EXPECT_THAT(after.changes, ElementsAre(Pair("cat/2.png", std::optional<std::string>("dog")),
                                           Pair("dog/1.png", std::nullopt), Pair("dog/9.png", std::nullopt)));
    EXPECT_THAT(after.together, ElementsAre(ElementsAre("cat/1.png", "dog/3.png"))); // a copy that is kept
    EXPECT_EQ(treatment.version(after).together, after.together);
}

// Where nothing was left out or relabelled, copies that were kept could not be saved.
TEST(Treatment, ACopyThatIsKeptIsAChange) {
    Treatment treatment(report(), {"cat", "dog"});
    EXPECT_FALSE(treatment.hasChanges());
    treatment.decide(0, {Verdict::Kept}); // a label that is right
    EXPECT_FALSE(treatment.hasChanges());
    treatment.decide(1, {Verdict::Kept});
    EXPECT_TRUE(treatment.hasChanges());
    treatment.undo();
    EXPECT_FALSE(treatment.hasChanges());
    treatment.decide(3, {Verdict::LeftOut});
    EXPECT_TRUE(treatment.hasChanges());
    EXPECT_EQ(treatment.kept(), 0);
}

// K on the row that called a relabelled picture dark, or a copy, took the label back without a word.
TEST(Treatment, KeepingAFaultyPictureKeepsItsNewLabel) {
    Treatment treatment(report(), {"cat", "dog"});
    treatment.decide(0, {Verdict::Relabelled, 1});
    treatment.decide(3, {Verdict::Kept}); // the same picture, which is dark
    EXPECT_EQ(treatment.decisionOn(0), (Treatment::Decision{Verdict::Relabelled, 1}));
    treatment.decide(0, {Verdict::Kept}); // its label is right after all
    EXPECT_EQ(treatment.decisionOn(0).verdict, Verdict::Kept);
    treatment.decide(1, {Verdict::Relabelled, 1}); // a copy
    treatment.decide(1, {Verdict::Kept});
    EXPECT_EQ(treatment.decisionOn(1), (Treatment::Decision{Verdict::Relabelled, 1}));
    EXPECT_THAT(treatment.version({}).together, ElementsAre(ElementsAre("cat/1.png", "dog/1.png")));
}

TEST(Treatment, DecidesAlsoOnPicturesThatAPersonChose) {
    Treatment treatment(report(), {"cat", "dog"});
    const std::size_t row = treatment.choose(3);
    EXPECT_EQ(row, 4U); // after those that were named
    EXPECT_EQ(treatment.choose(3), row);
    EXPECT_EQ(treatment.choose(0), 5U);
    EXPECT_EQ(treatment.rows()[row].kind, Treatment::Kind::Chosen);
    treatment.decide(row, {Verdict::Relabelled, 0});
    treatment.decide(treatment.choose(0), {Verdict::LeftOut});
    EXPECT_THAT(treatment.version({}).changes,
                ElementsAre(Pair("cat/1.png", std::nullopt), Pair("dog/2.png", std::optional<std::string>("cat"))));
    EXPECT_EQ(treatment.undo(), 5U);
    EXPECT_EQ(treatment.leftOut(), 0);
    EXPECT_EQ(treatment.relabelled(), 1);
}

TEST(Treatment, TakesDecisionsBackOneByOne) {
    Treatment treatment(report(), {"cat", "dog"});
    EXPECT_EQ(treatment.undo(), std::nullopt);
    treatment.decide(0, {Verdict::Relabelled, 1});
    treatment.decide(3, {Verdict::LeftOut}); // the same picture
    treatment.decide(3, {Verdict::LeftOut}); // nothing new
    EXPECT_EQ(treatment.decisionOn(0).verdict, Verdict::LeftOut);
    EXPECT_EQ(treatment.undo(), 3U);
    EXPECT_EQ(treatment.decisionOn(0), (Treatment::Decision{Verdict::Relabelled, 1}));
    EXPECT_EQ(treatment.undo(), 0U);
    EXPECT_EQ(treatment.decisionOn(0).verdict, Verdict::Open);
    EXPECT_TRUE(treatment.version({}).changes.empty());
}

} // namespace
} // namespace belfry
