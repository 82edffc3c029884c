// Slices and the classes over a run in the background, with the network that ships with Belfry.
#include "core/base/files.h"
#include "core/predict/evaluate_snapshot.h"
#include "core/runs/run_folder.h"
#include "core/runs/weights_file.h"
#include "tests/ui/bridge/eventually.h"
#include "ui/bridge/errors_job.h"

#include <gmock/gmock.h>

#include <QTemporaryDir>
#include <atomic>

namespace belfry {
namespace {

using test::eventually;

constexpr std::int64_t kPixels = 28 * 28;

// Evenly grey pictures, each brighter than the one before, and how often they were read.
class GreyStore : public ImageStore {
public:
    explicit GreyStore(std::int64_t count) : count_(count) {}
    std::int64_t size() const override { return count_; }
    void read(std::span<const std::int64_t> indices, std::uint8_t* destination) const override {
        for (const std::int64_t index : indices) {
            std::fill_n(destination, kPixels, static_cast<std::uint8_t>(index));
            destination += kPixels;
            ++reads;
        }
    }
    std::uint8_t label(std::int64_t index) const override { return static_cast<std::uint8_t>(index % 10); }

    mutable std::atomic<std::int64_t> reads{0};

private:
    std::int64_t count_;
};

class ErrorsJobTest : public testing::Test {
protected:
    std::shared_ptr<const EvaluationReport> report(const std::shared_ptr<const ImageStore>& images,
                                                   const std::filesystem::path& run = {}) const {
        auto made = std::make_shared<EvaluationReport>();
        made->request.run = run;
        made->snapshot = snapshot_;
        made->images = images;
        made->evaluation = evaluateSnapshot(*snapshot_, *images);
        return made;
    }

    std::shared_ptr<const Snapshot> snapshot_ = loadSnapshot(readyNetworkFile());
    ErrorsJob job_;
};

TEST_F(ErrorsJobTest, ThePicturesAreLookedAtOnceForAllWeights) {
    const auto images = std::make_shared<GreyStore>(200);
    const auto first = report(images), second = report(images);
    std::vector<std::shared_ptr<const EvaluationSlices>> found;
    QObject::connect(&job_, &ErrorsJob::slicesFound,
                     [&](const std::shared_ptr<const EvaluationSlices>& slices) { found.push_back(slices); });
    images->reads = 0;
    job_.findSlices(first);
    EXPECT_TRUE(job_.isFindingSlices());
    ASSERT_TRUE(eventually([&] { return found.size() == 1; }));
    EXPECT_FALSE(job_.isFindingSlices());
    EXPECT_EQ(images->reads, 200);
    ASSERT_EQ(found[0]->size(), 5U); // by brightness; contrast and sharpness are alike
    EXPECT_EQ(found[0]->front().name, "0.0 to 39.0");
    job_.findSlices(second);
    ASSERT_TRUE(eventually([&] { return found.size() == 2; }));
    EXPECT_EQ(images->reads, 200);
    const auto others = std::make_shared<GreyStore>(100);
    job_.findSlices(report(others));
    ASSERT_TRUE(eventually([&] { return found.size() == 3; }));
    EXPECT_EQ(found[2]->front().name, "0.0 to 19.0");
}

TEST_F(ErrorsJobTest, AnswersThatNobodyWaitsForAreDropped) {
    const auto images = std::make_shared<GreyStore>(200);
    int answers = 0;
    QObject::connect(&job_, &ErrorsJob::slicesFound, [&] { ++answers; });
    job_.findSlices(report(images));
    job_.stopSlices();
    EXPECT_FALSE(job_.isFindingSlices());
    job_.findSlices(report(images));
    ASSERT_TRUE(eventually([&] { return answers > 0; }));
    QCoreApplication::processEvents();
    EXPECT_EQ(answers, 1);
}

TEST_F(ErrorsJobTest, TheClassesAreFollowedOverTheRun) {
    const QTemporaryDir folder;
    const std::filesystem::path run = folder.filePath(QStringLiteral("run")).toStdString();
    const RunFiles files(run);
    std::filesystem::create_directories(files.weights);
    saveSnapshot(files.best, *snapshot_);
    Snapshot young = *snapshot_;
    young.step = 1;
    saveSnapshot(files.checkpoint(1), young);
    std::shared_ptr<const ClassTrend> found;
    QObject::connect(&job_, &ErrorsJob::trendFound,
                     [&](const std::shared_ptr<const ClassTrend>& trend) { found = trend; });
    job_.findTrend(report(std::make_shared<GreyStore>(50), run));
    ASSERT_TRUE(eventually([&] { return found != nullptr; }));
    ASSERT_EQ(found->moments.size(), 2U);
    EXPECT_EQ(found->moments[0].correct, found->moments[1].correct); // the same weights
    EXPECT_THAT(found->images, testing::Each(5));
}

TEST_F(ErrorsJobTest, TheReadyNetworkHasNoRun) {
    std::string sentence;
    QObject::connect(&job_, &ErrorsJob::trendFailed, [&](const Text& text) { sentence = text.english(); });
    job_.findTrend(report(std::make_shared<GreyStore>(10)));
    ASSERT_TRUE(eventually([&] { return !sentence.empty(); }));
    EXPECT_EQ(sentence, "The pretrained network belongs to no run, so no other weights of it are kept. Choose a run to "
                        "follow its classes.");
    EXPECT_FALSE(job_.isFindingTrend());
}

} // namespace
} // namespace belfry
