#include "ui/bridge/familiarity_job.h"

#include "core/data/stores.h"
#include "core/runs/run_list.h"
#include "core/runs/run_pictures.h"
#include "core/train/prepare.h"

namespace belfry {
namespace {

constexpr std::int64_t kMostPictures = 3'000; // of training and of validation: half a minute of a large network

} // namespace

void FamiliarityJob::prepare(const std::filesystem::path& run, const std::shared_ptr<const Snapshot>& snapshot) {
    using Known = std::shared_ptr<const Familiarity>;
    stop();
    preparing_.start<Known>(
        [this, run, snapshot](const LatestJob::Token& job) -> Known {
            yieldToTraining();
            const std::shared_ptr<const DataSet> data =
                picturesFor(run, *snapshot, openData(dataPlan(run, *snapshot))).data;
            return std::make_shared<const Familiarity>(
                *snapshot, *data, job.stop, job.reportParts([this](double part) { Q_EMIT progressed(part); }),
                kMostPictures);
        },
        [this](const Known& known) {
            known_ = known;
            Q_EMIT ready();
        },
        [this](const Text& sentence) { Q_EMIT failed(sentence); });
}

void FamiliarityJob::ask(const std::vector<std::uint8_t>& picture) {
    asked_.start<float>(
        [known = known_, picture](const LatestJob::Token&) {
            const auto bytes = static_cast<std::int64_t>(picture.size());
            return known->of(*memoryStore(picture, std::vector<std::uint8_t>(1), bytes)).front();
        },
        [this](float familiarity) { Q_EMIT answered(familiarity, known_->threshold()); },
        [this](const Text& sentence) { Q_EMIT failed(sentence); });
}

void FamiliarityJob::stop() {
    preparing_.cancel();
    asked_.cancel();
    known_.reset();
}

} // namespace belfry
