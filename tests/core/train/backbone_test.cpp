// Runs that start from a backbone: a small network of this test, whose weights are random.
#include "core/backbones/feature_store.h"
#include "core/base/error.h"
#include "core/base/temporary_folder.h"
#include "core/model/initial_weights.h"
#include "tests/core/train/small_run.h"
#include "tests/support/damaged_store.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>
#include <set>

namespace belfry::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kBody = "conv 12 5x5 stride 2 relu\nbatchnorm\nconv 16 3x3 stride 2 relu\nglobal-avgpool\n";

// The user's data folder, for one test.
struct DataHome {
    DataHome() { ::setenv("XDG_DATA_HOME", folder.path().c_str(), 1); }
    ~DataHome() {
        if (before)
            ::setenv("XDG_DATA_HOME", before->c_str(), 1);
        else
            ::unsetenv("XDG_DATA_HOME");
    }
    const std::optional<std::string> before =
        std::getenv("XDG_DATA_HOME") ? std::optional<std::string>(std::getenv("XDG_DATA_HOME")) : std::nullopt;
    const TemporaryFolder folder{"belfry-backbone-run-test"};
};

class BackboneRun : public testing::Test {
    DataHome home_;

protected:
    // Of 7 classes of its own.
    BackboneRun() {
        Backbone backbone{.name = "small", .blueprint = {}, .weights = {}, .origin = {.sha256 = "12"}};
        backbone.blueprint = makeBlueprint(architectureFromText("small", std::string(kBody) + "dense classes linear\n"),
                                           {.channels = 1, .height = 28, .width = 28}, 7);
        backbone.weights = initialWeights(backbone.blueprint, 3);
        saveBackbone(backbone);
    }
    static Plan plan(std::int64_t epochs, const std::string& body = kBody) {
        Plan plan = towersPlan(1, 100, epochs);
        plan.model = "own";
        plan.layers = layerLines(architectureFromText("own", body + "dropout 0.1\ndense classes linear\n"));
        plan.backbone = "small";
        return plan;
    }
    static Text remarkOf(const EndedRun& run) {
        const Started started = run.all<Started>().at(0);
        for (const Text& remark : started.remarks)
            if (remark.english().starts_with("Started from backbone"))
                return remark;
        ADD_FAILURE() << "no remark";
        return {};
    }
};

std::vector<float> sliceOf(const Snapshot& snapshot, const std::string& name) {
    for (const Slice& slice : snapshot.blueprint->slices)
        if (slice.name == name)
            return {snapshot.weights.begin() + slice.offset, snapshot.weights.begin() + slice.offset + slice.count};
    ADD_FAILURE() << name;
    return {};
}

TEST_F(BackboneRun, FitsALastLayerBeforeTheFirstEpoch) {
    const EndedRun run(smallRun(plan(0)));
    const Finished end = run.finished();
    ASSERT_EQ(end.state, RunState::Finished) << end.reason.english();
    EXPECT_EQ(end.steps, 0);
    EXPECT_EQ(end.test.images, 300);
    EXPECT_GT(end.test.accuracy(), 0.4); // of 16 random features
    const auto epochs = run.all<EpochDone>();
    ASSERT_EQ(epochs.size(), 1U);
    EXPECT_EQ(epochs[0].epoch, 0);
    EXPECT_TRUE(epochs[0].best);
    EXPECT_EQ(run.all<BackboneProgress>().back().done, 1200);
    const Snapshot& last = run.saved.back().snapshot;
    const Backbone backbone = loadBackbone("small");
    const auto same = std::ranges::find(backbone.blueprint.slices, "conv3.weight", &Slice::name);
    EXPECT_EQ(sliceOf(last, "conv3.weight"), std::vector<float>(backbone.weights.begin() + same->offset,
                                                                backbone.weights.begin() + same->offset + same->count));
}

// Forty validation pictures are too few for one: a tenth of the folders that people have.
TEST_F(BackboneRun, HasATemperatureWithFewValidationPictures) {
    PreparedRun prepared = smallRun(plan(0), 160);
    auto data = std::make_shared<DataSet>(*prepared.data);
    data->validation = rangeStore(data->validation, 0, 40, data->shape.bytes());
    prepared = prepareRun(prepared.plan, data);
    const EndedRun run(prepared);
    ASSERT_EQ(run.calibrated.size(), 1U);
    EXPECT_NE(run.calibrated[0].snapshot.temperature, 1);
}

TEST_F(BackboneRun, TakesNoStepOfFewPictures) { // it was refused: a step was to have 100 images
    const EndedRun run(smallRun(plan(0), 60));
    EXPECT_EQ(run.finished().state, RunState::Finished) << run.finished().reason.english();
    EXPECT_THROW(smallRun(plan(1), 60), Error);
}

