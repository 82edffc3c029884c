#include "ui/pages/data_page/data_loader.h"

#include <algorithm>
#include <chrono>

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

DataLoader::DataLoader(QObject* parent) : QObject(parent) {}

DataLoader::~DataLoader() {
    stop();
}

void DataLoader::stop() {
    ++request_;
    stop_.request_stop();
}

void DataLoader::load(const std::string& nameOrPath, const DataOptions& options) {
    stop();
    stop_ = {};
    const std::uint64_t request = request_;
    const auto tell = [this, request](double part) {
        QMetaObject::invokeMethod(
            this,
            [this, request, part] {
                if (request == request_) {
                    Q_EMIT progressed(part);
                }
            },
            Qt::QueuedConnection);
    };
    using Answer = std::shared_ptr<const DataReport>;
    background_.run<Answer>(
        [nameOrPath, options, tell, stop = stop_.get_token()]() -> Answer {
            auto report = std::make_shared<DataReport>();
            if (stop.stop_requested()) {
                return report;
            }
            if (isOfCatalogue(nameOrPath) && !findDataSet(nameOrPath, options.dataDir)) {
                return nullptr;
            }
            report->data = openDataSet(nameOrPath, options);
            auto next = std::chrono::steady_clock::now();
            report->summary = summarise(
                *report->data,
                [&](double part) {
                    if (std::chrono::steady_clock::now() >= next) {
                        next = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
                        tell(part);
                    }
                },
                stop);
            report->examples = examplesOf(*report->data);
            return report;
        },
        [this, request](const Answer& report) {
            if (request != request_) {
                return;
            }
            if (report) {
                Q_EMIT loaded(report);
            } else {
                Q_EMIT missing();
            }
        },
        [this, request](const QString& sentence) {
            if (request == request_) {
                Q_EMIT failed(sentence);
            }
        });
}

} // namespace belfry
