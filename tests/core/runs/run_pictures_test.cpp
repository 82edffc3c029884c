// What a run remembers of its pictures, for the time when its folder has others.
#include "core/data/stores.h"
#include "core/model/zoo.h"
#include "core/runs/metrics_store.h"
#include "core/runs/run_pictures.h"
#include "tests/core/runs/runs_fixture.h"

namespace belfry {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Names = std::vector<std::string>;

std::shared_ptr<const ImageStore> storeOf(const Names& names) {
    return memoryStore(std::vector<std::uint8_t>(16 * names.size()), std::vector<std::uint8_t>(names.size()), 16,
                       names);
}

std::shared_ptr<const DataSet> dataOf(const Names& train, const Names& validation, const Names& test) {
    auto data = std::make_shared<DataSet>();
    data->title = "pets";
    data->shape = {1, 4, 4};
    data->classes = {"cat", "dog"};
    data->train = storeOf(train);
    data->validation = storeOf(validation);
    data->test = storeOf(test);
    return data;
}

Snapshot pets() {
    Snapshot snapshot;
    snapshot.blueprint = std::make_shared<const Blueprint>(
        makeBlueprint(architectureFromLines("tiny", Names{"dense classes linear"}), ImageShape{1, 4, 4}, 2));
    snapshot.classes = {"cat", "dog"};
    return snapshot;
}

Names namesOf(const ImageStore& store) {
    Names names;
    for (std::int64_t i = 0; i < store.size(); ++i)
        names.push_back(store.name(i));
    return names;
}

struct RunPicturesTest : RunsTest {
    RunPicturesTest() { std::filesystem::create_directories(root); }
    RunPictures now(const std::shared_ptr<const DataSet>& data) { return picturesFor(root, pets(), data); }
};

TEST_F(RunPicturesTest, SaysWhatWasAddedAndWhatIsGone) {
    const auto data = dataOf({"a", "b", "c"}, {"d"}, {"e"});
    recordPictures(root, *data);
    EXPECT_TRUE(now(data).remark.empty());
    EXPECT_EQ(now(data).data, data);
    const RunPictures changed = now(dataOf({"a", "b", "new"}, {"d"}, {"e", "newer"}));
    EXPECT_THAT(changed.remark.english(), HasSubstr("The pictures of pets are others"));
    EXPECT_THAT(changed.remark.english(), HasSubstr("(added: 2, gone: 1)"));
    EXPECT_THAT(changed.remark.english(), HasSubstr("It was trained on none of those"));
    EXPECT_THAT(namesOf(*changed.data->test), ElementsAre("e", "newer"));
}

TEST_F(RunPicturesTest, LeavesOutWhatTheNetworkWasTrainedOn) {
    recordPictures(root, *dataOf({"a", "b", "c"}, {"d"}, {"e"}));
    const auto data = dataOf({"c", "e"}, {"d", "a"}, {"b", "x"});
    const RunPictures unseen = now(data);
    EXPECT_THAT(namesOf(*unseen.data->validation), ElementsAre("d"));
    EXPECT_THAT(namesOf(*unseen.data->test), ElementsAre("x"));
    EXPECT_THAT(namesOf(*unseen.data->train), ElementsAre("c", "e"));
    EXPECT_THAT(unseen.remark.english(), HasSubstr("2 pictures for validation and the test are left out"));
    EXPECT_THAT(remarkOnPictures(root, pets(), *data).english(),
                HasSubstr("trained on 2 pictures that are for validation and the test now"));
    EXPECT_THAT(messageOf(ErrorCategory::Data,
                          [&] {
                              now(dataOf({"c"}, {"d"}, {"a", "b"}));
                          }),
                HasSubstr("was trained on all pictures that pets has"));
}

// A run that goes on with other pictures was trained on the earlier ones, too; so was its branch.
TEST_F(RunPicturesTest, WhatWasTrainedOnOnceStaysSo) {
    recordPictures(root, *dataOf({"a", "b"}, {"d"}, {"e"}));
    recordPictures(root, *dataOf({"b", "c"}, {"d"}, {"e"}));
    const std::filesystem::path branch = root / "branch";
    std::filesystem::create_directories(branch);
    copyPictures(root, branch);
    for (const auto& run : {root, branch})
        EXPECT_THAT(namesOf(*picturesFor(run, pets(), dataOf({"x"}, {"d"}, {"a", "c", "e"})).data->test),
                    ElementsAre("e"));
}

TEST_F(RunPicturesTest, EarlierRunsAreComparedByNumber) {
    {
        MetricsWriter metrics(root / "metrics.db");
        StepDone step = stepNumber(2);
        step.images = 6;
        step.epoch = 2;
        metrics.add(step);
        metrics.commit();
    }
    EXPECT_TRUE(now(dataOf({"a", "b", "c"}, {"d"}, {"e"})).remark.empty());
    EXPECT_THAT(now(dataOf({"a", "b", "c", "f"}, {"d"}, {"e"})).remark.english(),
                HasSubstr("trained on 3 pictures, and pets has 4 for training now"));
}

TEST_F(RunPicturesTest, ADamagedRecordIsReported) {
    const auto data = dataOf({"a"}, {"d"}, {"e"});
    overwrite(root / "pictures.json", "{\"train\": [1,");
    EXPECT_THAT(now(data).remark.english(), HasSubstr("pictures.json', which says on which pictures"));
    recordPictures(root, *data);
    EXPECT_TRUE(now(data).remark.empty());
}

} // namespace
} // namespace belfry