TEST_F(BackboneRun, ComputesFeaturesOnce) {
    const EndedRun first(smallRun(plan(0))), second(smallRun(plan(0)));
    EXPECT_THAT(remarkOf(first).english(), AllOf(HasSubstr("features of 1200 images"), HasSubstr("(0 of them kept")));
    EXPECT_THAT(remarkOf(second).english(), HasSubstr("(1200 of them kept"));
    EXPECT_EQ(first.saved.back().snapshot.weights, second.saved.back().snapshot.weights);
}

// A set that is decoded while it is read: grey pictures were fitted with their label, and validated and tested.
TEST_F(BackboneRun, LeavesOutWhatCannotBeRead) {
    const auto whole = smallMnist(1000);
    auto damaged = std::make_shared<DataSet>(*whole), sound = std::make_shared<DataSet>(*whole);
    const auto damage = [&](std::shared_ptr<const ImageStore> DataSet::*split, std::set<std::int64_t> images) {
        const auto store = std::make_shared<DamagedStore>((*whole).*split, std::move(images), 784);
        (*damaged).*split = store;
        (*sound).*split = store->sound();
    };
    damage(&DataSet::train, {3, 70, 71, 150});
    damage(&DataSet::validation, {0, 100, 199});
    damage(&DataSet::test, {8, 9});
    const auto prepared = [](const std::shared_ptr<const DataSet>& data) {
        Plan settings = plan(0);
        settings.devices = {"cpu"};
        return prepareRun(settings, data);
    };
    const EndedRun expected(prepared(sound)), run(prepared(damaged));
    ASSERT_EQ(run.finished().state, RunState::Finished) << run.finished().reason.english();
    EXPECT_THAT(remarkOf(run).english(), AllOf(HasSubstr("features of 1193 images"), HasSubstr("(1193 of them kept")));
    EXPECT_EQ(run.saved.back().snapshot.weights, expected.saved.back().snapshot.weights);
    EXPECT_EQ(run.all<EpochDone>().at(0).validation.images, 197);
    EXPECT_EQ(run.all<EpochDone>().at(0).validation.confusion, expected.all<EpochDone>().at(0).validation.confusion);
    EXPECT_EQ(run.finished().test.images, 298);
    EXPECT_EQ(run.finished().test.confusion, expected.finished().test.confusion);
    EXPECT_EQ(run.saved.back().snapshot.temperature, expected.saved.back().snapshot.temperature);
    // Before the figures in which they do not count.
    ASSERT_EQ(run.all<Warning>().size(), 2U);
    EXPECT_EQ(run.all<Warning>()[0].text.english(), "4 damaged. 3 damaged. The run continues.");
    EXPECT_LT(run.indexOf<Warning>(), run.indexOf<EpochDone>());
}

// The pictures of a class vanished, as its folder was moved: the rest was trained on without a word.
TEST_F(BackboneRun, NamesAClassOfWhichNothingIsLeft) {
    auto damaged = std::make_shared<DataSet>(*smallMnist(1000));
    std::set<std::int64_t> fours;
    for (std::int64_t i = 0; i < damaged->train->size(); ++i)
        if (damaged->train->label(i) == 4)
            fours.insert(i);
    damaged->train = std::make_shared<DamagedStore>(damaged->train, fours, 784);
    Plan settings = plan(0);
    settings.devices = {"cpu"};
    const EndedRun run(prepareRun(settings, damaged));
    EXPECT_EQ(run.finished().state, RunState::Failed);
    EXPECT_THAT(run.finished().reason.english(), HasSubstr("None of the training pictures of class '4' can be read"));
}

// A folder without the right to write, or a full disk: they were computed again by every run, without a word.
TEST_F(BackboneRun, SaysWhyFeaturesAreNotKept) {
    std::filesystem::create_directories(featureFolder().parent_path());
    std::ofstream(featureFolder()) << "a file where the folder should be";
    const EndedRun run(smallRun(plan(0)));
    ASSERT_EQ(run.finished().state, RunState::Finished) << run.finished().reason.english();
    const auto remarks = run.all<Started>().at(0).remarks;
    EXPECT_EQ(std::ranges::count_if(
                  remarks, [](const Text& remark) { return remark.english().starts_with("Features cannot be kept"); }),
              1);
}

TEST_F(BackboneRun, TrainsOnFromThere) {
    const EndedRun run(smallRun(plan(2)));
    ASSERT_EQ(run.finished().state, RunState::Finished) << run.finished().reason.english();
    const auto epochs = run.all<EpochDone>();
    ASSERT_EQ(epochs.size(), 3U);
    EXPECT_EQ(epochs[2].epoch, 2);
    EXPECT_GE(run.finished().bestValidation, epochs[0].validation.accuracy());
}

