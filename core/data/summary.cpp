#include "core/data/summary.h"

#include "core/data/stores.h"
#include "core/formats/bytes.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>
#include <unordered_map>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kImagesAtOnce = 512;
constexpr std::size_t kMaxExamples = 100;

std::int64_t bytesBelow(const fs::path& folder) {
    std::int64_t bytes = 0;
    std::error_code code;
    for (fs::recursive_directory_iterator entry(folder, code); !code && entry != fs::recursive_directory_iterator();
         entry.increment(code))
        if (std::error_code ignored; entry->is_regular_file(ignored))
            bytes += static_cast<std::int64_t>(entry->file_size(ignored));
    return bytes;
}

// Sums of bytes and of their squares: integers, so the order of the images does not matter.
struct Moments {
    std::vector<std::uint64_t> sum, squares;
    std::uint64_t pixels = 0;

    void add(std::span<const std::uint8_t> image, std::size_t channels) {
        sum.resize(channels);
        squares.resize(channels);
        for (std::size_t i = 0; i < image.size(); i += channels)
            for (std::size_t c = 0; c < channels; ++c) {
                const std::uint64_t value = image[i + c];
                sum[c] += value;
                squares[c] += value * value;
            }
        pixels += image.size() / channels;
    }
    void finish(DataSummary& summary) const {
        for (std::size_t c = 0; c < sum.size() && pixels > 0; ++c) {
            const double mean = static_cast<double>(sum[c]) / static_cast<double>(pixels);
            const double square = static_cast<double>(squares[c]) / static_cast<double>(pixels);
            summary.mean.push_back(mean);
            summary.deviation.push_back(std::sqrt(std::max(0.0, square - mean * mean)));
        }
    }
};

class Reading {
public:
    Reading(const DataSet& data, const std::function<void(double)>& progress, std::stop_token stop)
        : data_(data), progress_(progress), stop_(std::move(stop)),
          bytes_(static_cast<std::size_t>(data.shape.bytes())),
          total_(data.train->size() + data.validation->size() + data.test->size()) {}

    DataSummary run() {
        const auto splits = splitsOf(data_);
        for (std::size_t split = 0; split < splits.size(); ++split) {
            summary_.perClass[split].resize(data_.classes.size());
            readSplit(*splits[split], split);
        }
        moments_.finish(summary_);
        summary_.diskBytes = bytesBelow(data_.folder);
        summary_.issues = issues(data_);
        return std::move(summary_);
    }

private:
    void readSplit(const ImageStore& store, std::size_t split) {
        std::vector<std::int64_t> indices;
        std::vector<std::uint8_t> images;
        for (std::int64_t first = 0; first < store.size() && !stop_.stop_requested(); first += kImagesAtOnce) {
            indices.resize(static_cast<std::size_t>(std::min(kImagesAtOnce, store.size() - first)));
            std::iota(indices.begin(), indices.end(), first);
            images.resize(indices.size() * bytes_);
            store.read(indices, images.data());
            for (std::size_t i = 0; i < indices.size(); ++i) {
                if (!store.readable(indices[i])) // is among the issues
                    continue;
                const auto image = std::span(images).subspan(i * bytes_, bytes_);
                ++summary_.perClass[split][store.label(indices[i])];
                compare(image, split, indices[i]);
                if (split == 0)
                    moments_.add(image, static_cast<std::size_t>(data_.shape.channels));
            }
            done_ += static_cast<std::int64_t>(indices.size());
            if (progress_)
                progress_(static_cast<double>(done_) / static_cast<double>(total_));
        }
    }

    // Pictures with equal hashes are equal only if their bytes are.
    void compare(std::span<const std::uint8_t> image, std::size_t split, std::int64_t index) {
        const std::size_t hash = std::hash<std::string_view>{}(asText(image));
        const auto range = seen_.equal_range(hash);
        const bool known =
            range.first != range.second &&
            std::any_of(range.first, range.second, [&](const auto& entry) { return equal(entry.second, image); });
        if (split < 2) {
            summary_.repeated += known ? 1 : 0;
            if (!known)
                seen_.emplace(hash, Place{split, index});
        } else if (known) {
            ++summary_.trainInTest;
            if (summary_.examples.size() < kMaxExamples)
                summary_.examples.push_back(index);
        }
    }

    struct Place {
        std::size_t split = 0;
        std::int64_t index = 0;
    };

    bool equal(const Place& place, std::span<const std::uint8_t> image) {
        other_.resize(bytes_);
        (place.split == 0 ? data_.train : data_.validation)->read(std::span(&place.index, 1), other_.data());
        return std::ranges::equal(other_, image);
    }

    const DataSet& data_;
    const std::function<void(double)>& progress_;
    std::stop_token stop_;
    std::size_t bytes_; // of an image
    std::int64_t total_, done_ = 0;
    DataSummary summary_;
    Moments moments_;
    std::unordered_multimap<std::size_t, Place> seen_; // training and validation images by hash
    std::vector<std::uint8_t> other_;
};

} // namespace

std::int64_t DataSummary::images(std::size_t split) const {
    return std::accumulate(perClass[split].begin(), perClass[split].end(), std::int64_t{0});
}

DataSummary summarise(const DataSet& dataSet, const std::function<void(double)>& progress, std::stop_token stop) {
    return Reading(dataSet, progress, std::move(stop)).run();
}

} // namespace belfry
