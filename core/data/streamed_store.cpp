#include "core/data/streamed_store.h"

#include "core/base/counted.h"
#include "core/base/error.h"
#include "core/data/on_all_cores.h"
#include "core/data/stores.h"
#include "core/formats/resize.h"
#include "core/formats/stored_size.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <mutex>

namespace belfry {
namespace {

namespace fs = std::filesystem;

constexpr std::uint8_t kMiddleGrey = 128;

// Throws Error when the file cannot be read or decoded.
Bytes decoded(const fs::path& path, const ImageShape& shape) {
    return readResized(path, shape.width, shape.height, shape.channels).pixels;
}

// The pictures that could not be read, with the reasons.
class ReadFailures {
public:
    void add(std::size_t index, const std::string& file, const Text& sentence) {
        const std::lock_guard lock(mutex_);
        sentences_.emplace(index, sentence);
        files_.emplace(index, file);
        some_ = true;
    }
    bool has(std::size_t index) const {
        if (!some_)
            return false;
        const std::lock_guard lock(mutex_);
        return sentences_.contains(index);
    }
    // folder: "" for files from anywhere.
    std::vector<DataIssue> issues(const fs::path& folder) const {
        const std::lock_guard lock(mutex_);
        if (sentences_.empty())
            return {};
        const std::int64_t count = std::ssize(sentences_);
        const Text& first = sentences_.begin()->second;
        return {{DataIssue::Kind::UnreadableImage, count,
                 folder.empty()
                     ? Text::plural("%n pictures could not be read: left out; the first: %1",
                                    "%n picture could not be read: left out: %1", count, first)
                     : Text::plural("%n pictures of '%1' could not be read: left out; 'data show --damaged' names "
                                    "all; the first: %2",
                                    "%n picture of '%1' could not be read: left out; the first: %2", count,
                                    folder.string(), first),
                 named()}};
    }

private:
    std::vector<std::string> named() const {
        std::vector<std::string> names;
        for (const auto& [index, file] : files_)
            if (std::ssize(names) < kMaxNamed)
                names.push_back(file);
        return names;
    }

    mutable std::mutex mutex_;
    std::map<std::size_t, std::string> files_;
    std::atomic<bool> some_ = false;
    std::map<std::size_t, Text> sentences_; // by index: the first does not depend on the order of threads
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
        std::vector<std::size_t> missing; // positions in `indices`
        {
            const std::lock_guard lock(mutex_);
            for (std::size_t i = 0; i < indices.size(); ++i)
                if (const Bytes& kept = kept_[static_cast<std::size_t>(indices[i])]; !kept.empty())
                    std::memcpy(destination + i * bytes_, kept.data(), bytes_);
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

    std::string name(std::int64_t index) const override {
        checkImageIndex(index, size());
        return files_[static_cast<std::size_t>(index)].path;
    }

    bool decodesOnRead() const override { return true; }

    std::vector<DataIssue> issues() const override { return failures_.issues(folder_); }

    bool readable(std::int64_t index) const override {
        checkImageIndex(index, size());
        return !failures_.has(static_cast<std::size_t>(index));
    }

private:
    void decode(std::size_t index, std::uint8_t* destination) const {
        Bytes picture;
        if (!failures_.has(index)) // a file that failed once is not read again: every epoch shows the same
            try {
                picture = decoded(folder_ / files_[index].path, shape_);
            } catch (const std::exception& error) {
                failures_.add(index, files_[index].path, messageOf(error));
            }
        if (picture.empty()) {
            std::memset(destination, kMiddleGrey, bytes_);
            return;
        }
        std::memcpy(destination, picture.data(), bytes_);
        if (room_.fetch_sub(1) <= 0)
            return;
        const std::lock_guard lock(mutex_);
        kept_[index] = std::move(picture);
    }

    fs::path folder_;
    std::vector<PictureFile> files_;
    ImageShape shape_;
    std::size_t bytes_;                      // of a decoded picture
    mutable std::atomic<std::int64_t> room_; // decoded pictures that may still be cached
    mutable std::mutex mutex_;
    mutable std::vector<Bytes> kept_; // parallel to files_; empty: not there
    mutable ReadFailures failures_;
};

} // namespace

std::shared_ptr<const ImageStore> streamedStore(fs::path folder, std::vector<PictureFile> files, ImageShape shape,
                                                std::int64_t cacheBytes) {
    return std::make_shared<StreamedStore>(std::move(folder), std::move(files), shape, cacheBytes);
}

std::shared_ptr<const ImageStore> decodedStore(const fs::path& folder, std::vector<PictureFile>& files,
                                               ImageShape shape, std::vector<DataIssue>& issues) {
    const auto bytes = static_cast<std::size_t>(shape.bytes());
    std::vector<std::uint8_t> images(files.size() * bytes), labels;
    ReadFailures failures;
    onAllCores(files.size(), [&](std::size_t i) {
        try {
            std::ranges::copy(decoded(folder / files[i].path, shape), images.data() + i * bytes);
        } catch (const std::exception& error) {
            failures.add(i, files[i].path, messageOf(error));
        }
    });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < files.size(); ++i)
        if (!failures.has(i)) {
            if (kept != i)
                std::memcpy(images.data() + kept * bytes, images.data() + i * bytes, bytes);
            labels.push_back(files[i].label);
            std::swap(files[kept], files[i]);
            ++kept;
        }
    images.resize(kept * bytes);
    files.resize(kept);
    for (DataIssue& issue : failures.issues(folder))
        issues.push_back(std::move(issue));
    std::vector<std::string> names;
    for (const PictureFile& file : files)
        names.push_back(file.path);
    return memoryStore(std::move(images), std::move(labels), shape.bytes(), std::move(names));
}

void leaveOutDamagedHeaders(const fs::path& folder, std::vector<PictureFile>& files, const ImageShape& shape,
                            std::vector<DataIssue>& issues) {
    ReadFailures failures;
    onAllCores(files.size(), [&](std::size_t i) {
        const fs::path path = folder / files[i].path;
        if (hasLikelyHeader(path))
            return;
        try {
            decoded(path, shape); // the decoder has the last word, and says why
        } catch (const std::exception& error) {
            failures.add(i, files[i].path, messageOf(error));
        }
    });
    std::vector<PictureFile> sound;
    for (std::size_t i = 0; i < files.size(); ++i)
        if (!failures.has(i))
            sound.push_back(std::move(files[i]));
    files = std::move(sound);
    for (DataIssue& issue : failures.issues(folder))
        issues.push_back(std::move(issue));
}

} // namespace belfry
