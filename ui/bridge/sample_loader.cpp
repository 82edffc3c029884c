#include "ui/bridge/sample_loader.h"

#include "core/runs/run_list.h"
#include "core/train/prepare.h"

#include <algorithm>

namespace belfry {
namespace {

constexpr std::int64_t kMostBytes = 2 << 20, kLeastImages = 12;

const ImageStore* sampledStore(const DataSet& data) {
    for (const auto& store : {data.validation, data.test, data.train})
        if (store != nullptr && store->size() > 0)
            return store.get();
    return nullptr;
}

} // namespace

void SampleLoader::load(const std::filesystem::path& run, const std::shared_ptr<const Snapshot>& snapshot,
                        std::int64_t count) {
    job_.start<Sample>(
        [run, snapshot, count](const LatestJob::Token&) {
            yieldToTraining();
            const std::shared_ptr<const DataSet> data = openData(dataPlan(run, *snapshot));
            const ImageStore* store = sampledStore(*data);
            if (store == nullptr)
                throw dataError(Text::tr("'%1' has no pictures. Choose data that have some.", data->title));
            const std::int64_t bytes = snapshot->blueprint->image.bytes();
            const std::int64_t fitting = std::max(kLeastImages, kMostBytes / bytes);
            const std::int64_t images = std::min({count, fitting, store->size()});
            std::vector<std::int64_t> numbers;
            for (std::int64_t i = 0; i < images; ++i)
                numbers.push_back(i * store->size() / images);
            auto pictures = std::make_shared<std::vector<std::uint8_t>>(static_cast<std::size_t>(images * bytes));
            store->read(numbers, pictures->data());
            return Sample{.pictures = std::move(pictures), .count = images};
        },
        [this](const Sample& sample) { Q_EMIT loaded(sample.pictures, sample.count); },
        [this](const Text& sentence) { Q_EMIT failed(sentence); });
}

} // namespace belfry