// The second epoch's layers, and what the stages gained by validation.
TEST_F(BackboneRun, SaysWhatEachStageGained) {
    Plan settings = plan(2);
    settings.unfreezeEpochs = 1;
    settings.learningRate = 0.01;
    const EndedRun run(smallRun(settings));
    ASSERT_EQ(run.finished().state, RunState::Finished) << run.finished().reason.english();
    const auto told = run.all<SettingChanged>();
    ASSERT_EQ(told.size(), 2U);
    const auto epochs = run.all<EpochDone>();
    double best = epochs[0].validation.accuracy();
    for (std::size_t stage = 0; stage < 2; ++stage) {
        const double after = std::max(best, epochs[stage + 1].validation.accuracy());
        EXPECT_THAT(told[stage].text.english(),
                    HasSubstr(Text::tr("gained %1 points", decimals(100 * (after - best), 1)).english()));
        best = after;
    }
    EXPECT_EQ(told[0].step, 10);
    EXPECT_THAT(told[0].text.english(), HasSubstr("layers from conv1 on are trained"));
    EXPECT_EQ(told[1].step, 20);
}

// Groups open by the images seen, and nothing is fitted again.
TEST_F(BackboneRun, ResumesToTheBit) {
    Plan settings = plan(3);
    settings.unfreezeEpochs = 1;
    settings.backboneRate = 0.5;
    settings.checkpointEvery = 13; // of 30 steps
    const EndedRun whole(smallRun(settings));
    const auto middle = std::ranges::find(whole.saved, CheckpointKind::Regular, &Sink::Saved::kind);
    ASSERT_NE(middle, whole.saved.end());
    PreparedRun rest = smallRun(settings);
    rest.checkpoint = std::make_shared<const Snapshot>(middle->snapshot);
    const EndedRun resumed(std::move(rest));
    EXPECT_EQ(resumed.finished().steps, 30);
    EXPECT_TRUE(resumed.all<BackboneProgress>().empty());
    EXPECT_EQ(resumed.saved.back().snapshot.weights, whole.saved.back().snapshot.weights);
}

// The weights of an abandoned training, or of none.
TEST_F(BackboneRun, RefusesFeaturesThatAreNoNumbers) {
    Backbone broken = loadBackbone("small");
    std::ranges::fill(broken.weights, std::numeric_limits<float>::max());
    broken.origin.sha256 = "34";
    saveBackbone(broken);
    const EndedRun run(smallRun(plan(0)));
    EXPECT_EQ(run.finished().state, RunState::Failed);
    EXPECT_THAT(run.finished().reason.english(), HasSubstr("not finite"));
}

TEST_F(BackboneRun, StopsWhileTheBackboneLooks) {
    struct Stopping : Recorder {
        void onEvent(const Event& event) override {
            Recorder::onEvent(event);
            if (std::holds_alternative<BackboneProgress>(event))
                session->requestStop(StopKind::AfterStep);
        }
        Session* session = nullptr;
    } observer;
    Session session(smallRun(plan(0)), observer);
    observer.session = &session;
    session.start();
    session.wait();
    EXPECT_EQ(observer.finished().state, RunState::Stopped);
    EXPECT_TRUE(observer.all<EpochDone>().empty());
    EXPECT_EQ(observer.all<BackboneProgress>().size(), 1U);
}

TEST_F(BackboneRun, RefusesAnotherNetwork) {
    const auto refusal = [](Plan plan) {
        try {
            smallRun(std::move(plan));
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    std::string body = kBody;
    body.replace(body.find("16"), 2, "18");
    EXPECT_THAT(refusal(plan(1, body)),
                AllOf(HasSubstr("backbone 'small'"), HasSubstr("conv 18"), HasSubstr("conv 16")));
    Plan withoutBiases = plan(1);
    withoutBiases.layers.back() = "dense classes linear no-bias";
    EXPECT_THAT(refusal(withoutBiases), HasSubstr("no-bias"));
    EXPECT_THAT(refusal(plan(1, "conv 12 5x5 stride 2 relu\n")),
                HasSubstr("1 layers before the last one, the backbone 4"));
    Plan centred = plan(1);
    centred.normalisation = "centred";
    EXPECT_THAT(refusal(centred), AllOf(HasSubstr("normalisation 'unit'"), HasSubstr("'centred'")));
    Plan unknown = plan(1);
    unknown.backbone = "smal";
    EXPECT_THAT(refusal(unknown), HasSubstr("did you mean 'small'"));
    Plan none = plan(0);
    none.backbone.clear();
    EXPECT_THAT(refusal(none), HasSubstr("expected at least 1, or a backbone"));
}

} // namespace
} // namespace belfry::test
