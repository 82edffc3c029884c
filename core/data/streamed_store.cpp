#include "core/data/streamed_store.h"

#include "core/data/stores.h"
#include "core/formats/resize.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr std::uint8_t middleGrey = 128;
constexpr std::size_t picturesPerThread = 4; // fewer are not worth a thread

// work(i) for i below count, dealt over the cores; `work` must not throw.
template <typename Work>
void onAllCores(std::size_t count, const Work& work) {
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    const std::size_t threads = std::clamp<std::size_t>(count / picturesPerThread, 1, cores);
    std::atomic<std::size_t> next = 0;
    const auto take = [&] {
        for (std::size_t i = next++; i < count; i = next++)
            work(i);
    };
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < threads; ++i)
        helpers.emplace_back(take);
    take();
}

// Throws Error when the file cannot be read or decoded.
void decodeInto(const fs::path& path, const ImageShape& shape, std::uint8_t* destination) {
    const DecodedImage image = resized(withChannels(readImage(path), shape.channels), shape.width, shape.height);
    std::memcpy(destination, image.pixels.data(), image.pixels.size());
}

// Which pictures could not be read, each once, with the sentence that says why.
class Troubles {
public:
    void add(std::size_t index, const std::string& sentence) {
        const std::lock_guard lock(mutex_);
        sentences_.emplace(index, sentence);
    }
    bool has(std::size_t index) const {
        const std::lock_guard lock(mutex_);
        return sentences_.contains(index);
    }
    std::vector<Oddity> told(const fs::path& folder, const std::string& outcome) const {
        const std::lock_guard lock(mutex_);
        if (sentences_.empty())
            return {};
        const std::size_t count = sentences_.size();
        return {{Oddity::Kind::UnreadableImage, static_cast<std::int64_t>(count),
                 (count == 1 ? "1 picture" : std::to_string(count) + " pictures") + " of '" + folder.string() +
                     "' could not be read: " + outcome + "; the first: " + sentences_.begin()->second}};
    }

private:
    mutable std::mutex mutex_;
    std::map<std::size_t, std::string> sentences_; // by number: the first is the same whatever thread met it
};

class StreamedStore final : public ImageStore {
public:
    StreamedStore(fs::path folder, std::vector<PictureFile> files, ImageShape shape, std::int64_t cacheBytes)
        : folder_(std::move(folder)), files_(std::move(files)), shape_(shape),
          bytes_(static_cast<std::size_t>(shape.bytes())), room_(cacheBytes / shape.bytes()), kept_(files_.size()) {}

    std::int64_t size() const override { return static_cast<std::int64_t>(files_.size()); }

    void read(std::span<const std::int64_t> indices, std::uint8_t* destination) const override {
        for (const std::int64_t index : indices)
            checkImageIndex(index, size());
        std::vector<std::size_t> missing; // places in `indices`
        {
            const std::lock_guard lock(mutex_);
            for (std::size_t i = 0; i < indices.size(); ++i)
                if (const auto& kept = kept_[static_cast<std::size_t>(indices[i])])
                    std::memcpy(destination + i * bytes_, kept.get(), bytes_);
                else
                    missing.push_back(i);
        }
        onAllCores(missing.size(), [&](std::size_t i) {
            decode(static_cast<std::size_t>(indices[missing[i]]), destination + missing[i] * bytes_);
        });
    }

    std::uint8_t label(std::int64_t index) const override {
        checkImageIndex(index, size());
        return files_[static_cast<std::size_t>(index)].label;
    }

    std::vector<Oddity> oddities() const override { return troubles_.told(folder_, "plain grey"); }

private:
    void decode(std::size_t index, std::uint8_t* destination) const {
        bool readable = true;
        try {
            decodeInto(folder_ / files_[index].path, shape_, destination);
        } catch (const std::exception& error) {
            readable = false;
            troubles_.add(index, error.what());
            std::memset(destination, middleGrey, bytes_);
        }
        // One that cannot be read is kept however full the cache is: it is told once, and never tried again.
        if (readable && room_.fetch_sub(1) <= 0)
            return;
        auto copy = std::make_unique<std::uint8_t[]>(bytes_);
        std::memcpy(copy.get(), destination, bytes_);
        const std::lock_guard lock(mutex_);
        kept_[index] = std::move(copy);
    }

    fs::path folder_;
    std::vector<PictureFile> files_;
    ImageShape shape_;
    std::size_t bytes_;                      // of a decoded picture
    mutable std::atomic<std::int64_t> room_; // decoded pictures that may still be kept
    mutable std::mutex mutex_;
    mutable std::vector<std::unique_ptr<std::uint8_t[]>> kept_; // parallel to files_
    mutable Troubles troubles_;
};

} // namespace

std::shared_ptr<const ImageStore> streamedStore(fs::path folder, std::vector<PictureFile> files, ImageShape shape,
                                                std::int64_t cacheBytes) {
    return std::make_shared<StreamedStore>(std::move(folder), std::move(files), shape, cacheBytes);
}

std::shared_ptr<const ImageStore> decodedStore(const fs::path& folder, std::vector<PictureFile>& files,
                                               ImageShape shape, std::vector<Oddity>& oddities) {
    const auto bytes = static_cast<std::size_t>(shape.bytes());
    std::vector<std::uint8_t> images(files.size() * bytes), labels;
    Troubles troubles;
    onAllCores(files.size(), [&](std::size_t i) {
        try {
            decodeInto(folder / files[i].path, shape, images.data() + i * bytes);
        } catch (const std::exception& error) {
            troubles.add(i, error.what());
        }
    });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < files.size(); ++i)
        if (!troubles.has(i)) {
            if (kept != i)
                std::memcpy(images.data() + kept * bytes, images.data() + i * bytes, bytes);
            labels.push_back(files[i].label);
            std::swap(files[kept], files[i]);
            ++kept;
        }
    images.resize(kept * bytes);
    files.resize(kept);
    for (Oddity& oddity : troubles.told(folder, "left out"))
        oddities.push_back(std::move(oddity));
    return memoryStore(std::move(images), std::move(labels), shape.bytes());
}

} // namespace belfry
