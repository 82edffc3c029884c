#include "ui/bridge/data_loader.h"

#include <algorithm>

namespace belfry {
namespace {

constexpr std::size_t kExamples = 24; // of each class
constexpr std::int64_t kLookedAt = 20'000;

bool isOfCatalogue(const std::string& name) {
    return std::ranges::find(catalogue(), name, &CatalogueEntry::name) != catalogue().end();
}

std::vector<std::vector<std::uint8_t>> examplesOf(const DataSet& data) {
    std::vector<std::vector<std::uint8_t>> examples(data.classes.size());
    const auto bytes = static_cast<std::size_t>(data.shape.bytes());
    for (std::int64_t i = 0; i < std::min(data.train->size(), kLookedAt); ++i) {
        std::vector<std::uint8_t>& pictures = examples[data.train->label(i)];
        if (pictures.size() < kExamples * bytes) {
            pictures.resize(pictures.size() + bytes);
            data.train->read(std::span(&i, 1), pictures.data() + pictures.size() - bytes);
        }
    }
    return examples;
}

} // namespace

void DataLoader::load(const std::string& nameOrPath, const DataOptions& options) {
    using Answer = std::shared_ptr<const DataReport>;
    job_.start<Answer>(
        [this, nameOrPath, options](const LatestJob::Token& job) -> Answer {
            if (isOfCatalogue(nameOrPath) && !findDataSet(nameOrPath, options.dataDir))
                return nullptr;
            auto report = std::make_shared<DataReport>();
            report->data = openDataSet(nameOrPath, options);
            const auto progress = job.reportParts([this](double part) { Q_EMIT progressed(part); });
            report->summary = summarise(*report->data, progress, job.stop);
            report->examples = examplesOf(*report->data);
            report->grouped = isPictureFolder(nameOrPath);
            return report;
        },
        [this](const Answer& report) {
            if (report)
                Q_EMIT loaded(report);
            else
                Q_EMIT missing();
        },
        [this](const Text& sentence) { Q_EMIT failed(sentence); });
}

} // namespace belfry
